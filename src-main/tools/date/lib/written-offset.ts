import type { DateTime } from 'luxon'

interface OffsetForm {
  readonly colon: boolean
  /** Whether minutes are left out if there are none. */
  readonly short?: boolean
  /** Whether seconds are written if there are any: local mean times have them. */
  readonly seconds?: boolean
}

/**
 * A distance from UTC as ISO 8601 and UTS #35 write it: `+02:00`, `-0330`, `+00:19:32`.
 * @param minutes ahead of UTC, with a fraction for seconds
 */
export function writtenOffset(
  minutes: number,
  { colon, short = false, seconds = false }: OffsetForm,
): string {
  const whole = Math.round(Math.abs(minutes) * 60)
  const mark = colon ? ':' : ''
  const rest = Math.floor(whole / 60) % 60
  const second = seconds ? whole % 60 : 0
  const hours = `${minutes < 0 ? '-' : '+'}${digits(Math.floor(whole / 3_600))}`
  if (short && rest === 0 && second === 0) return hours
  return `${hours}${mark}${digits(rest)}${second === 0 ? '' : mark + digits(second)}`
}

/** What RFC 2822 leaves out of an offset, as a sentence without its full stop; null if it leaves out nothing. */
export function secondsNote(minutes: number): string | null {
  if (!hasSeconds(minutes)) return null
  return `RFC 2822 has no place for the seconds of ${writtenOffset(minutes, { colon: true, seconds: true })}`
}

/** A time in ISO 8601 with the whole of its offset, so that it is the same instant when it is read. */
export function isoOf(time: DateTime): string {
  // Null is only for invalid dates.
  if (!hasSeconds(time.offset)) return time.toISO() ?? ''
  return `${time.toISO({ includeOffset: false })}${writtenOffset(time.offset, { colon: true, seconds: true })}`
}

const hasSeconds = (minutes: number): boolean => Math.round(minutes * 60) % 60 !== 0
const digits = (value: number): string => String(value).padStart(2, '0')
