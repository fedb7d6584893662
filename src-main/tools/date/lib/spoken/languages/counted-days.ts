import { isoOf } from '../year-meant.ts'
import { numberIn } from './han-numbers.ts'
import { placeIn } from './word-patterns.ts'

/** How a language counts days and weeks from a day near today. Words are patterns. */
interface Words {
  /** Numbers from one on; null for Han numerals. */
  readonly numbers: readonly string[] | null
  readonly day: string
  readonly week: string
  /** From yesterday on. */
  readonly days: readonly [yesterday: string, today: string, tomorrow: string]
  /** The phrase, in which COUNT, UNIT and DAY stand for what is counted from where. */
  readonly phrases: readonly string[]
}

const DAY_MS = 86_400_000
const DAYS_OF_WEEK = 7

const LANGUAGES: Readonly<Record<string, Words>> = {
  de: {
    numbers: 'ein(?:en|er|e)? zwei drei vier fünf sechs sieben acht neun zehn'.split(' '),
    ...{ day: 'Tage?n?', week: 'Wochen?', days: ['gestern', 'heute', 'morgen'] },
    phrases: ['COUNT UNIT (?:ab|nach|von) DAY(?: an)?', 'DAY in COUNT UNIT'],
  },
  es: {
    numbers: 'una? dos tres cuatro cinco seis siete ocho nueve diez'.split(' '),
    ...{ day: 'd[ií]as?', week: 'semanas?', days: ['ayer', 'hoy|ahora', 'mañana'] },
    phrases: ['COUNT UNIT (?:a partir de|después de|desde) DAY'],
  },
  fr: {
    numbers: 'une? deux trois quatre cinq six sept huit neuf dix'.split(' '),
    ...{ day: 'jours?', week: 'semaines?', days: ['hier', "aujourd['’]hui|maintenant", 'demain'] },
    phrases: ["COUNT UNIT (?:à partir (?:de |d['’])|après )DAY"],
  },
  it: {
    numbers: "un[oa']? due tre quattro cinque sei sette otto nove dieci".split(' '),
    ...{ day: 'giorn[oi]', week: 'settiman[ae]', days: ['ieri', 'oggi|adesso|ora', 'domani'] },
    phrases: ['COUNT UNIT (?:a partire da|da|dopo) DAY'],
  },
  ja: {
    ...{ numbers: null, day: '日', week: '週間?', days: ['昨日', '今日|今', '明日'] },
    phrases: ['DAYから\\s?COUNT\\s?UNIT(?:後|先)'],
  },
  nl: {
    numbers: 'een|één twee drie vier vijf zes zeven acht negen tien'.split(' '),
    ...{ day: 'dag(?:en)?', week: 'we(?:ek|ken)', days: ['gisteren', 'vandaag|nu', 'morgen'] },
    phrases: ['COUNT UNIT (?:gerekend )?(?:vanaf|na) DAY'],
  },
  pt: {
    numbers: 'uma? dois|duas tr[êe]s quatro cinco seis sete oito nove dez'.split(' '),
    ...{ day: 'dias?', week: 'semanas?', days: ['ontem', 'hoje|agora', 'amanhã'] },
    phrases: ['COUNT UNIT (?:a partir de|depois de|após) DAY'],
  },
  sv: {
    numbers: 'en|ett två tre fyra fem sex sju åtta nio tio'.split(' '),
    ...{ day: 'dag(?:ar)?', week: 'veck(?:a|or)', days: ['i ?går', 'i ?dag|nu', 'i ?morgon'] },
    phrases: ['COUNT UNIT (?:från|efter) DAY'],
  },
  zh: {
    ...{ numbers: null, day: '[天日]', week: '周|週|个?星期', days: ['昨天', '今天|现在', '明天'] },
    phrases: [
      '从DAY(?:起|开始)?\\s?COUNT\\s?UNIT(?:之后|以后|后)?',
      'DAY起\\s?COUNT\\s?UNIT(?:之后|以后|后)?',
    ],
  },
}

const rules = new Map<string, readonly RegExp[]>()

/**
 * A text in which days or weeks that are counted from today, tomorrow or yesterday are a date: `due giorni da oggi`.
 * @param today the date of the reference, in milliseconds as if it were UTC
 */
export function withCountedDays(text: string, locale: string, today: number): string {
  const words = LANGUAGES[locale]
  if (!words) return text
  const ofLocale = rules.get(locale) ?? rulesOf(words)
  rules.set(locale, ofLocale)
  return ofLocale.reduce(
    (read, pattern) =>
      read.replace(pattern, (phrase: string, ...found: unknown[]) => {
        // The groups of a pattern that has names come last.
        const { count = '', week, yesterday, tomorrow } = found.at(-1) as Readonly<Record<string, string>>
        const days = countOf(count, words.numbers) * (week === undefined ? 1 : DAYS_OF_WEEK)
        const from = yesterday === undefined ? (tomorrow === undefined ? 0 : 1) : -1
        return Number.isNaN(days) ? phrase : ` ${isoOf(today + (from + days) * DAY_MS)} `
      }),
    text.normalize('NFC'),
  )
}

function rulesOf({ numbers, day, week, days, phrases }: Words): readonly RegExp[] {
  const [yesterday, now, tomorrow] = days
  const edges =
    numbers === null ? ['', ''] : [String.raw`(?<![\p{L}\p{N}-])`, String.raw`(?![\p{L}\p{N}-])`]
  const parts: Readonly<Record<string, string>> = {
    COUNT: `(?<count>\\d{1,3}|${numbers === null ? '[一两兩二三四五六七八九十]{1,3}' : numbers.join('|')})`,
    UNIT: `(?:(?<week>${week})|${day})`,
    DAY: `(?:(?<yesterday>${yesterday})|(?<tomorrow>${tomorrow})|${now})`,
  }
  return phrases.map((phrase) => {
    const whole = phrase.replace(/COUNT|UNIT|DAY/g, (name) => parts[name]!)
    return new RegExp(`${edges[0]}${whole}${edges[1]}`, 'iu')
  })
}

function countOf(word: string, numbers: readonly string[] | null): number {
  if (/^\d/.test(word)) return Number(word)
  if (numbers === null) return numberIn(word)
  const place = placeIn(word, numbers)
  return place === -1 ? Number.NaN : place + 1
}
