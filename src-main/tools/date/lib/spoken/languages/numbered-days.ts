import { dayOfMonthMeant, isoOf, nearestWith, type Reference } from '../year-meant.ts'
import { WEEKDAY_NAMES } from './weekdays.ts'

/** How a language says the number of a day without its month. */
interface Words {
  /** Before the number, without a weekday. */
  readonly article: string
  /** Between a weekday and the number. */
  readonly between: string
  /** What may end the number: 15. and 1er. */
  readonly end: string
  /** Before a time. */
  readonly at: string
  /** After the hour of a time. */
  readonly hours: string
}

const LANGUAGES: Readonly<Record<string, Words>> = {
  de: { article: 'am|den', between: 'den|der|dem', end: '\\.', at: 'um|gegen|ab', hours: 'uhr' },
  es: {
    article: 'el(?: día)?|día',
    between: 'el|día',
    end: 'º|°',
    at: 'a las?|sobre las?',
    hours: 'horas?|hs?',
  },
  fr: { article: 'le', between: 'le', end: 'er', at: 'à|vers|dès', hours: 'h|heures?' },
  it: { article: 'il(?: giorno)?', between: 'il', end: 'º|°', at: 'alle|verso le|dalle', hours: 'ore|h' },
  nl: { article: 'op de|de', between: 'de', end: 'e|ste|de', at: 'om|rond|vanaf', hours: 'uur|u' },
  pt: { article: 'no dia|dia', between: 'dia|o dia', end: 'º|°', at: '[àa]s', hours: 'horas?|h' },
  sv: { article: 'den', between: 'den', end: ':e|:a', at: 'kl\\.?|klockan|vid', hours: '' },
}
/** What is before the number of a day without a weekday, as patterns. */
export const DAY_ARTICLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(LANGUAGES).map(([locale, { article }]) => [locale, article]),
)
const DAY_MS = 86_400_000
const LAST_HOUR = 23

/**
 * A text in which a day that has its number, and at most its weekday, is a date: `vendredi 15` and `le 16 à 18h`. The
 * reader of dates takes the number for an hour, or passes over it.
 */
export function withNumberedDays(text: string, locale: string, reference: Reference): string {
  const words = LANGUAGES[locale]
  const names = WEEKDAY_NAMES[locale]
  if (!words || !names) return text
  const { article, between, end, at } = words
  const number = `(\\d{1,2})(?:${end})?(?=\\s*(?:$|[,;!?])|\\s+(?:${at})\\s)`
  const named = new RegExp(`(?<!\\p{L})(${names.join('|')}),?\\s+(?:(?:${between})\\s+)?${number}`, 'giu')
  const alone = new RegExp(`(?<!\\p{L})(?:${article})\\s+${number}`, 'giu')
  // The reader of dates takes such a number for an hour, and passes over the hour.
  const first = new RegExp(`^\\s*(\\d{1,2})(?=\\s+(?:${at})\\s+\\d)`, 'iu')
  const midnight = Math.floor(reference.today / DAY_MS) * DAY_MS
  return text
    .replace(first, (phrase, day: string) => {
      const date = dayOfMonthMeant(Number(day), reference)
      return date === null ? phrase : isoOf(date)
    })
    .replace(named, (phrase, name: string, day: string) => {
      const weekday = names.findIndex((one) => new RegExp(`^(?:${one})$`, 'iu').test(name))
      const date = nearestWith((weekday + 1) % 7, Number(day), midnight, reference.forward)
      return date === null ? phrase : isoOf(date)
    })
    .replace(alone, (phrase, day: string) => {
      const date = dayOfMonthMeant(Number(day), reference)
      return date === null ? phrase : isoOf(date)
    })
}

/** A text in which a date and the time after it are one of ISO 8601; the reader of dates knows them apart only. */
export function withTimesOfDates(text: string, locale: string): string {
  const words = LANGUAGES[locale]
  if (!words) return text
  const hours = words.hours === '' ? '' : `(?:\\s*(?:${words.hours})(?!\\p{L}))?`
  const pattern = new RegExp(
    `(\\d{4}-\\d\\d-\\d\\d),?\\s+(?:${words.at})\\s+(\\d{1,2})(?:[:.h]([0-5]\\d))?${hours}(?![\\d:.])(?!\\s*[ap]\\.?m)`,
    'giu',
  )
  return text.replace(pattern, (phrase, date: string, hour: string, minute = '00') =>
    Number(hour) > LAST_HOUR ? phrase : `${date}T${hour.padStart(2, '0')}:${minute}`,
  )
}
