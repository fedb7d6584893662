import { z } from 'zod'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_CHARS = 20_000
const MAX_DEPTH = 20
/** A caller's pattern could run for ever, and a reference be a circle. */
const NOT_TAKEN = new Set(['pattern', 'patternProperties', '$ref', '$dynamicRef'])

/** Keywords whose members have names of the caller's, and those that hold no schema at all. */
const HOLDS_SCHEMAS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])
const HOLDS_VALUES = new Set(['enum', 'const', 'default', 'examples'])

/**
 * A caller's JSON Schema as something that values can be checked against.
 * @param field that it was sent as
 * @throws InvalidInput for one that is too large, too deep, of the wrong type or holds what is not taken
 */
export function jsonSchemaOf(schema: Readonly<Record<string, unknown>>, field: string): z.ZodType {
  const { type } = schema
  if (type !== 'object' && type !== 'array')
    throw new InvalidInput(field, 'The schema has the type "object" or "array" at its top')
  if (JSON.stringify(schema).length > MAX_CHARS)
    throw new InvalidInput(field, `The schema is longer than ${MAX_CHARS} characters; ask for less at once`)
  assertTakeable(schema, field, 0)
  try {
    return z.fromJSONSchema(schema)
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unreadable'
    throw new InvalidInput(field, `This JSON Schema cannot be used: ${reason.toWellFormed()}`)
  }
}

/** @param isMap the members are named by the caller and are schemas each, as under "properties" */
function assertTakeable(value: unknown, path: string, depth: number, isMap = false): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH)
    throw new InvalidInput(path.slice(0, 200), `The schema is deeper than ${MAX_DEPTH} levels`)
  for (const [name, member] of Object.entries(value)) {
    if (!isMap && NOT_TAKEN.has(name))
      throw new InvalidInput(
        `${path}.${name}`.slice(0, 200),
        `"${name}" is not taken; write the whole schema out and say in a description what it is to look like`,
      )
    if (!isMap && HOLDS_VALUES.has(name)) continue
    assertTakeable(member, `${path}.${name}`, depth + 1, !isMap && HOLDS_SCHEMAS.has(name))
  }
}
