import { withCalendarDays, withDaysNearDates } from './calendar-words.ts'
import { withClockForms } from './clock-forms.ts'
import { withDayForms } from './day-forms.ts'
import { withRarerForms } from './rarer-forms.ts'
import { withSpans } from './spans.ts'
import { withLooseOrder, withPartsOfDay } from './loose-order.ts'
import { HOUR_WORD, NUMBER, numberIn, PLACE } from './numbers.ts'
import { withNamedDays } from './named-days.ts'
import { dayMeant, isoOf, type Reference } from '../year-meant.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAY_OF_MONTH = new RegExp(
  `\\b(?:the )?(${PLACE}|last) (${WEEKDAYS.join('|')}) (?:of|in) ` +
    `((?:${MONTHS.join('|')})[a-z]*)\\.?,?(?: (\\d{4}))?\\b`,
  'gi',
)
const FORTNIGHTS = new RegExp(`\\b(a|${NUMBER}) fortnights?\\b`, 'gi')
const PAST = new RegExp(
  `\\b(half|(?:three )?quarters?) (past|to) (\\d{1,2}(?!\\d)|(?:${HOUR_WORD})\\b)(?!:)`,
  'gi',
)

/**
 * English phrases that the reader of dates takes for less than they say, in other words: the last Friday of a month,
 * fortnights, half past eight.
 */
export function inPlainWords(text: string, reference: Reference): string {
  const spans = withSpans(withRarerForms(text, reference))
  const forms = withDayForms(withClockForms(spans), reference)
  const days = withCalendarDays(withLooseOrder(forms, reference), reference)
  const times = withDaysNearDates(withNamedDays(days, reference))
    .replace(DAY_OF_MONTH, (phrase, place: string, weekday: string, month: string, named?: string) => {
      const dayIn = (year: number) =>
        dayOf(/^last$/i.test(place) ? -1 : numberIn(place), weekday, month, year)
      const day = named === undefined ? dayMeant(dayIn, reference) : dayIn(Number(named))
      return day === null ? phrase : isoOf(day)
    })
    .replace(FORTNIGHTS, (_, count: string) => `${2 * numberIn(count)} weeks`)
    .replace(PAST, (phrase, part: string, side: string, hour: string) => {
      const hours = numberIn(hour)
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
