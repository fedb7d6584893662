import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import type { DescribedTool } from '../../registry/described-tool.ts'
import type { JsonSchema } from '../../registry/field-schema.ts'

/** A schema that nests deeper is `unknown`; describe_tool has the whole. */
const MAX_LEVELS = 6
/** A list of values that is longer tells its kind and how many there are. */
const MAX_VALUES = 12
const NAME = /^[A-Za-z_$][\w$]*$/

/** The type of a tool in TypeScript, in one line: every field of its input and of what it gives. */
export function typeOfTool({ inputSchema, outputSchema }: DescribedTool): string {
  return `(input: ${typeOf(inputSchema, 0)}) => ${typeOf(outputSchema, 0)}`
}

function typeOf(schema: unknown, level: number): string {
  if (!isObject(schema) || level > MAX_LEVELS) return 'unknown'
  const { const: only, enum: values, anyOf, oneOf, type } = schema
  if (only !== undefined) return literal(only)
  if (Array.isArray(values)) return typeOfValues(values)
  const either = Array.isArray(anyOf) ? anyOf : oneOf
  if (Array.isArray(either)) return union(either.map((one) => typeOf(one, level + 1)))
  if (Array.isArray(type)) return union(type.map((one: unknown) => typeOf({ ...schema, type: one }, level)))
  if (type === 'array') return typeOfItems(schema, level)
  if (type === 'object' || isObject(schema.properties)) return typeOfMembers(schema, level)
  if (type === 'integer') return 'number'
  return typeof type === 'string' ? type : 'unknown'
}

function typeOfValues(values: readonly unknown[]): string {
  if (values.length <= MAX_VALUES) return union(values.map(literal))
  return `${union(values.map((value) => typeof value))} /* one of ${values.length} */`
}

function typeOfItems({ items, prefixItems }: JsonSchema, level: number): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((one) => typeOf(one, level + 1)).join(', ')}]`
  const type = typeOf(items, level + 1)
  return type.includes(' | ') || type.includes('/*') ? `(${type})[]` : `${type}[]`
}

function typeOfMembers({ properties, required, additionalProperties }: JsonSchema, level: number): string {
  if (!isObject(properties) || Object.keys(properties).length === 0)
    return isObject(additionalProperties)
      ? `Record<string, ${typeOf(additionalProperties, level + 1)}>`
      : 'Record<string, unknown>'
  const needed = new Set<unknown>(Array.isArray(required) ? required : [])
  const members = Object.entries(properties).map(([name, of]) => {
    const written = NAME.test(name) ? name : literal(name)
    return `${written}${needed.has(name) ? '' : '?'}: ${typeOf(of, level + 1)}`
  })
  return `{ ${members.join('; ')} }`
}

// In single quotes: the type is sent within JSON, where others would be escaped.
function literal(value: unknown): string {
  const json = JSON.stringify(value)
  if (typeof value !== 'string') return json
  return `'${json
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", String.raw`\'`)}'`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never'
}
