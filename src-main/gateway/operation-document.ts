import { z } from 'zod'
import type { JsonSchema } from '../registry/registry.ts'

/** What /v1/openapi.json says of one route. Schemas are in the dialect of OpenAPI 3.0. */
export interface OperationDocument {
  readonly operationId: string
  readonly tag: 'Tools' | 'Calls' | 'Keys and credits' | 'Administration' | 'Service'
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly ParameterDocument[]
  readonly body?: JsonSchema
  /** The success answer: its status and the schema of its JSON body, or another content type. */
  readonly success: { readonly status: number; readonly description: string } & (
    { readonly schema: JsonSchema } | { readonly contentType: string }
  )
  /** Statuses of errors that this route can answer with, beside those that every route can. */
  readonly errors?: readonly number[]
}

export interface ParameterDocument {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

/** The slug in an address, as the documents of several routes describe it. */
export const SLUG_PARAMETER: ParameterDocument = {
  name: 'slug',
  in: 'path',
  description: 'The name of a tool',
  required: true,
  schema: { type: 'string' },
}

/** A zod schema as a route's document holds it. */
export function toSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input' })
  return rest
}

/** The parameters of a query that is read by a schema. */
export function toParameters(query: z.ZodObject<Readonly<Record<string, z.ZodType>>>): ParameterDocument[] {
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    description: schema.description ?? name,
    schema: toSchema(schema),
  }))
}
