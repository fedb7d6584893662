/** How a language counts days and times from now, where the reader of dates lacks its words. */
interface RelativeWords {
  /** Words for a day, with its distance from today. */
  readonly days: Readonly<Record<string, number>>
  /** A whole text in the past or the future: the number or word of one, and the unit. */
  readonly ago?: readonly RegExp[]
  readonly ahead?: readonly RegExp[]
  /** The beginning of each unit's word, in the order of UNITS. */
  readonly units?: RegExp
  readonly numbers?: Readonly<Record<string, number>>
}

const DAY_MS = 86_400_000
const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const
const COUNT = String.raw`(\d{1,4}|\p{L}+)`

const LANGUAGES: Readonly<Record<string, RelativeWords>> = {
  es: {
    days: {
      ...{ 'pasado mañana': 2, anteayer: -2, 'antes de ayer': -2 },
      ...{ 'la semana que viene': 7, 'la próxima semana': 7, 'la semana pasada': -7 },
    },
    ago: [new RegExp(`^hace ${COUNT} (\\p{L}+)$`, 'iu')],
    ahead: [new RegExp(`^(?:en|dentro de) ${COUNT} (\\p{L}+)$`, 'iu')],
    units: /^(seg)|^(min)|^(hor)|^(d[ií]a)|^(sem)|^(mes)|^(añ)/i,
    numbers: { un: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, diez: 10 },
  },
  fr: { days: { 'après-demain': 2, 'après demain': 2, 'avant-hier': -2, 'avant hier': -2 } },
  it: { days: { dopodomani: 2, "l'altro ieri": -2, 'l’altro ieri': -2, 'altro ieri': -2, avantieri: -2 } },
  ja: {
    days: { 明後日: 2, あさって: 2, 一昨日: -2, おととい: -2, 来週: 7, 先週: -7 },
    ago: [/^(\d{1,4})\s*(秒|分|時間|日|週間|か月|ヶ月|カ月|年)前$/u],
    ahead: [/^(\d{1,4})\s*(秒|分|時間|日|週間|か月|ヶ月|カ月|年)後$/u],
    units: /^(秒)|^(分)|^(時)|^(日)|^(週)|^([かヶカ])|^(年)/u,
  },
  nl: { days: { overmorgen: 2, eergisteren: -2 } },
  pt: {
    days: {
      ...{ 'depois de amanhã': 2, anteontem: -2 },
      ...{ 'na próxima semana': 7, 'a próxima semana': 7, 'semana que vem': 7, 'na semana passada': -7 },
    },
    ago: [
      new RegExp(`^há ${COUNT} (\\p{L}+)(?: atrás)?$`, 'iu'),
      new RegExp(`^${COUNT} (\\p{L}+) atrás$`, 'iu'),
    ],
    ahead: [new RegExp(`^(?:em|daqui a|dentro de) ${COUNT} (\\p{L}+)$`, 'iu')],
    units: /^(seg)|^(min)|^(hor)|^(dia)|^(sem)|^(m[eê]s)|^(ano)/i,
    numbers: { um: 1, uma: 1, dois: 2, duas: 2, três: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, dez: 10 },
  },
  sv: {
    days: {
      'i morgon': 1,
      'i övermorgon': 2,
      övermorgon: 2,
      'i dag': 0,
      'i går': -1,
      'i förrgår': -2,
      förrgår: -2,
    },
    ago: [new RegExp(`^för ${COUNT} (\\p{L}+) sedan$`, 'iu')],
    ahead: [new RegExp(`^om ${COUNT} (\\p{L}+)$`, 'iu')],
    units: /^(sek)|^(min)|^(tim)|^(dag)|^(vec)|^(mån)|^(år)/i,
    numbers: { en: 1, ett: 1, två: 2, tre: 3, fyra: 4, fem: 5, sex: 6, sju: 7, tio: 10 },
  },
  zh: {
    days: { 后天: 2, 後天: 2, 大后天: 3, 前天: -2, 大前天: -3 },
    ago: [/^(\d{1,4})\s*(秒|分钟|小时|天|日|周|个?星期|个?月|年)(?:前|以前|之前)$/u],
    ahead: [/^(\d{1,4})\s*(秒|分钟|小时|天|日|周|个?星期|个?月|年)(?:后|以后|之后)$/u],
    units: /^(秒)|^(分)|^(小时)|^([天日])|^(周|个?星期)|^(个?月)|^(年)/u,
  },
}

/** A time that is counted from now, in English: `3 days ago`; null for a text that is not one. */
export function countedFromNow(text: string, locale: string): string | null {
  const { ago = [], ahead = [], units, numbers = {} } = LANGUAGES[locale] ?? {}
  const plain = text.trim().normalize('NFC')
  for (const [patterns, side] of [
    [ago, 'ago'],
    [ahead, 'from now'],
  ] as const)
    for (const pattern of patterns) {
      const [, count = '', word = ''] = pattern.exec(plain) ?? []
      const number = /^\d+$/.test(count) ? Number(count) : numbers[count.toLowerCase()]
      const unit = UNITS[(units?.exec(word) ?? []).slice(1).findIndex((part) => part !== undefined)]
      if (number !== undefined && unit !== undefined) return `${number} ${unit}s ${side}`
    }
  return null
}

// 来週の月曜日: the weekday of a week from Monday on.
const JAPANESE_WEEKS: Readonly<Record<string, number>> = { 先週: -1, 今週: 0, 来週: 1, 再来週: 2 }
const JAPANESE_DAYS = '月火水木金土日'
const JAPANESE_DAY_OF_WEEK = new RegExp(
  `(${Object.keys(JAPANESE_WEEKS).toReversed().join('|')})の?([${JAPANESE_DAYS}])曜日?`,
  'u',
)

function withDaysOfWeeks(text: string, today: number): string {
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS
  return text.replace(JAPANESE_DAY_OF_WEEK, (_, week: string, day: string) => {
    const days = JAPANESE_WEEKS[week]! * 7 + JAPANESE_DAYS.indexOf(day)
    return ` ${new Date(monday + days * DAY_MS).toISOString().slice(0, 10)} `
  })
}

/**
 * A text whose words for days are dates: `pasado mañana a las 5` is `2026-03-06 a las 5`.
 * @param today the date of the reference, in milliseconds as if it were UTC
 */
export function withDatesForDays(text: string, locale: string, today: number): string {
  const { days = {} } = LANGUAGES[locale] ?? {}
  const words = Object.keys(days).toSorted((one, other) => other.length - one.length)
  if (words.length === 0) return text
  const isSpaced = locale !== 'ja' && locale !== 'zh'
  const edges = isSpaced ? [String.raw`(?<![\p{L}\p{N}-])`, String.raw`(?![\p{L}\p{N}-])`] : ['', '']
  const pattern = new RegExp(`${edges[0]}(?:${words.join('|')})${edges[1]}`, 'iu')
  const composed = text.normalize('NFC')
  const plain = locale === 'ja' ? withDaysOfWeeks(composed, today) : composed
  return plain.replace(pattern, (word) => {
    const date = new Date(today + days[word.toLowerCase()]! * DAY_MS).toISOString().slice(0, 10)
    return isSpaced ? date : ` ${date} `
  })
}
