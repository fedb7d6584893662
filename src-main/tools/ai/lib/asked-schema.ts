import { z } from 'zod'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_CHARS = 20_000
const MAX_DEPTH = 20
/** A caller's pattern could run forever, and its references could be circular. */
const NOT_TAKEN = new Set(['pattern', 'patternProperties', '$ref', '$dynamicRef'])

/** Keywords whose members are named by the caller, and keywords that never hold a schema. */
const HOLDS_SCHEMAS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])
const HOLDS_VALUES = new Set(['enum', 'const', 'default', 'examples'])

/**
 * Turns a caller's JSON Schema into a validator.
 * @param field the field it was sent as
 * @throws InvalidInput if it is too large, too deep, of the wrong type or uses an unsupported
 * keyword
 */
export function jsonSchemaOf(schema: Readonly<Record<string, unknown>>, field: string): z.ZodType {
  const { type } = schema
  if (type !== 'object' && type !== 'array')
    throw new InvalidInput(field, 'The schema must have the type "object" or "array" at the top level')
  if (JSON.stringify(schema).length > MAX_CHARS)
    throw new InvalidInput(field, `The schema is longer than ${MAX_CHARS} characters; ask for less at once`)
  assertSupported(schema, field, 0)
  try {
    return z.fromJSONSchema(schema)
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unreadable'
    throw new InvalidInput(field, `This JSON Schema cannot be used: ${reason.toWellFormed()}`)
  }
}

/** @param isMap the members are named by the caller and each is a schema, as under "properties" */
function assertSupported(value: unknown, path: string, depth: number, isMap = false): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH)
    throw new InvalidInput(path.slice(0, 200), `The schema is nested more than ${MAX_DEPTH} levels deep`)
  for (const [name, member] of Object.entries(value)) {
    if (!isMap && NOT_TAKEN.has(name))
      throw new InvalidInput(
        `${path}.${name}`.slice(0, 200),
        `"${name}" is not supported; write the schema out in full and describe the pattern in a ` +
          'description',
      )
    if (!isMap && HOLDS_VALUES.has(name)) continue
    assertSupported(member, `${path}.${name}`, depth + 1, !isMap && HOLDS_SCHEMAS.has(name))
  }
}
