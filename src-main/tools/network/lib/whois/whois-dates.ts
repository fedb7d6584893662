const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Hours that a zone is ahead of UTC; abbreviations that stand for several zones are left out. */
const ZONES: ReadonlyMap<string, number> = new Map([
  ...['z', 'utc', 'gmt', 'gmt+0:00', 'wet'].map((name) => [name, 0] as const),
  ...['cet', 'wat', 'west'].map((name) => [name, 1] as const),
  ...['cest', 'eet', 'cat'].map((name) => [name, 2] as const),
  ...['eest', 'eat'].map((name) => [name, 3] as const),
  ['hkt', 8],
  ['sgt', 8],
  ['jst', 9],
  ['kst', 9],
  ['aest', 10],
  ['nzst', 12],
  ['nzdt', 13],
  // RFC 5322, 4.3.
  ['edt', -4],
  ['est', -5],
  ['cdt', -5],
  ['mdt', -6],
  ['mst', -7],
  ['pdt', -7],
  ['pst', -8],
])

// A month in letters, day and year on either side of it: 23-Oct-2013, 2nd April, 2001, 2001-Aug-23.
const NAMED =
  /\b(\d{1,4})(?:st|nd|rd|th)?[-/. ,]*(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/. ,]*(\d{1,4})\b(.*)$/is
// Mon Apr 26 07:50:40 GMT 2010, Feb 10 2004
const MONTH_FIRST =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* +(\d{1,2}),? +(?:(\d{1,2}:\d{2}(?::\d{2})?) +(?:([a-z]{2,5}) +)?)?(\d{4})\b(.*)$/is
const YEAR_FIRST = /(?:^|[^\d])(\d{4})(?:[-/.]\s*)(\d{1,2})(?:[-/.]\s*)(\d{1,2})(?!\d)(.*)$/s
const YEAR_LAST = /(?:^|[^\d])(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)(.*)$/s
const DIGITS = /(?:^|[^\d])((?:19|20)\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?\b(.*)$/s
const CLOCK =
  /^[T\s.(]*(\d{1,2}):(\d{2})(?::(\d{2}))?(\.\d+)?\s*\(?([+-]\d{2}(?::?\d{2})?|[a-z]+(?:\+0:00)?)?/i

/**
 * A date of a WHOIS answer in ISO 8601: an instant in UTC if the server says its zone, otherwise the
 * date, with the time if there is one, as the server's own.
 * @param monthFirst whether 02/03/2024 is February 3
 * @returns the text as it is if it cannot be read; null if it has no number but 0
 */
export function whoisDate(text: string, monthFirst: boolean): string | null {
  const parts = datePartsOf(text, monthFirst)
  if (parts === null) return /[1-9]/.test(text) ? text : null
  const { year, month, day, rest } = parts
  const date = `${year}-${two(month)}-${two(day)}`
  const [all, hours, minutes, seconds = '0', fraction = '', zone = ''] = CLOCK.exec(rest) ?? []
  if (all === undefined) return date
  const time = `${two(Number(hours))}:${minutes}:${two(Number(seconds))}${fraction.slice(0, 4)}`
  const ahead = hoursAhead(zone)
  if (ahead === 'unknown') return zone === 'AM' || zone === 'PM' ? text : `${date}T${time}`
  const instant = Date.parse(`${date}T${time}Z`) - ahead * 3_600_000
  return Number.isNaN(instant) ? text : new Date(instant).toISOString()
}

/** Whether the dates with slashes of an answer have the month first: only one that could not be a month says so. */
export function hasMonthFirst(texts: readonly string[]): boolean {
  return texts.some((text) => {
    const [, first, second] = YEAR_LAST.exec(text) ?? []
    return Number(first) <= 12 && Number(second) > 12
  })
}

interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly rest: string
}

function datePartsOf(text: string, monthFirst: boolean): DateParts | null {
  const found = yearFirst(text) ?? named(text) ?? yearLast(text, monthFirst) ?? digits(text)
  if (found === null) return null
  const { year, month, day } = found
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? found : null
}

function yearFirst(text: string): DateParts | null {
  const [all, year, month, day, rest = ''] = YEAR_FIRST.exec(text) ?? []
  return all === undefined ? null : partsOf(year, month, day, rest)
}

function yearLast(text: string, monthFirst: boolean): DateParts | null {
  const [all, one, two, year, rest = ''] = YEAR_LAST.exec(text) ?? []
  if (all === undefined) return null
  return monthFirst ? partsOf(year, one, two, rest) : partsOf(year, two, one, rest)
}

function digits(text: string): DateParts | null {
  const [all, year, month, day, hours, minutes, seconds, rest = ''] = DIGITS.exec(text) ?? []
  if (all === undefined) return null
  return partsOf(year, month, day, hours === undefined ? rest : ` ${hours}:${minutes}:${seconds}${rest}`)
}

function named(text: string): DateParts | null {
  const [all, one = '', name = '', other = '', rest = ''] = NAMED.exec(text) ?? []
  if (all !== undefined && (one.length === 4) !== (other.length === 4))
    return one.length === 4
      ? partsOf(one, monthOf(name), other, rest)
      : partsOf(other, monthOf(name), one, rest)
  const [whole, month = '', day, clock = '', zone = '', year, tail = ''] = MONTH_FIRST.exec(text) ?? []
  if (whole === undefined) return null
  return partsOf(year, monthOf(month), day, clock === '' ? tail : ` ${clock} ${zone}`)
}

function partsOf(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
  rest: string,
): DateParts {
  return { year: Number(year), month: Number(month), day: Number(day), rest }
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.toLowerCase().slice(0, 3)) + 1
}

function hoursAhead(zone: string): number | 'unknown' {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  if (sign === undefined) return ZONES.get(zone.toLowerCase()) ?? 'unknown'
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

function two(part: number): string {
  return String(part).padStart(2, '0')
}
