import type { z } from 'zod'
import type { ParameterDocument } from './operation-document.ts'
import { toOpenApiSchema } from '../../registry/openapi-dialect.ts'

/** The parameters of a query that is read by a schema, as a route's document lists them. */
export function queryParameters(
  query: z.ZodObject<Readonly<Record<string, z.ZodType>>>,
): readonly ParameterDocument[] {
  return Object.entries(query.shape).map(([name, parameter]) => {
    const { description: _beside, ...schema } = toOpenApiSchema(parameter, 'input')
    return { name, in: 'query', description: parameter.description ?? name, schema }
  })
}
