import { PLACE } from './numbers.ts'
import { isoOf, type Reference } from '../year-meant.ts'

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const WEEKDAY = '(?:sun|mon|tues|wednes|thurs|fri|satur)day'
const SAME_TIME = new RegExp(
  `\\b(?:at )?(?:the |about )?(?:this|same) time (?:on )?` +
    `(tomorrow|yesterday|(?:the )?day (?:after tomorrow|before yesterday)|(?:next|last) (?:week|month|year|${WEEKDAY})|${WEEKDAY})(?!.*\\d:\\d)`,
  'gi',
)
const MONTH_THE_PLACE = new RegExp(
  `\\b(${MONTH}) the (?=${PLACE}|(?:six|seven|eigh|nin|ten|eleven|twelf|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)th\\b|(?:twent|thirt)(?:ieth|y)\\b)`,
  'gi',
)
const SHORT_YEAR = new RegExp(`(${MONTH}(?: \\d{1,2}(?:st|nd|rd|th)?)?,?) ['’](\\d{2})(?!\\d)`, 'gi')
const DAY_OF_YEAR =
  /\bday (?:no\.? |number )?(\d{1,3}) (?:of|in) (?:the year )?(\d{4})\b|\bthe (\d{1,3})(?:st|nd|rd|th) day (?:of|in) (?:the year )?(\d{4})\b/gi
/** Up to here, two digits are a year of this century, as for the reader of dates. */
const LAST_OF_THIS_CENTURY = 50

/** Rarer English dates in plain words: this time tomorrow, May the fourth, Dec 31 ’24, day 100 of 2025. */
export function withRarerForms(text: string, { today }: Reference): string {
  const clock = new Date(today).toISOString().slice(11, 16)
  return text
    .replace(SAME_TIME, (_, day: string) => `${day} at ${clock}`)
    .replace(MONTH_THE_PLACE, '$1 ')
    .replace(SHORT_YEAR, (_, day: string, year: string) => `${day} ${fullYear(Number(year))}`)
    .replace(DAY_OF_YEAR, (phrase, ...parts: (string | undefined)[]) => {
      const [day, year] = [Number(parts[0] ?? parts[2]), Number(parts[1] ?? parts[3])]
      const date = new Date(Date.UTC(year, 0, day))
      return day > 0 && date.getUTCFullYear() === year ? isoOf(date.getTime()) : phrase
    })
}

function fullYear(year: number): number {
  return year + (year > LAST_OF_THIS_CENTURY ? 1_900 : 2_000)
}
