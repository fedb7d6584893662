const DAY_MS = 86_400_000
const BILLION = 1_000_000_000n
const DATE = /^(\d{4})(?:-?W(\d{2})-?(\d)|-?(\d{3})|-?(\d{2})-?(\d{2}))(?=$|[T ])/i
const OFFSET = String.raw`(?:Z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)?`
const FRACTION = String.raw`(?:[.,]\d{1,9})?`
const TIME = new RegExp(`^([T ])(\\d{2})(?::?(\\d{2})(?::?(\\d{2}))?)?(${FRACTION})(${OFFSET})$`, 'i')

/** Every form of a date of ISO 8601 to the day: of the calendar, of a week, of a year, with hyphens or without. */
export const ISO_DATE = String.raw`\d{4}(?:-\d{2}-\d{2}|\d{4}|-W\d{2}-\d|W\d{3}|-?\d{3})`
/** A time of day to the hour, minute or second, the last with a fraction or without, and an offset. */
export const ISO_TIME = String.raw`(?:\d{2}(?::\d{2}(?::\d{2})?)?|\d{4}|\d{6})${FRACTION}${OFFSET}`

/**
 * Writes a date of ISO 8601 as year, month and day, and its time as hours and minutes with colons, with
 * seconds if there are any: `2026-W01-1` and `2025-363` are `2025-12-29`, and `T12Z` is `T12:00Z`.
 * What does not exist stays as it is.
 */
export function toCalendarForm(text: string): string {
  const [date = '', year = '', week, weekday, ordinal, month, day] = DATE.exec(text) ?? []
  const [whole, mark = '', hour = '', minute, second, fraction = '', offset = ''] =
    TIME.exec(text.slice(date.length)) ?? []
  const calendar =
    month === undefined
      ? calendarDayOf(Number(year), { week, weekday, ordinal })
      : `${year}-${month}-${day}`
  if (date === '' || calendar === null || (whole === undefined && text.length > date.length)) return text
  if (whole === undefined) return calendar
  return calendar + mark + toClock({ hour, minute, second, fraction }) + offset
}

interface Clock {
  readonly hour: string
  readonly minute: string | undefined
  readonly second: string | undefined
  readonly fraction: string
}

// A fraction belongs to the last part that is written (ISO 8601-1, 5.3.1.4): 12.5 and 12:30 are the same time.
function toClock({ hour, minute, second, fraction }: Clock): string {
  if (second !== undefined) return `${hour}:${minute}:${second}${fraction}`
  if (fraction === '') return `${hour}:${minute ?? '00'}`
  const seconds = BigInt(fraction.slice(1).padEnd(9, '0')) * (minute === undefined ? 3_600n : 60n)
  const whole = Number(seconds / BILLION)
  const parts = [minute === undefined ? Math.floor(whole / 60) : minute, whole % 60]
  const [minutes, rest] = parts.map((part) => String(part).padStart(2, '0'))
  return `${hour}:${minutes}:${rest}.${String(seconds % BILLION).padStart(9, '0')}`
}

interface Place {
  readonly week: string | undefined
  readonly weekday: string | undefined
  readonly ordinal: string | undefined
}

function calendarDayOf(year: number, { week, weekday, ordinal }: Place): string | null {
  const [first, next] =
    ordinal === undefined ? [weekOneOf(year), weekOneOf(year + 1)] : [newYearOf(year), newYearOf(year + 1)]
  const days = ordinal === undefined ? Number(week) * 7 - 8 + Number(weekday) : Number(ordinal) - 1
  const instant = first + days * DAY_MS
  const isDay = instant >= first && instant < next && (weekday === undefined || /[1-7]/.test(weekday))
  return isDay ? new Date(instant).toISOString().slice(0, 10) : null
}

// Date.UTC means 1900 and later by years before 100.
const newYearOf = (year: number): number => new Date(0).setUTCFullYear(year, 0, 1)

/** The Monday of the week with 4 January. */
function weekOneOf(year: number): number {
  const fourth = newYearOf(year) + 3 * DAY_MS
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS
}
