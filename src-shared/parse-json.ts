import { visit } from 'jsonc-parser'

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

/**
 * `JSON.parse` without its known fault: V8 may read an object's key that begins with an escape, such as `"\n"`,
 * as a lone backslash once it has met an object with that key (nodejs/node#63785). A text with such keys is
 * read by another parser; all others, which is nearly every text, go to the engine.
 *
 * @throws SyntaxError as `JSON.parse` does, and for escaped keys in more levels than the stack holds
 */
export function parseJson(text: string): unknown {
  // The engine's result is used if no key is escaped, and its errors always.
  const value: unknown = JSON.parse(text)
  return hasEscapedKey(text) ? parseJsonWith(text, (literal) => literal) : value
}

/** Whether a key of this JSON text is written with an escape. The text is known to be valid. */
function hasEscapedKey(text: string): boolean {
  const first = text.indexOf('\\')
  if (first === -1) return false
  // Escapes are only in strings, so the first one is inside a string.
  let inString = true
  let escaped = false
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString && code === BACKSLASH) {
      escaped = true
      at++
    } else if (code === QUOTE) {
      inString = !inString
      if (inString) escaped = false
    } else if (!inString && code === COLON && escaped) return true
    else if (!inString && code > 0x20) escaped = false
  }
  return false
}

/**
 * Reads a text that is known to be JSON, with a value of the caller's choice for each string, number, true, false
 * and null.
 * @param literal takes the value as JSON.parse gives it, as it is written, and what tells the names and indexes on
 * the way to it
 * @throws SyntaxError for more levels than the stack holds
 */
export function parseJsonWith(
  text: string,
  literal: (value: unknown, written: string, pathOf: () => (string | number)[]) => unknown,
): unknown {
  const root: unknown[] = []
  const open: { into: unknown[] | Record<string, unknown>; key: string }[] = [{ into: root, key: '' }]
  const add = (value: unknown): void => {
    const { into, key } = open.at(-1)!
    if (Array.isArray(into)) into.push(value)
    // As in JSON.parse, `__proto__` is a name like any other.
    else Object.defineProperty(into, key, { value, writable: true, enumerable: true, configurable: true })
  }
  const begin = (into: unknown[] | Record<string, unknown>): void => {
    add(into)
    open.push({ into, key: '' })
  }
  const end = (): void => void open.pop()
  try {
    visit(text, {
      onObjectBegin: () => begin({}),
      onArrayBegin: () => begin([]),
      onObjectProperty: (name) => void (open.at(-1)!.key = name),
      onLiteralValue: (value, offset, length, _line, _column, pathOf) =>
        add(literal(value, text.slice(offset, offset + length), pathOf)),
      onObjectEnd: end,
      onArrayEnd: end,
    })
  } catch (cause) {
    if (cause instanceof RangeError) throw new SyntaxError('Too many levels', { cause })
    throw cause
  }
  return root[0]
}
