const DAY_MS = 86_400_000
const DATE = /^(\d{4})(?:-?W(\d{2})-?(\d)|-?(\d{3})|-?(\d{2})-?(\d{2}))(?=$|[T ])/i
const TIME = /^([T ])(\d{2}):?(\d{2})(?::?(\d{2}(?:[.,]\d{1,9})?))?(Z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)?$/i

/** Every form of a date of ISO 8601 to the day: of the calendar, of a week, of a year, with hyphens or without. */
export const ISO_DATE = String.raw`\d{4}(?:-\d{2}-\d{2}|\d{4}|-W\d{2}-\d|W\d{3}|-?\d{3})`
/** A time of day with minutes, with colons or without, and an offset. */
export const ISO_TIME =
  String.raw`(?:\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?|\d{4}(?:\d{2}(?:[.,]\d{1,9})?)?)` +
  String.raw`(?:Z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)?`

/**
 * Writes a date of ISO 8601 as year, month and day, and its time with colons: `2026-W01-1` and `2025-363` are
 * `2025-12-29`. What does not exist stays as it is.
 */
export function toCalendarForm(text: string): string {
  const [date = '', year = '', week, weekday, ordinal, month, day] = DATE.exec(text) ?? []
  const [whole, mark = '', hour, minute, second, offset = ''] = TIME.exec(text.slice(date.length)) ?? []
  const calendar =
    month === undefined
      ? calendarDayOf(Number(year), { week, weekday, ordinal })
      : `${year}-${month}-${day}`
  if (date === '' || calendar === null || (whole === undefined && text.length > date.length)) return text
  if (whole === undefined) return calendar
  return `${calendar}${mark}${hour}:${minute}${second === undefined ? '' : `:${second}`}${offset}`
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
