import { z } from 'zod'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { withoutMark } from './byte-order-mark.ts'
import { parseJsonWith } from '../../../src-shared/parse-json.ts'
import { pointerToken } from '../../../src-shared/json-schema/pointer-token.ts'
import { keepsDigits, partsOf } from '../../../src-shared/numbers/number-digits.ts'

const MAX_WARNINGS = 100
// A float keeps any fifteen digits; only longer numbers and exponents are looked at.
const MAY_LOSE = /[\d.]{16}|\d[eE][+-]?\d/
// Other numbers that JSON.stringify would write in another way: 1.10, 1.0 and -0.
const MAY_DIFFER = /[\d.]{16}|\d[eE]|\.\d*0(?!\d)|-0/

/** A number of a JSON text as it is written: one that a 64-bit float would change, or would be written otherwise. */
export class ExactNumber {
  readonly written: string

  constructor(written: string) {
    this.written = written
  }

  /** What JSON.stringify writes: the closest float. */
  toJSON(): number {
    return Number(this.written)
  }
}

/** The output field of a tool that reads JSON texts and answers with JSON values. */
export const DIGIT_WARNINGS = {
  warnings: z
    .array(z.string())
    .optional()
    .describe('Numbers of a JSON text that a 64-bit float cannot hold, as sent and as read; at most 100'),
}

/**
 * The values of that field: set if a JSON text has numbers that lose digits.
 * @param sent what the caller sent: JSON texts, which have been read before, and other values
 */
export function digitWarningsOf(...sent: unknown[]): { warnings?: string[] } {
  const warnings = sent.flatMap((text) => (typeof text === 'string' ? lostDigitsIn(text) : []))
  return warnings.length === 0 ? {} : { warnings: warnings.slice(0, MAX_WARNINGS) }
}

function lostDigitsIn(text: string): string[] {
  if (!MAY_LOSE.test(text)) return []
  const warnings: string[] = []
  parseJsonWith(withoutMark(text), (value, written, pathOf) => {
    if (typeof value === 'number' && warnings.length < MAX_WARNINGS && !keepsDigits(written))
      warnings.push(warningOf(pathOf(), written))
  })
  return warnings
}

/** How the numbers of a JSON text that a float changes are written, by those floats; empty for other values. */
export function writtenNumbersIn(sent: unknown): ReadonlyMap<number, string> {
  const written = new Map<number, string>()
  if (typeof sent !== 'string' || !MAY_LOSE.test(sent)) return written
  parseJsonWith(withoutMark(sent), (value, text) => {
    if (typeof value === 'number' && !keepsDigits(text) && !written.has(value)) written.set(value, text)
  })
  return written
}

/** Says where digits were lost, which was sent, and what it was read as. */
function warningOf(path: readonly (string | number)[], written: string): string {
  const pointer = path.map((step) => `/${pointerToken(step)}`).join('')
  const place = pointer === '' ? 'The document' : pointer.slice(-200).toWellFormed()
  return `${place} was ${written.slice(0, 100)}, and is ${Number(written)} as a 64-bit float`
}

/**
 * Reads a text that is known to be JSON; numbers that would lose digits become an ExactNumber.
 * @throws SyntaxError for more levels than the stack holds
 */
export function parseExactJson(text: string): unknown {
  return parseJsonWith(withoutMark(text), (value, written) =>
    typeof value === 'number' && !keepsDigits(written) ? new ExactNumber(written) : value,
  )
}

/**
 * The same for tools that write numbers: one that JSON.stringify would write otherwise becomes an ExactNumber, too.
 * @throws SyntaxError for more levels than the stack holds
 */
export function parseWrittenJson(text: string): unknown {
  return parseJsonWith(withoutMark(text), (value, written) =>
    typeof value === 'number' && String(value) !== written ? new ExactNumber(written) : value,
  )
}

/** Whether reading a text with `parseWrittenJson` can make a difference; cheap. */
export function mayDiffer(text: string): boolean {
  return MAY_DIFFER.test(text)
}

/** Whether reading a text with `parseExactJson` can make a difference; cheap. */
export function mayLoseDigits(text: string): boolean {
  return MAY_LOSE.test(text)
}

/** Such a value with floats for all numbers. */
export function withFloats(value: unknown): unknown {
  if (value instanceof ExactNumber) return value.toJSON()
  if (Array.isArray(value)) return value.map(withFloats)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFloats(member)]))
}

/** Writes such a value as JSON.stringify does, with each number as it was written. */
export function stringifyExact(value: unknown, indent = 0): string {
  // Newer than TypeScript's declarations: ECMAScript's source text access.
  const { rawJSON } = JSON as unknown as { rawJSON: (this: void, text: string) => unknown }
  return JSON.stringify(value, rawNumber, indent)

  function rawNumber(this: Record<string, unknown>, key: string, read: unknown): unknown {
    const member = this[key]
    if (member instanceof ExactNumber) return rawJSON(member.written)
    // JSON has a negative zero (RFC 8259, 6), whose sign JSON.stringify drops.
    return Object.is(read, -0) ? rawJSON('-0') : read
  }
}

/** A text that two such values share if they are equal as JSON: members in any order, numbers by value. */
export function exactIdentity(value: unknown): string {
  if (value instanceof ExactNumber) {
    const { digits, power } = partsOf(value.written)!
    return `${digits}e${power}`
  }
  if (Array.isArray(value)) return `[${value.map(exactIdentity).join()}]`
  if (typeof value !== 'object' || value === null) return canonicalJson(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${exactIdentity(member)}`).join()}}`
}
