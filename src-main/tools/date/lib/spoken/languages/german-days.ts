import { weekOf } from '../english/calendar-words.ts'
import { dayMeant, isoOf, type Reference } from '../year-meant.ts'

const DAY_AND_MONTH = /(?<![\d.])(?:am |den |bis )?(\d{1,2})\. ?(\d{1,2})\.(?! ?\d)/giu
const SPACED = /(?<![\d.])(\d{1,2})\. (\d{1,2})\. (\d{4})(?!\d)/gu
/** `heute in einer Woche` is what is in a week. */
const FROM_TODAY =
  /(?<!\p{L})(?:von )?heute(?: an)? (?=in (?:\p{L}+|\d+) (?:Minute|Stunde|Tag|Woche|Monat|Jahr))/giu
const WEEK = /(?<!\p{L})(?:KW|Kalenderwoche) ?(\d{1,2})(?:(?:,| \/|\/| in)? ?(\d{4}))?(?!\d)/giu

/**
 * A German text in which a day and its month in digits and a week by its number are dates: `7.12.` is 7 December.
 * Without a year the nearest is meant.
 */
export function withGermanDays(text: string, reference: Reference): string {
  const year = new Date(reference.today).getUTCFullYear()
  return text
    .replace(FROM_TODAY, '')
    .replace(SPACED, '$1.$2.$3')
    .replace(DAY_AND_MONTH, (phrase, day: string, month: string) => {
      const meant = dayMeant((of) => dayOf(of, Number(month), Number(day)), reference)
      return meant === null ? phrase : isoOf(meant)
    })
    .replace(WEEK, (phrase, week: string, named?: string) => {
      return weekOf(named === undefined ? year : Number(named), Number(week)) ?? phrase
    })
}

// 29 February is a day of some years, and 31 April of none.
function dayOf(year: number, month: number, day: number): number | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : null
}
