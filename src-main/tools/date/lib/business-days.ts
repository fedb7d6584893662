import { holidaysOf } from './holiday-calendar.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 18_300
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export interface DaySpan {
  readonly from: string
  readonly to: string
  readonly include_end: boolean
  readonly weekend: readonly string[]
  readonly country?: string | undefined
  readonly region?: string | undefined
  readonly subregion?: string | undefined
  readonly holidays: readonly string[]
}

/**
 * Counts working days.
 * @throws InvalidInput for days that do not exist, an unknown country, or more than 50 years
 */
export function countBusinessDays(span: DaySpan) {
  const [one, other] = [dayOf('from', span.from), dayOf('to', span.to)]
  const isBackwards = other < one
  const first = Math.min(one, other)
  const last = Math.max(one, other)
  if ((last - first) / DAY_MS > MAX_DAYS)
    throw new InvalidInput('to', 'At most 50 years can be counted; split the range')
  // The excluded end is `to`, whether it is earlier or later.
  const begin = !span.include_end && isBackwards ? first + DAY_MS : first
  const end = !span.include_end && !isBackwards ? last - DAY_MS : last

  const free = freeDays(span, first, last)
  const holidays: { date: string; name: string | null }[] = []
  let business = 0
  let weekends = 0
  for (let day = begin; day <= end; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10)
    if (span.weekend.includes(WEEKDAYS[new Date(day).getUTCDay()] ?? '')) weekends++
    else if (free.has(date)) holidays.push({ date, name: free.get(date) ?? null })
    else business++
  }
  return {
    business_days: isBackwards ? 0 - business : business,
    calendar_days: business + weekends + holidays.length,
    weekend_days: weekends,
    holidays,
  }
}

function freeDays(span: DaySpan, first: number, last: number): Map<string, string | null> {
  const free = new Map<string, string | null>()
  for (const [index, day] of span.holidays.entries()) {
    dayOf(`holidays.${index}`, day)
    free.set(day, null)
  }
  const { country, region, subregion } = span
  if (country === undefined) {
    if (region !== undefined) throw new InvalidInput('country', 'A region needs a country; send both')
    return free
  }
  // A holiday of several days may start in the year before.
  for (let year = yearOf(first - 14 * DAY_MS); year <= yearOf(last); year++)
    for (const { date, days, name } of holidaysOf({ country, region, subregion }, year, ['public']))
      for (let index = 0; index < days; index++)
        free.set(new Date(Date.parse(date) + index * DAY_MS).toISOString().slice(0, 10), name)
  return free
}

function yearOf(day: number): number {
  return new Date(day).getUTCFullYear()
}

function dayOf(field: string, text: string): number {
  const day = Date.parse(`${text}T00:00:00Z`)
  // Date.parse turns some days that a month does not have into days of the next month.
  if (
    Number.isNaN(day) ||
    new Date(day).toISOString().slice(0, 10) !== text ||
    yearOf(day) < 1900 ||
    yearOf(day) > 2100
  )
    throw new InvalidInput(field, `${text} is not a day between 1900 and 2100`)
  return day
}
