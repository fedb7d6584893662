import { withClockWords } from './clock-words.ts'
import { nthWeekday, withMovingDays } from '../../moving-days.ts'
import { dayMeant, isoOf, type Reference } from '../year-meant.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = `(${MONTHS.map((month) => `${month}[a-z]*`).join('|')})\\.?`
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth']
const PLACE = `(${PLACES.join('|')}|1st|2nd|3rd|4th|5th|last)`
const WHICH = '(?:(the|this|next|last) )?'

const DAY_OF_NEAR_MONTH = new RegExp(
  `\\b(?:the )?${PLACE} (day|${WEEKDAYS.join('|')}) of ${WHICH}(month|year)\\b`,
  'gi',
)
const DAY_OF_NAMED_MONTH = new RegExp(
  `\\b(?:the )?(first|1st|last) day of ${MONTH},?(?: (\\d{4}))?\\b`,
  'gi',
)
const MIDDLE = new RegExp(
  `\\bmid(?:dle of)?[- ](?:(?:(this|next|last) month)\\b|${MONTH},?(?: (\\d{4}))?\\b)`,
  'gi',
)
const QUARTER = /\bq([1-4])(?:,? (?:of )?|\/|-)(\d{4})\b|\b(\d{4})[ -]?q([1-4])\b/gi
const EDGE_OF_QUARTER = /\b(?:the )?(beginning|start|end) of q([1-4])(?:,? (?:of )?(\d{4}))?\b/gi
const NAMED_QUARTER = /\b(?:the )?(first|second|third|fourth) quarter (?:of )?(\d{4})\b/gi
const WEEK = /\b(?:calendar )?(?:week|kw|cw) (\d{1,2})(?:,? (?:of )?|\/|-)(\d{4})\b/gi
const COUNT = '(an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,3})'
const WORKING_DAYS = new RegExp(
  `\\b(in )?${COUNT} (?:business|working|work|week) ?days?( ago| from now| from today)?\\b`,
  'gi',
)
const WEEKDAY_OF_WEEK = new RegExp(
  `\\b(?:(${WEEKDAYS.join('|')}) (?:of )?(next|last|this) week|(next|last|this) week(?: on)? (${WEEKDAYS.join('|')}))\\b`,
  'gi',
)
const EDGE_OF_WEEK = new RegExp(`\\b(?:the )?(beginning|start|end) of ${WHICH}week\\b`, 'gi')
const WEEK_AFTER_NEXT = /\b(?:the )?week after next\b/gi
const TWO_DAYS_OFF = /\b(?:the )?day (after tomorrow|before yesterday)\b/gi
const NEAR_A_DATE = new RegExp(
  `\\b(?:(?:the )?(day|week)|${COUNT} (day|week)s?) (after|before|from) (\\d{4}-\\d\\d-\\d\\d)(?!\\d)`,
  'gi',
)
const WEEKDAY_WEEK = new RegExp(`\\b(${WEEKDAYS.join('|')}) week\\b(?! ?\\d)`, 'gi')
const COUNTED_WEEKDAY = new RegExp(
  `\\b${COUNT} (day|week)s? (?:after|from) (?:this |next )?(${WEEKDAYS.join('|')})\\b`,
  'gi',
)

/**
 * English words for days of a calendar, and for times, that the reader of dates lacks or takes for less than they
 * say, as dates and times: the first day of next month, Tuesday last week, Easter 2027, week 25 of a year.
 */
