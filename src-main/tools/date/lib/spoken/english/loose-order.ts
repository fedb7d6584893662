import { isoOf, nearestWith, type Reference } from '../year-meant.ts'

const DAY_MS = 86_400_000
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const ONES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']
const HOURS = [
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
  'twelve',
]

const ORDINAL = new RegExp(`\\b(twenty|thirty)[- ](${ONES.join('|')})\\b`, 'gi')
const DAY_BEFORE_MONTH = new RegExp(`\\b(\\d{1,2})\\. ?((?:${MONTHS})[a-z]*)\\b`, 'gi')
const MONTH_BEFORE_DAY = new RegExp(`\\b((?:${MONTHS})[a-z]*)\\. (\\d{1,2})\\b(?!:)`, 'gi')
const YEAR_AFTER_COMMA = /\b(\d{1,2}[/-]\d{1,2}), ?(\d{4})\b(?!:)/g
const WEEKDAY_AND_NUMBER = new RegExp(
  `\\b(${WEEKDAYS.join('|')}),? (?:the )?(\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of|${MONTHS}))`,
  'gi',
)
const NUMBER_OF_MONTH = /\b(?:the )?(\d{1,2})(?:st|nd|rd|th) of (this|next|last) month\b/gi
const WEEKDAYS_AHEAD = new RegExp(
  `\\b(two|three|four|five|six|\\d{1,2}) (${WEEKDAYS.join('|')})s? (?:from (?:now|today)|later)\\b`,
  'gi',
)
const AROUND = new RegExp(
  `\\b(?:at )?(?:around|about|approximately) (?=(?:\\d{1,2}\\b(?:(?::\\d\\d)|(?! \\w))|${HOURS.join('|')}\\b(?! \\w)|\\d{1,2}(?::\\d\\d)* ?[ap]\\.?m))`,
  'gi',
)
const AT_HOUR = new RegExp(`\\bat (${HOURS.join('|')})(?= in the | [ap]\\.?m\\b|[.!?]?$)`, 'gi')
const HALF_AND_PART = /\b(\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?),? in the (?:morning|afternoon|evening)\b/gi
const PART_OF_DAY = /\b(\d{1,2}:\d\d) in the (morning|afternoon|evening)\b/gi
const PART_OF_A_DAY = /\b(\d{1,2}:\d\d) (tomorrow|yesterday|this) (morning|afternoon|evening)\b/gi
const MIDNIGHT = /\bmid[- ]night\b/gi
const PREVIOUS = /\bprevious (?=week\b|month\b|year\b)/gi

/**
 * English dates in an order or with marks that the reader of dates lacks, as others that it knows: Thursday the 21st,
 * 16. Nov. 2016, two Sundays from now, the twenty second of June.
 */
export function withLooseOrder(text: string, { today, forward }: Reference): string {
  const now = new Date(today)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const midnight = Date.UTC(year, month, now.getUTCDate())
  return text
    .replace(ORDINAL, (_, ten: string, one: string) => ordinal(/^twenty/i.test(ten) ? 20 : 30, one))
    .replace(MIDNIGHT, 'midnight')
    .replace(PREVIOUS, 'last ')
    .replace(DAY_BEFORE_MONTH, '$1 $2')
    .replace(MONTH_BEFORE_DAY, '$1 $2')
    .replace(
      YEAR_AFTER_COMMA,
      (_, day: string, of: string) => `${day}${day.includes('/') ? '/' : '-'}${of}`,
    )
    .replace(WEEKDAY_AND_NUMBER, (phrase, weekday: string, number: string) => {
      const day = nearestWith(WEEKDAYS.indexOf(weekday.toLowerCase()), Number(number), midnight, forward)
      return day === null ? phrase : isoOf(day)
    })
    .replace(NUMBER_OF_MONTH, (phrase, number: string, which: string) => {
      const shift = { next: 1, last: -1 }[which.toLowerCase()] ?? 0
      const day = new Date(Date.UTC(year, month + shift, Number(number)))
      return day.getUTCDate() === Number(number) ? isoOf(day.getTime()) : phrase
    })
    .replace(WEEKDAYS_AHEAD, (_, count: string, weekday: string) => {
      const wanted = WEEKDAYS.indexOf(weekday.toLowerCase())
      // A weekday that is today is not counted.
      const first = ((wanted - now.getUTCDay() + 6) % 7) + 1
      const weeks = HOURS.indexOf(count.toLowerCase()) + 1 || Number(count)
      return isoOf(midnight + (first + 7 * (weeks - 1)) * DAY_MS)
    })
    .replace(HALF_AND_PART, '$1')
    .replace(AROUND, 'at ')
    .replace(AT_HOUR, (_, hour: string) => `at ${HOURS.indexOf(hour.toLowerCase()) + 1}`)
}

/** Times of the clock with the part of the day beside them, as those of twelve hours: 9:10 in the evening. */
export function withPartsOfDay(text: string): string {
  return text
    .replace(PART_OF_DAY, (phrase, time: string, part: string) =>
      Number.parseInt(time, 10) > 12 ? phrase : `${time} ${/^morning/i.test(part) ? 'am' : 'pm'}`,
    )
    .replace(PART_OF_A_DAY, (phrase, time: string, day: string, part: string) =>
      Number.parseInt(time, 10) > 12
        ? phrase
        : `${/^this$/i.test(day) ? 'today' : day} at ${time} ${/^morning/i.test(part) ? 'am' : 'pm'}`,
    )
}

function ordinal(tens: number, one: string): string {
  const number = tens + ONES.indexOf(one.toLowerCase()) + 1
  return `${number}${['st', 'nd', 'rd'][(number % 10) - 1] ?? 'th'}`
}
