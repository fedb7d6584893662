import { nthWeekday } from '../../moving-days.ts'
import { dayMeant, existing, isoOf, type Reference } from '../year-meant.ts'
import { NUMBER, NUMBER_WORD, numberIn, PLACE } from './numbers.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WEEKDAY =
  '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?)'
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const WHICH = '(this|current|next|following|coming|last|previous)'
const DAY = '(?:the )?(\\d{1,2})(?:st|nd|rd|th)?'

const MONTH_THE_DAY = new RegExp(`\\b${MONTH} the (\\d{1,2}(?:st|nd|rd|th))\\b`, 'gi')
const DAY_OF_NEAR_MONTH = new RegExp(`\\b${DAY}(?: day)? of (?:the )?${WHICH} month\\b`, 'gi')
const DAYS_OF_MONTH = new RegExp(
  `\\b(?:from )?${DAY} ?(?:-|–|to|through|thru|till?|untill?) ?${DAY} (?:of )?${MONTH}(?:,? (\\d{4}))?\\b`,
  'gi',
)
const MONTH_AND_DAYS = new RegExp(
  `\\b${MONTH} ${DAY} (?:through|thru|till?|untill?) ${DAY}(?:,? (\\d{4}))?(?![\\d:])`,
  'gi',
)
const PLACE_IN_MONTH = new RegExp(
  `\\b(?:the )?(${PLACE}|last) day (?:of|in) ${MONTH}(?:,? (?:of )?(\\d{4}))?\\b`,
  'gi',
)
const DATE_AND_WEEKDAY = new RegExp(
  `\\b(${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?),? ${WEEKDAY}\\b`,
  'gi',
)
const EDGE_OF_YEAR = /\b(?:at )?(?:the )?(beginning|start|end) of (\d{4})\b/gi
const WEEKDAY_OF_THIS_MONTH = new RegExp(
  `\\b(${PLACE}|last) ${WEEKDAY} in (the|this|next|last) month\\b`,
  'gi',
)
const WEEKDAY_AFTER_NEXT = new RegExp(`\\b(?:the )?${WEEKDAY} after next\\b`, 'gi')
const WEEKDAYS_AGO = new RegExp(`\\b(${NUMBER}) ${WEEKDAY}s (?:ago|back)\\b`, 'gi')
const WEEKDAY_FROM_WEEK = new RegExp(`\\b${WEEKDAY} from (next|last|this) week\\b`, 'gi')
const WEEKS_WEEKDAY = new RegExp(`\\b(next|last|this) week['’]s ${WEEKDAY}\\b`, 'gi')
const QUARTER =
  /\b(?:the )?(first|1st|second|2nd|third|3rd|fourth|4th) (?:quarter|qtr)(?:(?: of)? (\d{4})\b|(?=\s*$))/gi
const SHORT_QUARTER = /\b(\d{2})q([1-4])\b/gi
const YEAR_ALONE = /^\s*(?:in |(?:in )?the year |year )(\d{4})(?: ?(?:A\.?D\.?|C\.?E\.?))?\s*$/i
const YEAR_AND_MONTH = /^\s*(\d{4})[-/](0?[1-9]|1[0-2])\s*$/
const IDES = /\b(?:the )?ides of (march|may|july|october|[a-z]+uary|april|june|august|[a-z]+ember)\b/gi
const LATER_IDES = /^(?:mar|may|jul|oct)/i
const PART_OF_DATE = /\b(morning|afternoon|evening|night) of (?:the )?(.{3,60})$/i
/** As the reader of dates has them. */
const PART_HOURS: Readonly<Record<string, string>> = {
  morning: '6:00',
  afternoon: '15:00',
  evening: '20:00',
  night: '22:00',
}
const SHORT_END = /^\s*(?:(?:by|at) )?(?:the )?(E|B)O([DMY])\s*$/i
const END_OF_DAY = /\b(?:by |at )?(?:the )?end of (?:the )?day(?: today)?\s*$|^\s*(?:by |at )?COB\s*$/i
const END_OF_TODAY = 'today at 23:59'
const END_OF_A_DAY = new RegExp(
  `\\b(?:the )?end of (?:the )?(tomorrow|yesterday|${WEEKDAY.slice(1, -1)})\\b`,
  'gi',
)
const MONTH_AND_WORD = new RegExp(
  `\\b${MONTH} (?:the )?(${NUMBER_WORD})(?=\\s*(?:$|,|at\\b|\\d{4}\\b))`,
  'gi',
)
const LEAP_DAY = /\b(?:feb(?:ruary)?\.? 29(?:th)?|29(?:th)?(?: of)? feb(?:ruary)?)\b(?!,? ?\d{4})/gi
const ISO_NUMBER = 2

/**
 * English days in the forms that the reader of dates lacks or takes for less than they say, as dates: the 20th of next
 * month, from 13 to 15 July, Friday after next, two Thursdays ago, the third quarter, EOM.
 */
