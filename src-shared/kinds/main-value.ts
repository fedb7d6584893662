type Fields = Readonly<Record<string, unknown>>

/**
 * The value of a tool's output that most callers want.
 * @param data the output, with or without `_engine`
 * @param path the tool's main output: `field`, `field.member` or `field[].member`; null for the whole output
 * @returns the whole output where it has no such value
 */
export function mainValueOf({ _engine, ...fields }: Fields, path: string | null | undefined): unknown {
  if (!path) return fields
  const [name = '', member] = path.replace('[]', '').split('.')
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  const found = member === undefined ? value : memberOf(value, member, path.includes('[]'))
  return found ?? fields
}

function memberOf(value: unknown, member: string, ofEach: boolean): unknown {
  if (!ofEach) return isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined
  return Array.isArray(value)
    ? value.map((item) => (isObject(item) ? (item[member] ?? null) : null))
    : undefined
}

/**
 * A main value as plain text: a text or a number as it is, and a list of those with a line for each; null for what
 * only JSON can show. Texts of several lines have a blank line between them.
 */
export function plainTextOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value) || value.length === 0 || !value.every(isPlain)) return null
  const texts = value.map(String)
  return texts.join(texts.some((text) => text.includes('\n')) ? '\n\n' : '\n')
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
