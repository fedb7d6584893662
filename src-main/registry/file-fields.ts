import type { FileForm } from '../../src-shared/files/file-reference.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** A text field that takes at least so many characters also takes a file. */
export const FILE_FIELD_CHARS = 50_000

/** The fields of an input that take a file, each with the form in which they take its content. */
export type FileFields = Readonly<Record<string, FileForm>>

/**
 * Finds the fields that take a file in the schema of an input: those of bytes in Base64, and those of long texts. A
 * field that also takes objects is left out, since there a reference would mean itself.
 */
export function fileFieldsOf(inputSchema: JsonSchema): FileFields {
  // Properties are schemas, and a tool that takes nothing has none.
  const properties = Object.entries((inputSchema.properties ?? {}) as Record<string, JsonSchema>)
  const found = properties.flatMap(([name, schema]) => {
    const form = formOf(schema)
    return form === null ? [] : [[name, form] as const]
  })
  return Object.fromEntries(found)
}

function formOf(schema: JsonSchema): FileForm | null {
  const { anyOf, type } = schema
  if (Array.isArray(anyOf)) {
    // A union of schemas has schemas as its members.
    const members = anyOf as readonly JsonSchema[]
    if (members.some((member) => member.type !== 'string' && member.type !== 'array')) return null
    return members.some((member) => formOf(member) === 'text') ? 'text' : null
  }
  if (type !== 'string') return null
  if (schema.contentEncoding === 'base64') return 'base64'
  return typeof schema.maxLength === 'number' && schema.maxLength >= FILE_FIELD_CHARS ? 'text' : null
}

/** The schema of a reference, in as few words as every conversation with a model should pay for. */
const SHORT_REFERENCE: JsonSchema = {
  type: 'object',
  properties: { file: { type: 'string' } },
}

/**
 * The schema of an input with what its file fields take besides their values.
 * @param reference the schema of a reference
 */
export function withFileReferences(
  inputSchema: JsonSchema,
  fields: readonly string[],
  reference: JsonSchema = SHORT_REFERENCE,
): JsonSchema {
  if (fields.length === 0) return inputSchema
  // The JSON Schema of a zod object always has properties.
  const properties = Object.entries(inputSchema.properties as Record<string, JsonSchema>)
  const widened = properties.map(([name, schema]) => [
    name,
    fields.includes(name) ? orReference(schema, reference) : schema,
  ])
  return { ...inputSchema, properties: Object.fromEntries(widened) }
}

function orReference({ description, ...schema }: JsonSchema, reference: JsonSchema): JsonSchema {
  // A union of schemas has schemas as its members.
  const values = Array.isArray(schema.anyOf) ? (schema.anyOf as readonly JsonSchema[]) : [schema]
  return { description, anyOf: [...values, reference] }
}
