import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import type { JsonSchema } from '../../registry/field-schema.ts'

/** References are written out this deep; below, anything is allowed. */
const DEPTH = 12
const PARTS = 3_000

const SAME = [
  'title',
  'description',
  'format',
  'default',
  'enum',
  'multipleOf',
  'uniqueItems',
  'deprecated',
]
const LIMITS = ['maximum', 'minimum', 'maxLength', 'minLength', 'maxItems', 'minItems'].concat([
  'maxProperties',
  'minProperties',
])
const MANY = ['allOf', 'anyOf', 'oneOf'] as const

/**
 * A schema in the dialect of OpenAPI 3.0, with its references written out. What that dialect cannot say is left out:
 * the document describes, and the check is elsewhere.
 * @param schema a mended one
 */
export function toOpenApi(schema: JsonSchema): JsonSchema {
  const defs = isObject(schema.$defs) ? schema.$defs : {}
  let parts = 0
  const write = (from: unknown, depth: number): JsonSchema => {
    if (!isObject(from) || depth > DEPTH || ++parts > PARTS) return {}
    if (typeof from.$ref === 'string') return write(defs[from.$ref.slice('#/$defs/'.length)], depth + 1)
    const to: Record<string, unknown> = {}
    for (const name of [...SAME, ...LIMITS]) if (name in from) to[name] = from[name]
    writeType(from, to)
    if ('const' in from) to.enum = [from.const]
    for (const [exclusive, limit] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ] as const)
      if (typeof from[exclusive] === 'number') {
        to[limit] = from[exclusive]
        to[exclusive] = true
      }
    for (const name of MANY)
      if (Array.isArray(from[name]))
        writeMembers(
          name,
          from[name].map((member) => write(member, depth + 1)),
          to,
        )
    writeParts(from, to, (part) => write(part, depth + 1))
    return to
  }
  return write(schema, 0)
}

function writeType(from: JsonSchema, to: Record<string, unknown>): void {
  const types = (Array.isArray(from.type) ? from.type : [from.type]).filter(
    (type) => typeof type === 'string',
  )
  const others = types.filter((type) => type !== 'null')
  // OpenAPI 3.0 knows one type, and null beside it.
  if (others.length === 1) to.type = others[0]
  if (others.length > 1)
    to.anyOf = others.map((type) => (type === 'array' ? { type, items: {} } : { type }))
  if (types.includes('null') && others.length === 1) to.nullable = true
}

// What was left out of a member may let a value match two of them, so "exactly one" would refuse what is right. A
// member that allows anything says nothing in `allOf`, and elsewhere the keyword says nothing with it.
function writeMembers(
  name: (typeof MANY)[number],
  members: readonly JsonSchema[],
  to: Record<string, unknown>,
): void {
  const said = members.filter((member) => Object.keys(member).length > 0)
  if (said.length === 0 || (name !== 'allOf' && said.length < members.length)) return
  to[name === 'oneOf' && to.anyOf === undefined ? 'anyOf' : name] = said
}

function writeParts(
  from: JsonSchema,
  to: Record<string, unknown>,
  write: (part: unknown) => JsonSchema,
): void {
  const { properties, required, additionalProperties, items } = from
  if (isObject(properties))
    to.properties = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, write(part)]),
    )
  if (Array.isArray(required) && required.length > 0) to.required = required
  if (typeof additionalProperties === 'boolean') to.additionalProperties = additionalProperties
  else if (isObject(additionalProperties)) to.additionalProperties = write(additionalProperties)
  if (to.type === 'array') to.items = isObject(items) ? write(items) : {}
}
