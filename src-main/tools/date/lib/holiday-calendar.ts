import Holidays, { type HolidaysTypes } from 'date-holidays'
import { correctHolidays } from './holiday-corrections.ts'
import { indianHolidays } from './indian-holidays.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { counted } from '../../../../src-shared/counted.ts'

const MAX_NAMED = 60
const DAY_MS = 86_400_000

export interface HolidayPlace {
  readonly country: string
  readonly region?: string | undefined
  readonly subregion?: string | undefined
}

export interface HolidayDay {
  /** The first day, such as 2026-12-25. */
  readonly date: string
  readonly days: number
  readonly name: string
  readonly type: HolidaysTypes.HolidayType
  readonly substitute: boolean
}

/**
 * The holidays of a year, in the order of their dates.
 * @param language of the names; missing ones are in the country's own language
 * @throws InvalidInput when the library does not know the country, region or subregion
 */
export function holidaysOf(
  place: HolidayPlace,
  year: number,
  types: readonly HolidaysTypes.HolidayType[],
  language?: string,
): HolidayDay[] {
  const calendar = calendarOf(place, types, language)
  const known = calendar.getHolidays(year, language).map((holiday) => ({
    date: holiday.date.slice(0, 10),
    days: Math.max(1, Math.round((holiday.end.getTime() - holiday.start.getTime()) / DAY_MS)),
    name: holiday.name,
    type: holiday.type,
    substitute: holiday.substitute ?? false,
  }))
  return place.country === 'IN' ? withMovingDays(known, year, types) : known
}

// The library has the fixed holidays of India alone; its regions have some of the others.
function withMovingDays(
  known: readonly HolidayDay[],
  year: number,
  types: readonly HolidaysTypes.HolidayType[],
): HolidayDay[] {
  const moving = (indianHolidays(year) ?? [])
    .filter(({ type }) => types.includes(type))
    .filter(({ date, name }) => !known.some((one) => one.date === date && one.name.includes(name)))
    .map((day) => ({ ...day, days: 1, substitute: false }))
  return [...known, ...moving].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

function calendarOf(
  { country, region, subregion }: HolidayPlace,
  types: readonly HolidaysTypes.HolidayType[],
  language: string | undefined,
): Holidays {
  const all = new Holidays()
  check('country', country, all.getCountries('en'))
  if (region !== undefined) check('region', region, all.getStates(country, 'en'))
  if (subregion !== undefined) {
    if (region === undefined) throw new InvalidInput('region', 'A subregion needs a region; send both')
    check('subregion', subregion, all.getRegions(country, region, 'en'))
  }
  const options = { types: [...types], ...(language === undefined ? {} : { languages: [language] }) }
  const calendar = new Holidays(
    { country, ...(region && { state: region }), ...(subregion && { region: subregion }) },
    options,
  )
  correctHolidays(calendar, country, region !== undefined)
  return calendar
}

// The library returns undefined if a country has no regions at all, whatever its types say.
function check(
  field: string,
  code: string,
  known: Readonly<Record<string, string>> | null | undefined,
): void {
  if (known && Object.hasOwn(known, code)) return
  const names = Object.keys(known ?? {})
  const list = names.length === 0 ? 'none is known there' : `known are ${listOf(names)}`
  throw new InvalidInput(field, `${code} is not a known ${field}; ${list}`)
}

function listOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${counted(more, 'other')}` : '')
}
