import { isAt, isKeyAt, pastSpace, type JsonSource } from './json-source.ts'
import { jsonTextOf } from './text-escapes.ts'
import type { Role } from './quoted-text.ts'

// Not an object, which would have `constructor` as well.
const LITERALS: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['none', 'null'],
  ['undefined', 'null'],
])
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i
// Numbers of JSON5 and Python that are not JSON: .5, 5., +5, 0x5 and 1_000; and one that is cut off, such as 2e.
const NUMBER =
  /^(?<sign>[+-]?)(?:(?<hex>0x[\da-f]+)|(?<whole>\d+(?:_\d+)*)?(?:\.(?<rest>\d+(?:_\d+)*)?)?(?<power>e[+-]?\d*)?)$/i

/** A value without quotes as JSON: a literal in any spelling, a number, or else the words as a text. */
export function plainValue(words: string): string {
  // The first quote of a text is missing.
  if (/^(?:[^"]+"|[^']+')$/.test(words)) return jsonTextOf(words.slice(0, -1))
  const literal = LITERALS.get(words.toLowerCase())
  // Words are all small, all capital or begin with a capital; others are names.
  if (literal !== undefined && /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(words)) return literal
  return numberOf(words) ?? JSON.stringify(words)
}

function numberOf(words: string): string | null {
  if (JSON_NUMBER.test(words)) return words
  const { sign = '', hex, whole, rest, power = '' } = NUMBER.exec(words)?.groups ?? {}
  const minus = sign === '-' ? '-' : ''
  if (hex !== undefined) return `${minus}${BigInt(hex)}`
  if (whole === undefined && rest === undefined) return words === '-' ? '0' : null
  const digits = whole?.replaceAll('_', '') ?? '0'
  // JSON5 has no numbers with a zero before other digits either.
  if (/^0\d/.test(digits)) return null
  const exponent = /\d$/.test(power) ? power : ''
  return `${minus}${digits}${rest === undefined ? '' : `.${rest.replaceAll('_', '')}`}${exponent}`
}

// A comma in a text whose first quote is missing.
const REST_OF_TEXT = /,[^"{}[\]:\n]{0,100}[\p{L}\p{N}.!?]"\s*[,}\]]/uy

function isWhole(words: string): boolean {
  return words !== '' && !plainValue(words).startsWith('"')
}

/**
 * Reads words without quotes up to a comma, a bracket that closes, the end of the line or the next name, and gives
 * them as they are written. Brackets inside words belong to them.
 */
export function readWords(source: JsonSource, role: Role): string {
  const { text, at: start, open } = source
  const inside: string[] = []
  let at = start
  for (; at < text.length; at++) {
    const char = text[at]!
    if (/[{[(]/.test(char)) {
      if (inside.length === 0 && isWhole(text.slice(start, at).trim())) break
      inside.push(char)
    } else if (inside.length > 0 && /[}\])]/.test(char)) inside.pop()
    else if (inside.length > 0) continue
    else if (char === ',' && isAt(REST_OF_TEXT, text, at)) continue
    else if (char === '"' && isKeyAt(text, at)) break
    else if (/[,}\]\n]/.test(char) || (char === ')' && open.includes('('))) break
    else if (role === 'element' && /\s/.test(char) && isWhole(text.slice(start, at))) break
    else if (/\s/.test(char) && (isKeyAt(text, at) || text.startsWith('//', pastSpace(text, at)))) break
    else if (text.startsWith('/*', at) || text.startsWith('```', at)) break
  }
  source.at = at
  return text.slice(start, at).trim()
}
