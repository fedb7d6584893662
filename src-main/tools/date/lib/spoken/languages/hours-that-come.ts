import { MINUTES_AFTER } from './clock-vocabulary.ts'
import { hourNamed, timeAlone } from './hours-in-words.ts'

/** How Russian and Portuguese count minutes to the hour that comes. */
interface HoursThatCome {
  /** The hour and its minutes in digits, for the reader of dates. */
  readonly written: (hour: string, minutes: string) => string
  /** Minutes before an hour: the first group has them, the second the hour. */
  readonly before: RegExp
  /** Half an hour, or a quarter, of the hour that comes: the first group has them, the second the hour. */
  readonly part: RegExp | null
  readonly minutes: Readonly<Record<string, number>>
  /** The hours from one on, as patterns; those of parts are ordinals. */
  readonly hours: readonly string[]
  readonly ordinals: readonly string[]
}

const HOURS_OF_CLOCK = 12
const RUSSIAN_HOURS = MINUTES_AFTER['ru']!.hours.slice(0, HOURS_OF_CLOCK)
const PORTUGUESE_HOURS = MINUTES_AFTER['pt']!.hours.slice(0, HOURS_OF_CLOCK)
const RUSSIAN_ORDINALS = (
  'первого второго третьего четв[её]ртого пятого шестого седьмого восьмого девятого десятого одиннадцатого ' +
  'двенадцатого'
).split(' ')

const LANGUAGES: Readonly<Record<string, HoursThatCome>> = {
  ru: {
    written: (hour, minutes) => `в ${hour}:${minutes}`,
    before: timeAlone(
      `(?:в )?без (четверти|пяти|десяти|двадцати пяти|двадцати|\\d{1,2})(?: минут)? (\\d{1,2}|${RUSSIAN_HOURS.join('|')})`,
    ),
    part: timeAlone(`(?:в )?(половин[ае]|пол|четверть) ?(${RUSSIAN_ORDINALS.join('|')})`),
    minutes: { четверти: 15, пяти: 5, десяти: 10, 'двадцати пяти': 25, двадцати: 20, четверть: 15 },
    hours: RUSSIAN_HOURS,
    ordinals: RUSSIAN_ORDINALS,
  },
  pt: {
    written: (hour, minutes) => `às ${hour}:${minutes}`,
    before: timeAlone(
      `(?:às |a )?(um quarto|cinco|dez|quinze|vinte e cinco|vinte|\\d{1,2}) para (?:as |às |a |à )?` +
        `(\\d{1,2}|${PORTUGUESE_HOURS.join('|')})`,
    ),
    part: null,
    minutes: { 'um quarto': 15, cinco: 5, dez: 10, quinze: 15, vinte: 20, 'vinte e cinco': 25 },
    hours: PORTUGUESE_HOURS,
    ordinals: [],
  },
}

/** A text whose times before an hour are in digits: `без четверти восемь` and `dez para as oito`. */
export function withHoursThatCome(text: string, locale: string): string {
  const words = LANGUAGES[locale]
  if (!words) return text
  const { before, part, minutes, hours, ordinals, written } = words
  const timeOf = (hour: number, less: number): string | null => {
    if (hour < 1 || hour > 24 || less < 1 || less > 59) return null
    return written(String(hour === 1 ? 12 : hour - 1), String(60 - less).padStart(2, '0'))
  }
  const counted = text.normalize('NFC').replace(before, (phrase, count: string, hour: string) => {
    return timeOf(hourNamed(hour, hours), minutes[count.toLowerCase()] ?? Number(count)) ?? phrase
  })
  if (!part) return counted
  return counted.replace(part, (phrase, share: string, hour: string) => {
    return timeOf(hourNamed(hour, ordinals), 60 - (minutes[share.toLowerCase()] ?? 30)) ?? phrase
  })
}
