import { expect, it } from 'vitest'
import { z } from 'zod'
import { toOpenApiSchema } from '../../../src-main/registry/openapi-dialect.ts'
import { namedValues } from '../../../src-main/tools/lib/named-values.ts'

it('the OpenAPI schema of named values is in its own dialect, and leaves the JSON Schema as it is', () => {
  const cell = z.union([z.string().max(3), z.array(z.union([z.int(), z.null()])), z.null()])
  const schema = z.strictObject({ rows: z.array(namedValues(z.string().max(9), cell)) })
  const before = JSON.stringify(z.toJSONSchema(schema))
  const written = JSON.stringify(toOpenApiSchema(schema, 'output'))
  expect(written).toContain('"nullable":true')
  expect(written).not.toContain('propertyNames')
  expect(written).not.toContain('"null"')
  expect(JSON.stringify(z.toJSONSchema(schema))).toBe(before)
})