export function withCalendarDays(text: string, reference: Reference): string {
  const now = new Date(reference.today)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const at = Date.UTC(year, month, day)
  const monday = at - ((now.getUTCDay() + 6) % 7) * DAY_MS
  return withMovingDays(withClockWords(text), reference)
    .replace(DAY_OF_NEAR_MONTH, (phrase, place: string, kind: string, which = 'this', unit: string) => {
      const shift = shiftOf(String(which))
      const months = /^y/i.test(unit) ? 12 : 1
      const first = months === 12 ? Date.UTC(year + shift, 0) : Date.UTC(year, month + shift)
      return placed(first, months, place, kind) ?? phrase
    })
    .replace(DAY_OF_NAMED_MONTH, (phrase, place: string, name: string, named?: string) => {
      const shift = /^last$/i.test(place) ? 1 : 0
      const dayIn = (of: number) => Date.UTC(of, monthOf(name) + shift) - shift * DAY_MS
      return monthOf(name) === -1 ? phrase : isoIn(named, dayIn, reference)
    })
    .replace(MIDDLE, (phrase, which?: string, name?: string, named?: string) => {
      if (which !== undefined) return isoOf(Date.UTC(year, month + shiftOf(which), 15))
      const dayIn = (of: number) => Date.UTC(of, monthOf(name!), 15)
      return monthOf(name!) === -1 ? phrase : isoIn(named, dayIn, reference)
    })
    .replace(EDGE_OF_QUARTER, (_, edge: string, quarter: string, named?: string) => {
      const first = (Number(quarter) - 1) * 3
      const isEnd = /^end/i.test(edge)
      return isoOf(Date.UTC(Number(named ?? year), isEnd ? first + 3 : first) - (isEnd ? DAY_MS : 0))
    })
    .replace(QUARTER, (_, one?: string, y1?: string, y2?: string, two?: string) =>
      isoOf(Date.UTC(Number(y1 ?? y2), (Number(one ?? two) - 1) * 3)),
    )
    .replace(NAMED_QUARTER, (_, place: string, named: string) =>
      isoOf(Date.UTC(Number(named), PLACES.indexOf(place.toLowerCase()) * 3)),
    )
    .replace(WEEK, (phrase, week: string, named: string) => weekOf(Number(named), Number(week)) ?? phrase)
    .replace(WORKING_DAYS, (phrase, ahead: string | undefined, count: string, side = '') => {
      if (ahead === undefined && side === '') return phrase
      return isoOf(workingDaysOn(at, numberOf(count) * (/ago/i.test(String(side)) ? -1 : 1)))
    })
    .replace(WEEKDAY_OF_WEEK, (_, d1?: string, w1?: string, w2?: string, d2?: string) => {
      const place = (WEEKDAYS.indexOf((d1 ?? d2)!.toLowerCase()) + 6) % 7
      return isoOf(monday + (shiftOf((w1 ?? w2)!) * 7 + place) * DAY_MS)
    })
    .replace(EDGE_OF_WEEK, (_, edge: string, which = 'this') =>
      isoOf(monday + (shiftOf(String(which)) * 7 + (/^end/i.test(edge) ? 6 : 0)) * DAY_MS),
    )
    .replace(TWO_DAYS_OFF, (_, side: string) => isoOf(at + (/^after/i.test(side) ? 2 : -2) * DAY_MS))
    .replace(WEEK_AFTER_NEXT, isoOf(at + 14 * DAY_MS))
    .replace(WEEKDAY_WEEK, (_, weekday: string) => {
      const ahead = (WEEKDAYS.indexOf(weekday.toLowerCase()) - now.getUTCDay() + 6) % 7
      return isoOf(at + (ahead + 8) * DAY_MS)
    })
    .replace(COUNTED_WEEKDAY, (_, count: string, unit: string, weekday: string) => {
      const ahead = (WEEKDAYS.indexOf(weekday.toLowerCase()) - now.getUTCDay() + 7) % 7
      return isoOf(at + (ahead + numberOf(count) * daysOf(unit)) * DAY_MS)
    })
}

// A day that every year has, in the one that is named or meant.
function isoIn(named: string | undefined, dayIn: (year: number) => number, reference: Reference): string {
  return isoOf(named === undefined ? dayMeant(dayIn, reference)! : dayIn(Number(named)))
}

/** Days counted from a date that is written as 2026-12-25, which names may have become. */
export function withDaysNearDates(text: string): string {
  return text.replace(
    NEAR_A_DATE,
    (phrase, alone: string | undefined, count: string, unit: string, side: string, date: string) => {
      const from = Date.parse(`${date}T00:00:00Z`)
      if (Number.isNaN(from)) return phrase
      const days = (alone === undefined ? numberOf(count) : 1) * daysOf(alone ?? unit)
      return isoOf(from + days * (/^before/i.test(side) ? -1 : 1) * DAY_MS)
    },
  )
}

// A month, or a year, from its first day on: its first or last day, or its nth weekday.
function placed(first: number, months: number, place: string, kind: string): string | null {
  const start = new Date(first)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()]
  const number = /^last$/i.test(place) ? -1 : placeOf(place)
  if (/^day$/i.test(kind))
    return isoOf(number === -1 ? Date.UTC(year, month + months) - DAY_MS : first + (number - 1) * DAY_MS)
  if (months === 12 && number === -1)
    return isoOf(nthWeekday(year, 11, WEEKDAYS.indexOf(kind.toLowerCase()), -1))
  const at = nthWeekday(year, month, WEEKDAYS.indexOf(kind.toLowerCase()), number)
  // The fifth of some months does not exist.
  return number === -1 || new Date(at).getUTCMonth() === month ? isoOf(at) : null
}

function placeOf(place: string): number {
  const named = PLACES.indexOf(place.toLowerCase())
  return named === -1 ? Number.parseInt(place, 10) : named + 1
}

/** The Monday of a week of ISO 8601, whose first week of a year has its 4 January; null for one that does not exist. */
export function weekOf(year: number, week: number): string | null {
  const fourth = Date.UTC(year, 0, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS + (week - 1) * 7 * DAY_MS
  const thursday = new Date(monday + 3 * DAY_MS)
  return week > 0 && thursday.getUTCFullYear() === year ? isoOf(monday) : null
}

function workingDaysOn(from: number, count: number): number {
  let day = from
  for (let left = Math.abs(count); left > 0;) {
    day += Math.sign(count) * DAY_MS
    if (new Date(day).getUTCDay() % 6 !== 0) left -= 1
  }
  return day
}

function monthOf(name: string): number {
  const at = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
  return FULL_MONTHS[at]?.startsWith(name.toLowerCase()) || /^sept$/i.test(name) ? at : -1
}

const FULL_MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
]

function shiftOf(which: string): number {
  return { next: 1, last: -1 }[which.toLowerCase()] ?? 0
}

function daysOf(unit: string): number {
  return /^week/i.test(unit) ? 7 : 1
}

function numberOf(count: string): number {
  if (/^an?$/i.test(count)) return 1
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
  const named = names.indexOf(count.toLowerCase())
  return named === -1 ? Number(count) : named + 1
}