export function withDayForms(text: string, reference: Reference): string {
  const now = new Date(reference.today)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const today = Date.UTC(year, month, now.getUTCDate())
  const meant = (dayIn: (of: number) => number, named: string | undefined) =>
    isoOf(named === undefined ? dayMeant(dayIn, reference)! : dayIn(Number(named)))
  const ofWeek = (which: string, weekday: string) => {
    const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS
    return isoOf(monday + (shiftOf(which) * 7 + ((placeOf(weekday) + 6) % 7)) * DAY_MS)
  }
  return withPlainDays(text)
    .replace(LEAP_DAY, (phrase) => {
      const day = dayMeant((inYear) => existing(inYear, 2, 29), reference)
      return day === null ? phrase : isoOf(day)
    })
    .replace(DAY_OF_NEAR_MONTH, (phrase, day: string, which: string) => {
      const at = new Date(Date.UTC(year, month + shiftOf(which), Number(day)))
      return at.getUTCDate() === Number(day) ? isoOf(at.getTime()) : phrase
    })
    .replace(DAYS_OF_MONTH, (phrase, first: string, last: string, name: string, named = '') =>
      areDays(first, last) ? `${name} ${first} - ${name} ${last}${named && ` ${named}`}` : phrase,
    )
    .replace(MONTH_AND_DAYS, (phrase, name: string, first: string, last: string, named = '') =>
      areDays(first, last) ? `${name} ${first} - ${name} ${last}${named && ` ${named}`}` : phrase,
    )
    .replace(PLACE_IN_MONTH, (phrase, place: string, name: string, named?: string) => {
      const at = MONTHS.indexOf(name.slice(0, 3).toLowerCase())
      const isLast = /^last$/i.test(place)
      if (!isLast && new Date(Date.UTC(year, at, numberIn(place))).getUTCMonth() !== at) return phrase
      return meant((of) => (isLast ? Date.UTC(of, at + 1, 0) : Date.UTC(of, at, numberIn(place))), named)
    })
    .replace(WEEKDAY_OF_THIS_MONTH, (phrase, place: string, weekday: string, which: string) => {
      const at = new Date(Date.UTC(year, month + shiftOf(which)))
      const number = /^last$/i.test(place) ? -1 : numberIn(place)
      const day = nthWeekday(at.getUTCFullYear(), at.getUTCMonth(), placeOf(weekday), number)
      // The fifth of some months does not exist.
      return new Date(day).getUTCMonth() === at.getUTCMonth() ? isoOf(day) : phrase
    })
    .replace(WEEKDAY_AFTER_NEXT, (_, weekday: string) =>
      isoOf(today + (aheadTo(weekday, now) + 7) * DAY_MS),
    )
    .replace(WEEKDAYS_AGO, (_, count: string, weekday: string) =>
      isoOf(
        today +
          (aheadTo(weekday, now) - 7 * numberIn(count) - (aheadTo(weekday, now) === 7 ? 7 : 0)) * DAY_MS,
      ),
    )
    .replace(WEEKDAY_FROM_WEEK, (_, weekday: string, which: string) => ofWeek(which, weekday))
    .replace(WEEKS_WEEKDAY, (_, which: string, weekday: string) => ofWeek(which, weekday))
    .replace(QUARTER, (_, place: string, named?: string) =>
      meant((of) => Date.UTC(of, (numberIn(place) - 1) * 3), named),
    )
    .replace(SHORT_QUARTER, (_, of: string, quarter: string) =>
      isoOf(Date.UTC(2000 + Number(of), (Number(quarter) - 1) * 3)),
    )
}

// Those that no calendar is needed for.
function withPlainDays(text: string): string {
  return text
    .replace(
      PART_OF_DATE,
      (_, part: string, date: string) => `${date} at ${PART_HOURS[part.toLowerCase()]}`,
    )
    .replace(SHORT_END, (_, edge: string, unit: string) =>
      endOf(edge.toLowerCase() === 'e', unit.toLowerCase()),
    )
    .replace(END_OF_DAY, END_OF_TODAY)
    .replace(END_OF_A_DAY, '$1 at 23:59')
    .replace(YEAR_ALONE, '$1-01-01')
    .replace(YEAR_AND_MONTH, (_, of: string, at: string) => `${of}-${at.padStart(ISO_NUMBER, '0')}-01`)
    .replace(IDES, (_, name: string) => `${name} ${LATER_IDES.test(name) ? 15 : 13}`)
    .replace(MONTH_THE_DAY, '$1 $2')
    .replace(MONTH_AND_WORD, (_, name: string, day: string) => `${name} ${numberIn(day)}`)
    .replace(DATE_AND_WEEKDAY, (_, date: string, _month, weekday: string) => `${weekday}, ${date}`)
    .replace(EDGE_OF_YEAR, (_, edge: string, of: string) =>
      /^end/i.test(edge) ? `${of}-12-31` : `${of}-01-01`,
    )
}

function endOf(isEnd: boolean, unit: string): string {
  if (unit === 'd') return isEnd ? END_OF_TODAY : 'today'
  return `${isEnd ? 'end' : 'start'} of the ${unit === 'm' ? 'month' : 'year'}`
}

function areDays(first: string, last: string): boolean {
  return Number(first) >= 1 && Number(first) < Number(last) && Number(last) <= 31
}

/** Days to the first such weekday after today. */
function aheadTo(weekday: string, now: Date): number {
  return ((placeOf(weekday) - now.getUTCDay() + 6) % 7) + 1
}

function placeOf(weekday: string): number {
  return WEEKDAYS.indexOf(weekday.slice(0, 3).toLowerCase())
}

function shiftOf(which: string): number {
  return /^(?:next|following|coming)$/i.test(which) ? 1 : /^(?:last|previous)$/i.test(which) ? -1 : 0
}
