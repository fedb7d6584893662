import type { Reference } from '../year-meant.ts'
import { withCountedDays } from './counted-days.ts'
import { withHoursOfDay } from './day-parts.ts'
import { withEdgesAsDates } from './edges.ts'
import { withFeastsAsDates } from './feasts.ts'
import { withGermanDays } from './german-days.ts'
import { withHanDays } from './han-days.ts'
import { withHanDates } from './han-words.ts'
import { withHoursInDigits } from './hours-in-words.ts'
import { withHoursThatCome } from './hours-that-come.ts'
import { withDaysOfNearMonths } from './near-months.ts'
import { withNumberedDays, withTimesOfDates } from './numbered-days.ts'
import { withDatesForDays } from './relative-words.ts'
import { withWeekdaysAsDates } from './weekdays.ts'

/** Words that many write without their accents, or that the reader of dates takes for others. */
const ACCENTS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  es: [
    [/\bmanana\b/giu, 'mañana'],
    [/\bdespues\b/giu, 'después'],
  ],
  fr: [
    [/\bapres-demain\b/giu, 'après-demain'],
    [/\b(soir|matin)[ée]e\b/giu, '$1'],
  ],
  nl: [[/\bdeze morgen(?= om\b)/giu, 'vandaag']],
  it: [[/\b(?:l['’])?altro ?ieri\b/giu, 'avantieri']],
  pt: [[/\bamanha\b/giu, 'amanhã']],
}

/**
 * A text in another language than English, whose words that the reader of dates lacks are dates and hours of the day.
 */
export function inDatesAndHours(text: string, locale: string, reference: Reference): string {
  const { today } = reference
  const accented = (ACCENTS[locale] ?? []).reduce(
    (read, [word, written]) => read.replace(word, written),
    text,
  )
  const counted = withCountedDays(accented, locale, today)
  const hours = withHoursOfDay(withHoursInDigits(withHoursThatCome(counted, locale), locale), locale)
  const german = locale === 'de' ? withGermanDays(hours, reference) : hours
  const near = withDaysOfNearMonths(withHanDays(german, locale, reference), locale, today)
  const numbered = withNumberedDays(near, locale, reference)
  const days = withWeekdaysAsDates(withEdgesAsDates(numbered, locale, reference), locale, today)
  const dates = withHanDates(withFeastsAsDates(days, locale, reference), locale, today)
  return withTimesOfDates(withDatesForDays(dates, locale, today), locale)
}
