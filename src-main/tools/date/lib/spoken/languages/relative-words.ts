import { isoOf } from '../year-meant.ts'

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
  /** Whole texts that count from now, in English. */
  readonly phrases?: Readonly<Record<string, string>>
}

const DAY_MS = 86_400_000
const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const
const COUNT = String.raw`(\d{1,4}|\p{L}+)`

const HAN_NUMBERS = { 一: 1, 两: 2, 兩: 2, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 }

const LANGUAGES: Readonly<Record<string, RelativeWords>> = {
  de: {
    days: {},
    phrases: {
      ...{ 'in einem halben jahr': '6 months from now', 'vor einem halben jahr': '6 months ago' },
      ...{ 'in einer halben stunde': '30 minutes from now', 'vor einer halben stunde': '30 minutes ago' },
      ...{ 'in anderthalb stunden': '90 minutes from now', 'vor anderthalb stunden': '90 minutes ago' },
      ...{ 'in eineinhalb stunden': '90 minutes from now', 'vor eineinhalb stunden': '90 minutes ago' },
      ...{ 'in einer viertelstunde': '15 minutes from now', 'vor einer viertelstunde': '15 minutes ago' },
      ...{
        'in einer dreiviertelstunde': '45 minutes from now',
        'in anderthalb jahren': '18 months from now',
      },
      ...{ 'morgen in einer woche': '8 days from now', 'morgen in zwei wochen': '15 days from now' },
      ...{ 'übermorgen in einer woche': '9 days from now' },
    },
  },
  es: {
    days: {
      ...{ 'pasado mañana': 2, anteayer: -2, 'antes de ayer': -2 },
      ...{ 'la semana que viene': 7, 'la próxima semana': 7, 'la semana pasada': -7 },
    },
    ago: [new RegExp(`^hace ${COUNT} (\\p{L}+)$`, 'iu')],
    ahead: [new RegExp(`^(?:en|dentro de) ${COUNT} (\\p{L}+)$`, 'iu')],
    units: /^(seg)|^(min)|^(hor)|^(d[ií]a)|^(sem)|^(mes)|^(añ)/i,
    phrases: {
      ...{ 'en media hora': '30 minutes from now', 'dentro de media hora': '30 minutes from now' },
      ...{ 'hace media hora': '30 minutes ago', 'en una hora y media': '90 minutes from now' },
      ...{ 'dentro de una hora y media': '90 minutes from now', 'hace una hora y media': '90 minutes ago' },
      ...{ 'el mes que viene': '1 month from now', 'el mes pasado': '1 month ago' },
      ...{ 'el año que viene': '1 year from now', 'el año pasado': '1 year ago' },
    },
    numbers: {
      un: 1,
      una: 1,
      dos: 2,
      tres: 3,
      cuatro: 4,
      cinco: 5,
      seis: 6,
      siete: 7,
      ocho: 8,
      nueve: 9,
      diez: 10,
      quince: 15,
    },
  },
  fr: {
    days: { 'après-demain': 2, 'après demain': 2, 'avant-hier': -2, 'avant hier': -2 },
    phrases: {
      ...{ 'dans une demi-heure': '30 minutes from now', 'il y a une demi-heure': '30 minutes ago' },
      ...{
        'dans une heure et demie': '90 minutes from now',
        'il y a une heure et demie': '90 minutes ago',
      },
      ...{ "dans un quart d'heure": '15 minutes from now', "il y a un quart d'heure": '15 minutes ago' },
      ...{ 'dans une quinzaine': '15 days from now', 'dans une quinzaine de jours': '15 days from now' },
      ...{ 'dans une huitaine': '8 days from now' },
      ...{ 'dans quinze jours': '15 days from now', 'dans huit jours': '8 days from now' },
    },
  },
  it: {
    days: { dopodomani: 2, "l'altro ieri": -2, 'l’altro ieri': -2, 'altro ieri': -2, avantieri: -2 },
    phrases: {
      ...{ "tra mezz'ora": '30 minutes from now', "fra mezz'ora": '30 minutes from now' },
      ...{ "mezz'ora fa": '30 minutes ago', "tra un'ora e mezza": '90 minutes from now' },
      ...{ "fra un'ora e mezza": '90 minutes from now', "un'ora e mezza fa": '90 minutes ago' },
    },
  },
  ja: {
    days: { 明後日: 2, あさって: 2, 一昨日: -2, おととい: -2, 来週: 7, 先週: -7, 再来週: 14, 先々週: -14 },
    phrases: {
      ...{ 来月: '1 month from now', 先月: '1 month ago', 来年: '1 year from now', 去年: '1 year ago' },
      ...{ 昨年: '1 year ago', 再来月: '2 months from now', 再来年: '2 years from now' },
      ...{ 半年後: '6 months from now', 半年前: '6 months ago' },
    },
    ago: [/^(\d{1,4}|[一二三四五六七八九十])\s*(秒|分|時間|日|週間|か月|ヶ月|カ月|年)前$/u],
    ahead: [/^(\d{1,4}|[一二三四五六七八九十])\s*(秒|分|時間|日|週間|か月|ヶ月|カ月|年)後$/u],
    units: /^(秒)|^(分)|^(時)|^(日)|^(週)|^([かヶカ])|^(年)/u,
    numbers: HAN_NUMBERS,
  },
  nl: {
    days: { overmorgen: 2, eergisteren: -2 },
    phrases: {
      ...{ 'over een half uur': '30 minutes from now', 'een half uur geleden': '30 minutes ago' },
      ...{ 'over anderhalf uur': '90 minutes from now', 'anderhalf uur geleden': '90 minutes ago' },
      ...{ 'over een kwartier': '15 minutes from now', 'een kwartier geleden': '15 minutes ago' },
      ...{ 'over een half jaar': '6 months from now', 'een half jaar geleden': '6 months ago' },
    },
  },
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
    phrases: {
      ...{ 'em meia hora': '30 minutes from now', 'daqui a meia hora': '30 minutes from now' },
      ...{ 'há meia hora': '30 minutes ago', 'daqui a uma hora e meia': '90 minutes from now' },
      ...{ 'mês que vem': '1 month from now', 'no próximo mês': '1 month from now' },
      ...{
        'mês passado': '1 month ago',
        'no mês passado': '1 month ago',
        'ano que vem': '1 year from now',
      },
    },
    numbers: {
      um: 1,
      uma: 1,
      dois: 2,
      duas: 2,
      três: 3,
      quatro: 4,
      cinco: 5,
      seis: 6,
      sete: 7,
      oito: 8,
      nove: 9,
      dez: 10,
      quinze: 15,
    },
  },
  ru: {
    days: {},
    phrases: {
      ...{ 'через полтора часа': '90 minutes from now', 'полтора часа назад': '90 minutes ago' },
      ...{ 'на следующей неделе': '1 week from now', 'на прошлой неделе': '1 week ago' },
    },
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
      ...{ 'nästa vecka': 7, 'förra veckan': -7 },
    },
    phrases: {
      ...{ 'om en halvtimme': '30 minutes from now', 'för en halvtimme sedan': '30 minutes ago' },
      ...{ 'om en kvart': '15 minutes from now', 'för en kvart sedan': '15 minutes ago' },
      ...{ 'om ett halvår': '6 months from now', 'för ett halvår sedan': '6 months ago' },
      ...{ 'nästa månad': '1 month from now', 'förra månaden': '1 month ago' },
      ...{ 'nästa år': '1 year from now', 'förra året': '1 year ago' },
    },
    ago: [new RegExp(`^för ${COUNT} (\\p{L}+) sedan$`, 'iu')],
    ahead: [new RegExp(`^om ${COUNT} (\\p{L}+)$`, 'iu')],
    units: /^(sek)|^(min)|^(tim)|^(dag)|^(vec)|^(mån)|^(år)/i,
    numbers: { en: 1, ett: 1, två: 2, tre: 3, fyra: 4, fem: 5, sex: 6, sju: 7, åtta: 8, nio: 9, tio: 10 },
  },
  zh: {
    days: {
      ...{ 后天: 2, 後天: 2, 大后天: 3, 前天: -2, 大前天: -3, 下周: 7, 下星期: 7, 下个星期: 7 },
      ...{ 上周: -7, 上星期: -7, 上个星期: -7, 下下周: 14 },
    },
    ago: [
      /^(\d{1,4}|[一两兩二三四五六七八九十])\s*(秒|分钟|小时|天|日|周|个?星期|个?月|年)(?:前|以前|之前)$/u,
    ],
    ahead: [
      /^(\d{1,4}|[一两兩二三四五六七八九十])\s*(秒|分钟|小时|天|日|周|个?星期|个?月|年)(?:后|以后|之后)$/u,
    ],
    units: /^(秒)|^(分)|^(小时)|^([天日])|^(周|个?星期)|^(个?月)|^(年)/u,
    numbers: HAN_NUMBERS,
    phrases: {
      ...{ 下个月: '1 month from now', 上个月: '1 month ago', 明年: '1 year from now', 去年: '1 year ago' },
      ...{ 半小时后: '30 minutes from now', 半小时前: '30 minutes ago', 半年后: '6 months from now' },
      ...{ 后年: '2 years from now', 前年: '2 years ago' },
    },
  },
}

/** A time that is counted from now, in English: `3 days ago`; null for a text that is not one. */
export function countedFromNow(text: string, locale: string): string | null {
  const { ago = [], ahead = [], units, numbers = {}, phrases = {} } = LANGUAGES[locale] ?? {}
  const plain = text.trim().normalize('NFC')
  const whole = phrases[plain.toLowerCase().replaceAll('’', "'")]
  if (whole !== undefined) return whole
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
  return text.normalize('NFC').replace(pattern, (word) => {
    const date = isoOf(today + days[word.toLowerCase()]! * DAY_MS)
    return isSpaced ? date : ` ${date} `
  })
}
