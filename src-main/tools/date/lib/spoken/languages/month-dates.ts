import { weekdayOfMonth } from '../../moving-days.ts'
import { dayMeant, existing, isoOf, type Reference } from '../year-meant.ts'
import { monthNames } from './month-names.ts'
import { DAY_NUMBERS, DAY_PLACES, MONTH_WORDS, type MonthWords } from './month-vocabulary.ts'
import { WEEKDAY_NAMES } from './weekdays.ts'
import { alone, longestFirst, placeIn } from './word-patterns.ts'

const YEAR = '(?:,?\\s+(?:(?:de|del|van)\\s+)?(\\d{4}))?'
const LAST = 5
/** A day in any year, in milliseconds as if in UTC; null for a year that lacks it. */
type DayIn = (year: number) => number | null

/** What a pattern finds: which day it is, by its first two or three groups. The year is the last group. */
interface Rule {
  readonly pattern: RegExp
  readonly dayIn: (first: string, second: string, third: string) => DayIn
}

/** A date in numbers without its year, as Germans write it. */
const GERMAN_NUMBERS: Rule = {
  pattern: /(?<![\d.:])(\d{1,2})\.(\d{1,2})\.?(?![\d.:]|\s*uhr)/giu,
  dayIn: (day, month) => (year) => existing(year, Number(month), Number(day)),
}

/** A date in numbers without its year, as the Dutch write it; within a text it may be a range. */
const DUTCH_NUMBERS: Rule = {
  pattern: /^\s*(\d{1,2})-(\d{1,2})\s*$/gu,
  dayIn: GERMAN_NUMBERS.dayIn,
}

/** A date in numbers that begins with its year, as in 2015/8/12. */
const YEAR_FIRST: Rule = {
  pattern: /(?<![\d./-])(\d{4})[./](\d{1,2})[./](\d{1,2})(?![\d./-])/gu,
  dayIn: (year, month, day) => () => existing(Number(year), Number(month), Number(day)),
}

interface Rules {
  readonly dates: readonly Rule[]
  /** A weekday before a date that has its year. */
  readonly needless: RegExp
}

const rules = new Map<string, Rules>()

/**
 * A text in which a day with its month is a date: `14 april 2015` in German, `premier mars`, the first Tuesday of
 * October. The reader of dates wants other marks and another order.
 */
export function withMonthDates(text: string, locale: string, reference: Reference): string {
  const words = MONTH_WORDS[locale]
  const weekdays = WEEKDAY_NAMES[locale]
  if (!words || !weekdays) return text
  const ofLocale = rules.get(locale) ?? rulesOf(words, weekdays, locale)
  rules.set(locale, ofLocale)
  const { dates, needless } = ofLocale
  return dates.reduce(
    (read, { pattern, dayIn }) =>
      read.replace(pattern, (phrase, ...groups: (string | undefined)[]) => {
        const [first = '', second = '', third = ''] = groups
        const named = groups
          .slice(
            0,
            groups.findIndex((one) => typeof one === 'number'),
          )
          .at(-1)
        const inYear = dayIn(first, second, third)
        const day = /^\d{4}$/.test(named ?? '') ? inYear(Number(named)) : dayMeant(inYear, reference)
        return day === null ? phrase : isoOf(day)
      }),
    text.normalize('NFC').replace(needless, ''),
  )
}

function rulesOf(words: MonthWords, weekdays: readonly string[], locale: string): Rules {
  const { places, end, link, article } = words
  const months = monthNames(locale)
  const monthOf = (name: string) => placeIn(name, months)
  const month = `(${months.join('|')})\\.?`
  const number = `(\\d{1,2})(?:${end})?`
  const dayOf = (name: string, day: number) => (year: number) => existing(year, monthOf(name) + 1, day)
  const named = (names: readonly string[], between: string): Rule => ({
    pattern: alone(`(${longestFirst(names)})${between}${month}${YEAR}`),
    dayIn: (day, name) => dayOf(name, placeIn(day, names) + 1),
  })
  const after = (names: readonly string[]): Rule => ({
    pattern: alone(`${month}\\s+(${longestFirst(names)})${YEAR}`),
    dayIn: (name, day) => dayOf(name, placeIn(day, names) + 1),
  })
  const linked = `\\s+(?:(?:${link})\\s*)?`
  const dates: readonly Rule[] = [
    {
      pattern: alone(`(${places.join('|')})\\s+(${weekdays.join('|')})\\s+(?:${link})\\s*${month}${YEAR}`),
      dayIn: (place, weekday, name) => (year) => {
        const at = placeIn(place, places)
        const ofWeek = (placeIn(weekday, weekdays) + 1) % 7
        return weekdayOfMonth(year, monthOf(name), ofWeek, at === LAST ? -1 : at + 1)
      },
    },
    named(DAY_PLACES[locale] ?? places.slice(0, 1), linked),
    ...(DAY_NUMBERS[locale] ? [named(DAY_NUMBERS[locale], linked), after(DAY_NUMBERS[locale])] : []),
    YEAR_FIRST,
    { pattern: alone(`${number}${linked}${month}${YEAR}`), dayIn: (day, name) => dayOf(name, Number(day)) },
    {
      pattern: alone(`${month}\\s+${number}${YEAR}(?![:.h]?\\d)`),
      dayIn: (name, day) => dayOf(name, Number(day)),
    },
    ...(locale === 'de' ? [GERMAN_NUMBERS] : []),
    ...(locale === 'nl' ? [DUTCH_NUMBERS] : []),
  ]
  const needless = new RegExp(
    `(?<!\\p{L})(?:${weekdays.join('|')}),?\\s+(?:(?:${article})\\s+)?(?=\\d{1,2}[./]\\s?\\d{1,2}[./]\\s?\\d{2})`,
    'giu',
  )
  return { dates, needless }
}
