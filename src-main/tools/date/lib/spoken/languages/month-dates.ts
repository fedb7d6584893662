import { nthWeekday } from '../../moving-days.ts'
import { dayMeant, isoOf, type Reference } from '../year-meant.ts'
import { WEEKDAY_NAMES } from './weekdays.ts'

/** How a language writes a day and its month. Words are patterns. */
interface Words {
  /** Places in a month from the first on, and the last; the first may also be the first of a month. */
  readonly places: readonly string[]
  /** What may end the number of a day. */
  readonly end: string
  /** Between a day, or a weekday, and its month. */
  readonly link: string
  /** Between a weekday and a date. */
  readonly article: string
}

const GERMAN_PLACES = 'erste zweite dritte vierte fünfte'.split(' ').map((word) => `${word}[rnms]?`)
const LANGUAGES: Readonly<Record<string, Words>> = {
  de: {
    places: [...GERMAN_PLACES, 'letzte[rnms]?'],
    end: '\\.|te[rn]?|ten',
    link: 'im|des',
    article: 'den|der|dem',
  },
  es: {
    places: ['primer[oa]?', 'segund[oa]', 'tercer[oa]?', 'cuart[oa]', 'quint[oa]', 'últim[oa]'],
    ...{ end: 'º|°|ero|\\.', link: 'de', article: 'el' },
  },
  fr: {
    places: [
      'premier|1er',
      '(?:deuxième|second|2e)',
      '(?:troisième|3e)',
      '(?:quatrième|4e)',
      '(?:cinquième|5e)',
      'dernier',
    ],
    ...{ end: 'er|\\.', link: "de|d['’]|du mois de|du mois d['’]", article: 'le' },
  },
  it: {
    places: ['prim[oa]', 'second[oa]', 'terz[oa]', 'quart[oa]', 'quint[oa]', 'ultim[oa]'],
    ...{ end: 'º|°|\\.', link: 'di', article: 'il' },
  },
  nl: {
    places: ['eerste', 'tweede', 'derde', 'vierde', 'vijfde', 'laatste'],
    ...{ end: 'e|ste|de|\\.', link: 'van|in', article: 'de' },
  },
  pt: {
    places: ['primeir[oa]', 'segund[oa]', 'terceir[oa]', 'quart[oa]', 'quint[oa]', 'últim[oa]'],
    ...{ end: 'º|°|\\.', link: 'de', article: 'o|dia' },
  },
  sv: {
    places: ['första', 'andra', 'tredje', 'fjärde', 'femte', 'sista'],
    ...{ end: ':e|:a|\\.', link: 'i', article: 'den' },
  },
}
/** Numbers of days in words, from one on; German has places instead. */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  es: [
    ...'uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince diecis[ée]is'.split(
      ' ',
    ),
    ...'diecisiete dieciocho diecinueve veinte veinti[úu]no? veintid[óo]s veintitr[ée]s veinticuatro'.split(
      ' ',
    ),
    ...'veinticinco veintis[ée]is veintisiete veintiocho veintinueve treinta'.split(' '),
    'treinta y uno',
  ],
  fr: [
    ...'(?!) deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize'.split(
      ' ',
    ),
    ...'dix-sept dix-huit dix-neuf vingt vingt(?:-|\\s)et(?:-|\\s)un vingt-deux vingt-trois vingt-quatre'.split(
      ' ',
    ),
    ...'vingt-cinq vingt-six vingt-sept vingt-huit vingt-neuf trente trente(?:-|\\s)et(?:-|\\s)un'.split(
      ' ',
    ),
  ],
  it: [
    ...'(?!) due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici'.split(
      ' ',
    ),
    ...'sedici diciassette diciotto diciannove venti ventuno ventidue ventitr[ée] ventiquattro'.split(' '),
    ...'venticinque ventisei ventisette ventotto ventinove trenta trentuno'.split(' '),
  ],
  pt: [
    ...'um dois tr[êe]s quatro cinco seis sete oito nove dez onze doze treze (?:qu|c)atorze quinze'.split(
      ' ',
    ),
    ...'dez[ea]sseis dez[ea]ssete dezoito dez[ea]nove vinte'.split(' '),
    ...'um dois tr[êe]s quatro cinco seis sete oito nove'.split(' ').map((one) => `vinte e ${one}`),
    ...['trinta', 'trinta e um'],
  ],
}
const GERMAN_TENS: Readonly<Record<number, string>> = { 20: 'zwanzig', 30: 'drei(?:ß|ss)ig' }
const GERMAN_ONES = 'ein zwei drei vier fünf sechs sieben acht neun'.split(' ')
const GERMAN_DAYS = [
  ...'erste zweite dritte vierte fünfte sechste sieb(?:en)?te achte neunte zehnte elfte zwölfte dreizehnte'.split(
    ' ',
  ),
  ...'vierzehnte fünfzehnte sechzehnte siebzehnte achtzehnte neunzehnte'.split(' '),
  ...[20, 30].flatMap((ten) => [
    `${GERMAN_TENS[ten]}ste`,
    ...GERMAN_ONES.slice(0, ten === 20 ? 9 : 1).map((one) => `${one}und${GERMAN_TENS[ten]}ste`),
  ]),
]
const YEAR = '(?:,?\\s+(?:(?:de|del|van)\\s+)?(\\d{4}))?'
const MONTHS_OF_A_YEAR = 12
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
  dayIn: (day, month) => (year) => existing(year, Number(month) - 1, Number(day)),
}

