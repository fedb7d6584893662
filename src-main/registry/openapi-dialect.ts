import { z } from 'zod'
import type { JsonSchema } from './field-schema.ts'

type Draft = z.core.JSONSchema.BaseSchema

/**
 * A zod schema in the dialect of OpenAPI 3.0.
 * @param io whether a caller sends it or gets it
 */
export function toOpenApiSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    override: ({ jsonSchema }) => tidy(jsonSchema),
  })
}

/** Schemas that refer to one another by name, as `components.schemas` holds them. */
export function toOpenApiSchemas(
  named: Readonly<Record<string, z.ZodType>>,
): Readonly<Record<string, unknown>> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    target: 'openapi-3.0',
    // As an input an object stays open: a later version may answer with more fields.
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => tidy(jsonSchema),
  })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id: _id, ...schema }]) => [id, schema]))
}

function tidy(schema: Draft): void {
  // Zod leaves these out for OpenAPI, so this one described itself.
  if (schema.propertyNames !== undefined) toOldDialect(schema)
  // JSON Schema draft 5, the basis of OpenAPI 3.0, allows no empty list here.
  if (schema.required?.length === 0) delete schema.required
  // OpenAPI 3.0.3: where values are enumerated, null is allowed only if it is among them.
  if (schema.nullable === true && schema.enum && !schema.enum.includes(null)) schema.enum.push(null)
  // OpenAPI 3.0 can express a tuple's members only as alternatives, and they are often the same.
  if (typeof schema.items === 'object' && !Array.isArray(schema.items)) mergeAlike(schema.items)
  // `nullable` needs a `type` beside it, and a union has types only in its members.
  if (schema.nullable === true && schema.type === undefined && schema.anyOf) {
    delete schema.nullable
    for (const member of schema.anyOf) if (typeof member === 'object') member.nullable = true
  }
  // OpenAPI 3.0 does not know these.
  delete schema.contentMediaType
  delete schema.contentEncoding
  // The format is enough, without the pattern that zod adds.
  if (schema.format !== undefined) delete schema.pattern
  // Patterns are read without flags, where these classes mean something else (ECMA-262, 22.2.1).
  if (schema.pattern?.includes('\\p{')) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}

// What a schema says of itself, as named values do, is in the dialect of JSON Schema 2020-12. Its parts belong to the
// schema and are used for other documents too, so they are copied.
function toOldDialect(schema: Draft): void {
  delete schema.propertyNames
  // The description may give a list of types, which the type of a schema does not know.
  const types: unknown = schema.type
  if (Array.isArray(types)) {
    delete schema.type
    schema.anyOf = types.map((type: 'string') => ({ type }))
  }
  if (schema.anyOf) {
    const members = schema.anyOf.map(oldPart)
    const isNullable = members.some((member) => typeof member === 'object' && member.type === 'null')
    schema.anyOf = members.filter((member) => typeof member !== 'object' || member.type !== 'null')
    if (isNullable)
      for (const member of schema.anyOf) if (typeof member === 'object') member.nullable = true
  }
  const { items, additionalProperties } = schema
  if (items !== undefined && !Array.isArray(items)) schema.items = oldPart(items)
  if (additionalProperties !== undefined) schema.additionalProperties = oldPart(additionalProperties)
}

function oldPart<Part extends Draft | boolean>(part: Part): Part {
  if (typeof part !== 'object') return part
  const copy = { ...part }
  toOldDialect(copy)
  return copy
}

function mergeAlike(schema: Draft): void {
  if (!schema.anyOf) return
  const distinct = new Map(schema.anyOf.map((member) => [JSON.stringify(member), member]))
  const [only] = distinct.values()
  schema.anyOf = [...distinct.values()]
  if (distinct.size > 1 || typeof only !== 'object') return
  delete schema.anyOf
  Object.assign(schema, only)
}
