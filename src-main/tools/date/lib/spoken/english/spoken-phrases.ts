import { withCalendarDays, withDaysNearDates } from './calendar-words.ts'
import { withClockForms } from './clock-forms.ts'
import { withDayForms } from './day-forms.ts'
import { withSpans } from './spans.ts'
import { withLooseOrder, withPartsOfDay } from './loose-order.ts'
import { withNamedDays } from './named-days.ts'
import { dayMeant, isoOf, type Reference } from '../year-meant.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const PLACES: Readonly<Record<string, number>> = {
  ...{
    first: 1,
    '1st': 1,
    second: 2,
    '2nd': 2,
    third: 3,
    '3rd': 3,
    fourth: 4,
    '4th': 4,
    fifth: 5,
    '5th': 5,
  },
  last: -1,
}
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
}
const HOURS = [
  'twelve',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
]

const DAY_OF_MONTH = new RegExp(
  `\\b(?:the )?(${Object.keys(PLACES).join('|')}) (${WEEKDAYS.join('|')}) (?:of|in) ` +
    `((?:${MONTHS.join('|')})[a-z]*)\\.?,?(?: (\\d{4}))?\\b`,
  'gi',
)
const FORTNIGHTS = /\b(a|one|two|three|four|five|six|\d{1,3}) fortnights?\b/gi
const PAST = new RegExp(
  `\\b(half|(?:three )?quarters?) (past|to) (\\d{1,2}(?!\\d)|(?:${HOURS.join('|')})\\b)(?!:)`,
  'gi',
)

/**
 * English phrases that the reader of dates takes for less than they say, in other words: the last Friday of a month,
 * fortnights, half past eight.
 */
export function inPlainWords(text: string, reference: Reference): string {
  const forms = withDayForms(withClockForms(withSpans(text)), reference)
  const days = withCalendarDays(withLooseOrder(forms, reference), reference)
  const times = withDaysNearDates(withNamedDays(days, reference))
    .replace(DAY_OF_MONTH, (phrase, place: string, weekday: string, month: string, named?: string) => {
      const dayIn = (year: number) => dayOf(PLACES[place.toLowerCase()]!, weekday, month, year)
      const day = named === undefined ? dayMeant(dayIn, reference) : dayIn(Number(named))
      return day === null ? phrase : isoOf(day)
    })
    .replace(
      FORTNIGHTS,
      (_, count: string) => `${2 * (NUMBERS[count.toLowerCase()] ?? Number(count))} weeks`,
    )
    .replace(PAST, (phrase, part: string, side: string, hour: string) => {
      const named = HOURS.indexOf(hour.toLowerCase())
      const hours = named === -1 ? Number(hour) : named || 12
      const minutes = /^half/i.test(part) ? 30 : /^three/i.test(part) ? 45 : 15
      if (side.toLowerCase() === 'past') return `${hours}:${minutes}`
      // Nobody says half to.
      return minutes !== 15 ? phrase : `${hours === 1 ? 12 : hours - 1}:45`
    })
  return withPartsOfDay(times)
}

function dayOf(place: number, weekday: string, month: string, year: number): number | null {
  const at = MONTHS.indexOf(month.slice(0, 3).toLowerCase())
  const wanted = WEEKDAYS.indexOf(weekday.toLowerCase())
  const all = Array.from({ length: 31 }, (_, day) => new Date(Date.UTC(year, at, day + 1))).filter(
    (day) => day.getUTCMonth() === at && day.getUTCDay() === wanted,
  )
  // The fifth of some months does not exist.
  return all.at(place > 0 ? place - 1 : place)?.getTime() ?? null
}
