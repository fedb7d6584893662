import { FIRST_INSTANT, LAST_INSTANT } from './date-fields.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

export const UNIX_UNITS = ['s', 'ms', 'us', 'ns'] as const
export type UnixUnit = (typeof UNIX_UNITS)[number]

const DIGITS: Readonly<Record<UnixUnit, number>> = { s: 9, ms: 6, us: 3, ns: 0 }

/** The most likely unit of a Unix time: seconds up to the year 5138, then milliseconds, and so on. */
export function guessUnit(text: string): UnixUnit {
  const digits = (/\d+/.exec(text)?.[0] ?? '').replace(/^0+/, '').length
  if (digits <= 11) return 's'
  if (digits <= 14) return 'ms'
  return digits <= 17 ? 'us' : 'ns'
}

/**
 * A Unix time in nanoseconds, rounded down.
 * @throws InvalidInput outside the years 1 to 9999
 */
export function nanosecondsOf(text: string, unit: UnixUnit): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const digits = DIGITS[unit]
  const size = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  const nanoseconds = sign === '-' ? -size : size
  if (
    nanoseconds < BigInt(FIRST_INSTANT) * 1_000_000n ||
    nanoseconds >= BigInt(LAST_INSTANT + 1) * 1_000_000n
  )
    throw new InvalidInput('value', 'This is outside the years 1 to 9999; check the unit')
  return nanoseconds
}

/** An instant in whole milliseconds, rounded down, and the remaining nanoseconds. */
export function splitMilliseconds(nanoseconds: bigint): { ms: number; rest: number } {
  const rest = ((nanoseconds % 1_000_000n) + 1_000_000n) % 1_000_000n
  return { ms: Number((nanoseconds - rest) / 1_000_000n), rest: Number(rest) }
}
