import { endOfString } from '../json-depth.ts'
import { keepsDigits } from './number-digits.ts'
import { parseJson } from '../parse-json.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const MAX_SHOWN_DIGITS = 60
// A float keeps any fifteen digits, so most texts are done with this.
const MAY_ROUND = /[[{:,\s-]\d{16}|^\d{16}/
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** An integer of a JSON text that a 64-bit float would change. */
export interface RoundedInteger {
  /** The names and indexes on the way to it. */
  readonly path: readonly (string | number)[]
  /** Why it is refused, and what to send instead. */
  readonly message: string
}

/** Where a scan is in an array or object: at an item, or at the member with the name that begins at `name`. */
interface Level {
  readonly isArray: boolean
  item: number
  name: number
}

/**
 * The first number of a JSON text with more digits before the point than a 64-bit float holds: as a value it would
 * be another number. Null if there is none. Decimals are not looked at: the closest float is what everyone reads.
 * @param text is known to be JSON
 */
export function findRoundedInteger(text: string): RoundedInteger | null {
  if (!MAY_ROUND.test(text)) return null
  const open: Level[] = []
  let lastString = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      lastString = at
      at = endOfString(text, at)
    } else if (code >= ZERO && code <= NINE) {
      NUMBER.lastIndex = at
      const [written = ''] = NUMBER.exec(text) ?? []
      if (/^\d{16}/.test(written) && !keepsDigits(written)) {
        const number = text.charAt(at - 1) === '-' ? `-${written}` : written
        return { path: open.map((level) => stepOf(level, text)), message: messageOf(number) }
      }
      at += written.length - 1
    } else if (code === COLON) open.at(-1)!.name = lastString
    else if (code === COMMA) open.at(-1)!.item++
    else move(open, text.charAt(at))
  }
  return null
}

function move(open: Level[], mark: string): void {
  if (mark === '[' || mark === '{') open.push({ isArray: mark === '[', item: 0, name: 0 })
  else if (mark === ']' || mark === '}') open.pop()
}

function stepOf({ isArray, item, name }: Level, text: string): string | number {
  return isArray ? item : String(parseJson(text.slice(name, endOfString(text, name) + 1)))
}

function messageOf(number: string): string {
  const shown = number.length > MAX_SHOWN_DIGITS ? `${number.slice(0, MAX_SHOWN_DIGITS)}…` : number
  return (
    `${shown} would become ${Number(number)}: numbers here are 64-bit floats. Send it as a text in quotes, or, ` +
    'where a field takes JSON as text, send the whole JSON as text'
  )
}
