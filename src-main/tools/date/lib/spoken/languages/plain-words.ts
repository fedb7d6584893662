import type { Reference } from '../year-meant.ts'
import { withHoursOfDay } from './day-parts.ts'
import { withEdgesAsDates } from './edges.ts'
import { withFeastsAsDates } from './feasts.ts'
import { withGermanDays } from './german-days.ts'
import { withHanDates } from './han-words.ts'
import { withHoursInDigits } from './hours-in-words.ts'
import { withHoursThatCome } from './hours-that-come.ts'
import { withDatesForDays } from './relative-words.ts'
import { withWeekdaysAsDates } from './weekdays.ts'

// In Italian and Dutch the library takes the day of an ISO date before a time for the hour.
const TIME_OF_DATE = /(\d{4}-\d\d-\d\d),? (?:alle|om) (\d{1,2})(?::(\d\d))?(?: uur)?(?![\d:])/giu

/**
 * A text in another language than English, whose words that the reader of dates lacks are dates and hours of the day.
 */
export function inDatesAndHours(text: string, locale: string, reference: Reference): string {
  const { today } = reference
  const hours = withHoursOfDay(withHoursInDigits(withHoursThatCome(text, locale), locale), locale)
  const german = locale === 'de' ? withGermanDays(hours, reference) : hours
  const days = withWeekdaysAsDates(withEdgesAsDates(german, locale, reference), locale, today)
  const dates = withHanDates(withFeastsAsDates(days, locale, reference), locale, today)
  return withTimesOfDates(withDatesForDays(dates, locale, today), locale)
}

function withTimesOfDates(text: string, locale: string): string {
  if (locale !== 'it' && locale !== 'nl') return text
  return text.replace(TIME_OF_DATE, (phrase, date: string, hour: string, minute = '00') => {
    return Number(hour) > 23 ? phrase : `${date}T${hour.padStart(2, '0')}:${minute}`
  })
}