/** A date in numbers that begins with its year, as in 2015/8/12. */
const YEAR_FIRST: Rule = {
  pattern: /(?<![\d./-])(\d{4})[./](\d{1,2})[./](\d{1,2})(?![\d./-])/gu,
  dayIn: (year, month, day) => () => existing(Number(year), Number(month) - 1, Number(day)),
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
  const words = LANGUAGES[locale]
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

function rulesOf(words: Words, weekdays: readonly string[], locale: string): Rules {
  const { places, end, link, article } = words
  const months = monthsOf(locale)
  const month = `(${months.flat().join('|')})\\.?`
  const number = `(\\d{1,2})(?:${end})?`
  const dayOf = (name: string, day: number) => (year: number) => existing(year, placeOf(name, months), day)
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
        return weekdayOfMonth(year, placeOf(name, months), ofWeek, at === LAST ? -1 : at + 1)
      },
    },
    named(locale === 'de' ? GERMAN_DAYS.map((one) => `${one}[rnms]?`) : places.slice(0, 1), linked),
    ...(NUMBERS[locale] ? [named(NUMBERS[locale], linked), after(NUMBERS[locale])] : []),
    YEAR_FIRST,
    { pattern: alone(`${number}${linked}${month}${YEAR}`), dayIn: (day, name) => dayOf(name, Number(day)) },
    {
      pattern: alone(`${month}\\s+${number}${YEAR}(?![:.h]?\\d)`),
      dayIn: (name, day) => dayOf(name, Number(day)),
    },
    ...(locale === 'de' ? [GERMAN_NUMBERS] : []),
  ]
  const needless = new RegExp(
    `(?<!\\p{L})(?:${weekdays.join('|')}),?\\s+(?:(?:${article})\\s+)?(?=\\d{1,2}[./]\\s?\\d{1,2}[./]\\s?\\d{2})`,
    'giu',
  )
  return { dates, needless }
}

function placeIn(name: string, names: readonly string[]): number {
  return placeOf(
    name,
    names.map((one) => [one]),
  )
}

/** Which of some names, each of one or several patterns, it is, from 0. */
function placeOf(name: string, names: readonly (readonly string[])[]): number {
  return names.findIndex((patterns) => patterns.some((one) => new RegExp(`^(?:${one})$`, 'iu').test(name)))
}

/** Names as alternatives of a pattern; shorter ones may be a part of others. */
function longestFirst(names: readonly string[]): string {
  return names.toSorted((one, other) => other.length - one.length).join('|')
}

function alone(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu')
}

const named = new Map<string, readonly (readonly string[])[]>()

/** The names of the months, whole and short, as CLDR has them. */
function monthsOf(locale: string): readonly (readonly string[])[] {
  const known = named.get(locale)
  if (known) return known
  const months = Array.from({ length: MONTHS_OF_A_YEAR }, (_, at) => {
    const date = new Date(Date.UTC(2001, at, 1))
    const names = (['long', 'short'] as const).map((month) =>
      new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }).format(date).replace(/\.$/, ''),
    )
    return [...new Set(names)]
  })
  named.set(locale, months)
  return months
}

function existing(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month, day))
  return day >= 1 && month >= 0 && date.getUTCMonth() === month ? date.getTime() : null
}

// The fifth of some months does not exist.
function weekdayOfMonth(year: number, month: number, weekday: number, place: number): number | null {
  const day = nthWeekday(year, month, weekday, place)
  return new Date(day).getUTCMonth() === month ? day : null
}
