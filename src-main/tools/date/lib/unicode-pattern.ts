import type { DateTime } from 'luxon'
import { monthAlone, monthName, weekdayAlone, weekdayName } from './calendar-names.ts'
import { localWeekOf } from './local-week.ts'
import { quarterName } from './quarter-names.ts'
import { writtenOffset } from './written-offset.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const PART = /''|'((?:[^']|'')+)'|([A-Za-z])\2*|[^A-Za-z']+|'/g
const MS_PER_DAY_PARTS = [3_600_000, 60_000, 1_000] as const

type Field = (time: DateTime, letters: number) => string | null

const padded = (value: number, letters: number): string =>
  (value < 0 ? '-' : '') + String(Math.abs(value)).padStart(letters, '0')
const yearOf = (year: number, letters: number): string =>
  letters === 2 ? padded(Math.abs(year) % 100, 2) : padded(year, letters)
/** Luxon's tokens for one to six letters; null for a length that the standard does not have. */
const named =
  (...tokens: readonly (string | null)[]): Field =>
  (time, letters) => {
    const token = tokens[letters - 1] ?? null
    return token === null ? null : time.toFormat(token)
  }
const numeric =
  (most: number, valueOf: (time: DateTime) => number): Field =>
  (time, letters) =>
    letters <= most ? padded(valueOf(time), letters) : null
const eras = named('G', 'G', 'G', 'GG', 'GGGGG')
const WIDTHS = { 3: 'short', 4: 'long', 5: 'narrow' } as const
/** A name in three widths, of three to five letters; fewer are numbers. */
const names =
  (nameOf: (time: DateTime, width: 'short' | 'long' | 'narrow') => string | null): Field =>
  (time, letters) =>
    letters === 3 || letters === 4 || letters === 5 ? nameOf(time, WIDTHS[letters]) : null
const weekdays = names(weekdayName)
const weekdaysAlone = names(weekdayAlone)
const months = names(monthName)
const monthsAlone = names(monthAlone)
const quarters: Field = (time, letters) => {
  if (letters < 3) return padded(time.quarter, letters)
  if (letters > 4) return null
  const locale = time.locale ?? 'en'
  const name = quarterName(locale, time.quarter, letters === 3 ? 'short' : 'long')
  if (name !== null) return name
  throw new InvalidInput(
    'pattern',
    `The names of quarters in ${locale} are not known; send Q for their numbers`,
  )
}

// UTS #35, Date Field Symbol Table. What a language has no words for in Intl is refused.
const FIELDS: Readonly<Record<string, Field>> = {
  G: eras,
  y: (time, letters) => yearOf(time.year > 0 ? time.year : 1 - time.year, letters),
  u: (time, letters) => yearOf(time.year, letters),
  Y: (time, letters) => yearOf(localWeekOf(time).year, letters),
  Q: quarters,
  q: quarters,
  M: (time, letters) => (letters < 3 ? padded(time.month, letters) : months(time, letters)),
  L: (time, letters) => (letters < 3 ? padded(time.month, letters) : monthsAlone(time, letters)),
  w: numeric(2, (time) => localWeekOf(time).week),
  d: numeric(2, (time) => time.day),
  D: numeric(3, (time) => time.ordinal),
  F: numeric(1, (time) => Math.ceil(time.day / 7)),
  E: (time, letters) => weekdays(time, Math.max(letters, 3)),
  e: (time, letters) => (letters < 3 ? padded(time.localWeekday, letters) : weekdays(time, letters)),
  c: (time, letters) => (letters === 1 ? padded(time.localWeekday, 1) : weekdaysAlone(time, letters)),
  a: named('a', 'a', 'a', 'a'),
  h: numeric(2, (time) => time.hour % 12 || 12),
  H: numeric(2, (time) => time.hour),
  K: numeric(2, (time) => time.hour % 12),
  k: numeric(2, (time) => time.hour || 24),
  m: numeric(2, (time) => time.minute),
  s: numeric(2, (time) => time.second),
  S: (time, letters) => padded(time.millisecond, 3).padEnd(letters, '0').slice(0, letters),
  A: (time, letters) => padded(msOfDay(time), letters),
  z: named('ZZZZ', 'ZZZZ', 'ZZZZ', 'ZZZZZ'),
  Z: (time, letters) => {
    if (letters <= 3) return offset(time, 4)
    return letters === 4 ? gmt(time, true) : letters === 5 ? isoOffset(time, 5) : null
  },
  O: (time, letters) => (letters === 1 ? gmt(time, false) : letters === 4 ? gmt(time, true) : null),
  v: (time, letters) =>
    letters === 1 ? generic(time, 'shortGeneric') : letters === 4 ? generic(time, 'longGeneric') : null,
  V: (time, letters) => (letters === 2 ? (time.zoneName ?? null) : null),
  X: isoOffset,
  x: (time, letters) => (letters > 5 ? null : offset(time, letters)),
}

/**
 * Writes a time by a pattern of UTS #35 (Unicode LDML, part 4).
 * @throws InvalidInput for a letter or a number of letters that has no meaning there, or none that is known here
 */
export function formatByPattern(time: DateTime, pattern: string): string {
  let text = ''
  for (const [part, quoted, letter] of pattern.matchAll(PART)) {
    if (part === "''") text += "'"
    else if (part === "'") throw new InvalidInput('pattern', 'A quote in the pattern is not closed')
    else if (letter !== undefined) text += fieldOf(time, letter, part)
    else if (quoted !== undefined) text += quoted.replaceAll("''", "'")
    else text += part
  }
  return text
}

function fieldOf(time: DateTime, letter: string, part: string): string {
  const text = Object.hasOwn(FIELDS, letter) ? FIELDS[letter]!(time, part.length) : null
  if (text === null)
    throw new InvalidInput(
      'pattern',
      `${part.slice(0, 20)} is unknown as a field of UTS #35; known are ${Object.keys(FIELDS).join(' ')}, ` +
        "as in yyyy-MM-dd HH:mm. Put plain text in 'quotes'",
    )
  return text
}

function msOfDay(time: DateTime): number {
  const [hour, minute, second] = MS_PER_DAY_PARTS
  return time.hour * hour + time.minute * minute + time.second * second + time.millisecond
}

// Seconds have a place only in the forms of four and five letters.
function offset(time: DateTime, letters: number): string {
  return writtenOffset(time.offset, {
    colon: letters === 3 || letters === 5,
    short: letters === 1,
    seconds: letters > 3,
  })
}

function isoOffset(time: DateTime, letters: number): string | null {
  if (letters > 5) return null
  return time.offset === 0 ? 'Z' : offset(time, letters)
}

function gmt(time: DateTime, long: boolean): string {
  if (time.offset === 0) return 'GMT'
  if (long) return `GMT${offset(time, 5)}`
  return `GMT${offset(time, 5)
    .replace(/(?<=^.)0/, '')
    .replace(/:00$/, '')}`
}

function generic(time: DateTime, timeZoneName: 'shortGeneric' | 'longGeneric'): string | null {
  const parts = time.toLocaleParts({ timeZoneName })
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null
}
