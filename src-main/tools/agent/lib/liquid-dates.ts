import type { FilterImplOptions, Liquid } from 'liquidjs'
import { plainNumber } from './liquid-decimals.ts'
import { strftime, type ZonedTime } from './strftime.ts'

/** Filters of the library alone, which read their dates in its own way. */
const OTHER_FILTERS = ['date_to_xmlschema', 'date_to_rfc822', 'date_to_string', 'date_to_long_string']
/** A longer text is not a date, and would take long to be read. */
const MAX_DATE_CHARS = 100
const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i
/** Where North American clocks are, in hours, as RFC 2822 names them. */
const ZONES: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
}

/** Gives an engine the filter `date` as Liquid's reference has it, and takes the clock from all filters of dates. */
export function readDates(engine: Liquid): void {
  engine.registerFilter('date', (value: unknown, format: unknown) => {
    if ((format ?? null) === null || format === '') return value
    const time = timeOf(plainNumber(value))
    return time === null ? value : strftime(time, String(format))
  })
  for (const name of OTHER_FILTERS) {
    const filter: FilterImplOptions | undefined = engine.filters[name]
    if (typeof filter !== 'function') continue
    engine.registerFilter(name, function (value: unknown, ...parameters: unknown[]) {
      const time = typeof value === 'string' ? timeOf(value) : null
      const read = time === null ? value : new Date(instantOf(time)).toISOString()
      const dated: unknown = filter.call(this, read, ...parameters)
      return dated
    })
  }
}

/**
 * The time that a value names: seconds since 1970, or a text. One without a zone is in UTC.
 * @returns null if it is not a time
 * @throws Error if the text means another time each day
 */
function timeOf(value: unknown): ZonedTime | null {
  if (typeof value === 'number') return sinceEpoch(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (text.length > MAX_DATE_CHARS) return null
  if (/^(?:now|today)$/i.test(text))
    throw new Error('The current time is not available; send it as a variable')
  if (/^\d+$/.test(text)) return sinceEpoch(Number(text))
  const { rest, offsetMinutes, zone } = zoneOf(text)
  const wall = wallTimeOf(dateFirst(rest))
  if (wall === null) return null
  const fraction = /:\d{2}[.,](\d+)/.exec(rest)?.[1] ?? ''
  return { wall, offsetMinutes, zone, fraction }
}

function instantOf({ wall, offsetMinutes }: ZonedTime): number {
  return wall.getTime() - offsetMinutes * 60_000
}

function sinceEpoch(seconds: number): ZonedTime | null {
  const wall = new Date(seconds * 1_000)
  if (Number.isNaN(wall.getTime())) return null
  const fraction = /\.(\d+)$/.exec(String(Math.abs(seconds)))?.[1] ?? ''
  return { wall, offsetMinutes: 0, zone: 'UTC', fraction }
}

/** A text without the zone at its end, and where that is. */
interface Zoned {
  readonly rest: string
  readonly offsetMinutes: number
  readonly zone: string
}

function zoneOf(text: string): Zoned {
  const named = /^(.*\d.*?)\s*\b(UTC|GMT|[ECMP][SD]T)$/is.exec(text) ?? /^(.*\d)(Z)$/is.exec(text)
  if (named) {
    const hours = ZONES[named[2]!.toUpperCase()]
    return { rest: named[1]!, offsetMinutes: (hours ?? 0) * 60, zone: hours === undefined ? 'UTC' : '' }
  }
  // After a time alone: the last part of 2020-01-05 is a day.
  const offset = /^(.*\d:\d{2}.*?|.*T\d{4,6})\s*(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})?$/is.exec(text)
  if (!offset) return { rest: text, offsetMinutes: 0, zone: 'UTC' }
  const minutes = Number(offset[3]) * 60 + Number(offset[4] ?? 0)
  return { rest: offset[1]!, offsetMinutes: offset[2] === '-' ? -minutes : minutes, zone: '' }
}

/**
 * A text whose date, if it is made of numbers, is in the order of ISO 8601. Ruby reads `03/04/2016` as the third of
 * April and `16/03/04` as the fourth of March; a month of more than 12 is a day.
 */
function dateFirst(text: string): string {
  const compact = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?)?$/.exec(text)
  if (compact) {
    const [, year, month, day, hour = '00', minute = '00', second = '00'] = compact
    return `${year}-${month}-${day}T${hour}:${minute}:${second}`
  }
  const found = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?=$|[T\s])(.*)$/s.exec(text)
  if (!found) return text
  const [, first, , second, third, time] = found
  const [year, month, day] = [first!, third!].some(({ length }) => length > 2)
    ? first!.length > 2
      ? [first!, second!, third!]
      : Number(second) > 12
        ? [third!, first!, second!]
        : [third!, second!, first!]
    : [`${Number(first) < 69 ? 20 : 19}${first!.padStart(2, '0')}`, second!, third!]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time}`
}

// The engine of JavaScript also reads texts that are not dates, so it is asked about those that look like one.
function wallTimeOf(text: string): Date | null {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T\s]\s*(.*))?$/s.exec(text)
  if (!iso && !MONTH.test(text)) return null
  if (!iso && !/\d{4}/.test(text))
    throw new Error(`${text} has no year, and the current time is not available; add the year`)
  const plain = text
    .replace(/(\d)(?:st|nd|rd|th)\b(?:\s+of\b)?/gi, '$1')
    .replace(/(?<![:\d])(\d{1,2})\s*([ap])m\b/gi, '$1:00 $2m')
  const forms = iso
    ? [`${iso[1]}T${iso[2] ?? '00:00'}Z`, `${plain.replace('T', ' ')} UTC`]
    : [`${plain} UTC`]
  for (const form of forms) {
    const milliseconds = Date.parse(form)
    if (!Number.isNaN(milliseconds)) return new Date(milliseconds)
  }
  return null
}
