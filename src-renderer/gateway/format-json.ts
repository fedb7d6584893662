/** An array or object of at most this many columns stays on one line. */
const LINE_COLUMNS = 64
/** Values longer than this, in characters, are formatted the fast way. */
const MAX_NEAT_CHARS = 200_000
const INDENT = '  '

/** Formats a JSON value for reading: short arrays and objects stay on one line. */
export function formatJson(value: unknown): string {
  const plain = JSON.stringify(value, null, 2)
  return plain === undefined || plain.length > MAX_NEAT_CHARS ? (plain ?? '') : layOut(value, '')
}

/**
 * The first `chars` characters of `JSON.stringify(value, null, 2)`, without writing the rest.
 * The value must come from `JSON.parse`.
 */
export function jsonHead(value: unknown, chars: number): string {
  const parts: string[] = []
  let left = chars
  const full = (part: string): boolean => {
    parts.push(part)
    left -= part.length
    return left <= 0
  }
  writeHead(value, '\n', full)
  return parts.join('').slice(0, chars)
}

/** Returns true once there is enough text. */
function writeHead(value: unknown, newline: string, full: (part: string) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return full(JSON.stringify(value))
  const isArray = Array.isArray(value)
  const [open, close] = isArray ? '[]' : '{}'
  const keys = Object.keys(value)
  if (keys.length === 0) return full(`${open}${close}`)
  const inner = newline + INDENT
  let before = open!
  for (const key of keys) {
    if (full(isArray ? before + inner : `${before}${inner}${JSON.stringify(key)}: `)) return true
    // Arrays are read by index just as objects are by name.
    if (writeHead((value as Readonly<Record<string, unknown>>)[key], inner, full)) return true
    before = ','
  }
  return full(newline + close!)
}

function layOut(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = indent + INDENT
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => layOut(item, inner))
    return items.length === 0 ? '[]' : wrap('[', items, ']', indent, '')
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}: ${layOut(member, inner)}`)
  return members.length === 0 ? '{}' : wrap('{', members, '}', indent, ' ')
}

function wrap(open: string, parts: readonly string[], close: string, indent: string, pad: string): string {
  const line = `${open}${pad}${parts.join(', ')}${pad}${close}`
  if (indent.length + line.length <= LINE_COLUMNS && !line.includes('\n')) return line
  const inner = `\n${indent}${INDENT}`
  return `${open}${inner}${parts.join(`,${inner}`)}\n${indent}${close}`
}
