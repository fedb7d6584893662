import { existing, isoOf } from '../year-meant.ts'
import { NUMBER, numberIn, YEAR } from './han-numbers.ts'

/** The year before the first of each era since 1868, by the Japanese law of eras and its forerunners. */
const ERAS: Readonly<Record<string, number>> = {
  明治: 1867,
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
}
const ERA_YEAR = new RegExp(`(${Object.keys(ERAS).join('|')})(?:(元)|${NUMBER})年`, 'gu')

const NUMBERS_OF_DAY = /(?<![\d./-])(\d{2,4})([./-])(\d{1,2})\2(\d{1,2}|\d{4})(?![\d./-])/gu
const SPACED = /(?<![\d./-])(\d{4}) (\d{1,2})[ ./](\d{1,2})(?![\d./-])/gu
const YEAR_MONTH_DAY = new RegExp(`${YEAR}年の?${NUMBER}月[の的]?${NUMBER}[日号號]?`, 'gu')
const YEAR_ALONE = new RegExp(`^\\s*${YEAR}年\\s*$`, 'u')
const YEAR_AND_MONTH = new RegExp(`^\\s*(?:${YEAR}年の?${NUMBER}月|(\\d{4})[./-](\\d{1,2}))\\s*$`, 'u')
/** From here on, two digits are a year of the last century. */
const LAST_CENTURY = 50
const MONTHS = 12
const MOST_DAYS = 31

/**
 * A Japanese or Chinese text in which days that have their year are dates: of an era, in Han numerals, or in numbers in
 * any order that only one day fits. A month or a year alone is its first day.
 */
export function withHanYears(text: string): string {
  return text
    .replace(ERA_YEAR, (_, era: string, first: string | undefined, number = '') =>
      first === undefined ? `${ERAS[era]! + numberIn(String(number))}年` : `${ERAS[era]! + 1}年`,
    )
    .replace(YEAR_ALONE, (phrase, year: string) => shown(phrase, existing(numberIn(year), 1, 1)))
    .replace(
      YEAR_AND_MONTH,
      (phrase, ofWords?: string, monthOfWords?: string, year?: string, month?: string) =>
        shown(phrase, existing(numberIn(ofWords ?? year ?? ''), numberIn(monthOfWords ?? month ?? ''), 1)),
    )
    .replace(NUMBERS_OF_DAY, (phrase, first: string, _separator: string, second: string, third: string) =>
      shown(phrase, dayOfNumbers(first, second, third)),
    )
    .replace(SPACED, (phrase, year: string, month: string, day: string) =>
      shown(phrase, existing(Number(year), Number(month), Number(day))),
    )
    .replace(YEAR_MONTH_DAY, (phrase, year: string, month: string, day: string) =>
      shown(phrase, existing(numberIn(year), numberIn(month), numberIn(day))),
    )
}

/** A day as a date that what surrounds it leaves alone, or the phrase for one that does not exist. */
export function shown(phrase: string, day: number | null): string {
  return day === null ? phrase : ` ${isoOf(day)} `
}

// The year is first, as both languages have it, unless only the last number can be one; the months and days of such a
// foreign order must then be told apart by their size.
function dayOfNumbers(first: string, second: string, third: string): number | null {
  const [one, two, three] = [Number(first), Number(second), Number(third)]
  const isYearLast = third.length === 4 || three > MOST_DAYS
  if (!isYearLast) return one > MONTHS && two <= MONTHS ? existing(yearOf(first), two, three) : null
  if (first.length > 2 || (one <= MONTHS && two <= MONTHS && one !== two)) return null
  return one > MONTHS ? existing(yearOf(third), two, one) : existing(yearOf(third), one, two)
}

function yearOf(text: string): number {
  const year = Number(text)
  return text.length > 2 ? year : year + (year < LAST_CENTURY ? 2000 : 1900)
}
