import { endOfString } from '../json-depth.ts'
import { keepsDigits, partsOf } from './number-digits.ts'
import { parseJson } from '../parse-json.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const MAX_SHOWN_DIGITS = 60
/** What a float needs at most to be read again, and what programs without a shorter way write. */
const MAX_FLOAT_DIGITS = 17
/** No number of so many characters without an exponent is rounded. */
const SURE_CHARS = 15
/** Numbers that are looked at in one step, which takes some milliseconds at most. */
const BATCH = 1_000
// A float keeps any fifteen digits of usual size, so most texts are done with this.
const MAY_ROUND = /(?:^|[[{:,\s-])\d[\d.]{15}|\d[eE][+-]?\d{3}/
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** A number of a JSON text by its place in it. */
interface LongNumber {
  readonly at: number
  readonly written: string
}

/** A number of a JSON text that a 64-bit float would change. */
export interface RoundedNumber {
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
 * The first number of a JSON text with digits that a 64-bit float does not hold: as a value it would be another
 * number. Null if there is none. What a program wrote from a float of its own is never one.
 * @param text is known to be JSON
 */
export function findRoundedNumber(text: string): RoundedNumber | null {
  const search = searchRoundedNumber(text)
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
  }
}

/** The same search in short steps, for texts of many numbers: what it returns is the answer. */
export function* searchRoundedNumber(text: string): Generator<undefined, RoundedNumber | null> {
  if (!MAY_ROUND.test(text)) return null
  const long: LongNumber[] = []
  for (const found of longNumbersIn(text)) {
    long.push(found)
    if (long.length < BATCH) continue
    const rounded = firstRounded(long)
    if (rounded) return tellOf(rounded, text)
    long.length = 0
    yield
  }
  const rounded = firstRounded(long)
  return rounded ? tellOf(rounded, text) : null
}

/** The numbers of a JSON text that are as long as one that may be rounded, without their signs. */
function* longNumbersIn(text: string): Generator<LongNumber> {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code >= ZERO && code <= NINE) {
      NUMBER.lastIndex = at
      NUMBER.test(text)
      const end = NUMBER.lastIndex
      const written = text.slice(at, end)
      if (end - at > SURE_CHARS || /[eE]/.test(written)) yield { at, written }
      at = end - 1
    }
  }
}

// The engine writes a list of floats many times faster than single ones, and most numbers are as it writes them.
function firstRounded(long: readonly LongNumber[]): LongNumber | undefined {
  const read = JSON.stringify(long.map(({ written }) => Number(written)))
    .slice(1, -1)
    .split(',')
  return long.find(
    ({ written }, index) => written !== read[index] && !keepsDigits(written) && !isFloat(written),
  )
}

function tellOf({ at: end, written }: LongNumber, text: string): RoundedNumber {
  const open: Level[] = []
  let lastString = 0
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      lastString = at
      at = endOfString(text, at)
    } else if (code === COLON) open.at(-1)!.name = lastString
    else if (code === COMMA) open.at(-1)!.item++
    else move(open, text.charAt(at))
  }
  const number = text.charAt(end - 1) === '-' ? `-${written}` : written
  return { path: open.map((level) => stepOf(level, text)), message: messageOf(number) }
}

/**
 * Whether this is a float in the digits that it has itself, such as 0.10000000000000001: C's %.17g and others write
 * more than the fewest. Integers are left out, because programs that hold them exactly write them so, too.
 */
function isFloat(written: string): boolean {
  if (/^\d{16}/.test(written)) return false
  const float = Number(written)
  if (float.toPrecision(MAX_FLOAT_DIGITS) === written) return true
  const sent = partsOf(written)
  if (!sent || sent.digits.length > MAX_FLOAT_DIGITS) return false
  const read = partsOf(float.toPrecision(sent.digits.length))
  return read !== null && read.digits === sent.digits && read.power === sent.power
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
    `${shown} would become ${Number(number)}: numbers here are 64-bit floats. Send fewer digits or a text in quotes, ` +
    'or, where a field takes JSON as text, send the whole JSON as text'
  )
}
