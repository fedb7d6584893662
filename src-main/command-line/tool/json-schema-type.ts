/** A JSON Schema as far as the registry writes it. */
type Schema = Readonly<Record<string, unknown>>

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/**
 * Writes a JSON Schema as a TypeScript type. Constraints that TypeScript cannot express, such as lengths and
 * patterns, are left out; an empty schema is `unknown`.
 * @param indent spaces before the lines of an object
 */
export function toTypeScript(schema: unknown, indent = 0): string {
  if (typeof schema !== 'object' || schema === null) return schema === false ? 'never' : 'unknown'
  // An object that is not null has string keys.
  const read = schema as Schema
  if (Array.isArray(read.enum)) return read.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (read.const !== undefined) return JSON.stringify(read.const)
  const options = read.anyOf ?? read.oneOf
  if (Array.isArray(options)) return unionOf(options.map((option) => toTypeScript(option, indent)))
  if (Array.isArray(read.allOf))
    return read.allOf.map((part) => `(${toTypeScript(part, indent)})`).join(' & ')
  if (Array.isArray(read.type))
    return unionOf(read.type.map((type: unknown) => toTypeScript({ ...read, type }, indent)))
  if (read.type === 'array') return arrayOf(read, indent)
  if (read.type === 'object') return objectOf(read, indent)
  return PRIMITIVES[String(read.type)] ?? 'unknown'
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function arrayOf({ prefixItems, items }: Schema, indent: number): string {
  if (Array.isArray(prefixItems))
    return `[${prefixItems.map((item) => toTypeScript(item, indent)).join(', ')}]`
  const type = toTypeScript(items, indent)
  return / [|&] /.test(type) ? `(${type})[]` : `${type}[]`
}

function objectOf({ properties, required, additionalProperties }: Schema, indent: number): string {
  // Object() makes an object of anything, and every object has string keys.
  const fields = Object.entries(Object(properties) as Schema)
  const needed = new Set(Array.isArray(required) ? required : [])
  if (fields.length === 0) {
    if (additionalProperties === false) return 'Record<string, never>'
    return `Record<string, ${additionalProperties === undefined ? 'unknown' : toTypeScript(additionalProperties, indent)}>`
  }
  const pad = ' '.repeat(indent + 2)
  const lines = fields.map(([name, field]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    const type = `${pad}${key}${needed.has(name) ? '' : '?'}: ${toTypeScript(field, indent + 2)}`
    // Any object may have a description, of any type.
    const { description } = Object(field) as { description?: unknown }
    return typeof description === 'string'
      ? `${pad}/** ${description.replaceAll('*/', '*\\/')} */\n${type}`
      : type
  })
  return `{\n${lines.join('\n')}\n${' '.repeat(indent)}}`
}
