import { isoOf } from '../year-meant.ts'
import { longestFirst } from './word-patterns.ts'

/** How Japanese or Chinese names a weekday of a week, the ends of months and noon. */
interface HanWords {
  /** Words for a week, with its distance from this one. */
  readonly weeks: Readonly<Record<string, number>>
  /** Between the week and its day. */
  readonly link: string
  /** From Monday on. */
  readonly days: readonly string[]
  readonly afterDay: string
  /** Words for the last day of a month, with the distance of the month. */
  readonly monthEnds: Readonly<Record<string, number>>
  /** Times in words that the reader of dates lacks, in its own. */
  readonly times: readonly (readonly [RegExp, string])[]
}

const DAY_MS = 86_400_000
const HOURS_OF_DAY = 24
/** An hour after midnight, counted on from the day before, as Japanese timetables and television programmes have it. */
const LATE_HOUR = /(?:(\d{4}-\d\d-\d\d)\s*の?\s?|^\s*(?:今[日夜]の?)?)(?:深夜)?(2[4-9])(?=[時:])/u
/** Minutes before an hour: the first group has the hour. */
const BEFORE_HOUR = /(?<!\d)(\d{1,2})時\s?([1-9]|[1-5]\d)分前/u

const LANGUAGES: Readonly<Record<string, HanWords>> = {
  ja: {
    weeks: { 先週: -1, 今週: 0, この: 0, 来週: 1, 再来週: 2 },
    link: 'の?',
    days: ['月', '火', '水', '木', '金', '土', '日'],
    afterDay: '曜日?',
    monthEnds: { 今月末: 0, 来月末: 1, 先月末: -1, 月末: 0 },
    times: [
      [/正午(?:12時)?/u, '12時'],
      [/昨[夜晩](?=の?\s?[\d一二三四五六七八九十])/u, '昨日の夜'],
      [/(?:真夜中|夜中の?(?:12|十二)時|(?<![今昨明])の?[夜晩]の?(?:12|十二)時)/u, ' 午前0時'],
      [/(?:[,、]|の)?[朝夜晩](?:[,、]|の)?\s?(?=午[前後])/u, ' '],
      [/(?<=午[前後])の(?=[\d一二三四五六七八九十])/u, ''],
      [/の?朝の?\s?(\d{1,2}|[一二三四五六七八九十]+)([時:])/u, ' 午前$1$2'],
      [/(?<![今昨明])の?[夜晩]の?\s?(\d{1,2}|[一二三四五六七八九十]+)([時:])/u, ' 午後$1$2'],
      // Hours after noon need not be told as such.
      [/午後(?=(?:1[3-9]|2[0-3])[時:])/u, ' '],
      // The reader of dates takes seconds after an hour for minutes.
      [/時\s?(?=\d{1,2}秒)/u, '時0分'],
    ],
  },
  zh: {
    weeks: { 上: -1, 这: 0, 這: 0, 本: 0, 下: 1, 下下: 2, 上上: -2 },
    link: '(?:个|個)?(?:星期|礼拜|禮拜|周|週)',
    days: ['一', '二', '三', '四', '五', '六', '[日天]'],
    afterDay: '',
    monthEnds: { 本月底: 0, 这个月底: 0, 下个月底: 1, 下月底: 1, 上个月底: -1, 上月底: -1, 月底: 0 },
    times: [
      [/(?:中午|正午)(?:12|十二)?[点點]?(?![\d一二两三])/u, '12点'],
      [/(?:晚上|下午|傍晚)\s?(?=(?:1[3-9]|2[0-3])[:：点點时時])/u, ' '],
      [/(?<=[点點])一刻/u, '15分'],
      [/(?<=[点點])三刻/u, '45分'],
    ],
  },
}

/**
 * A Japanese or Chinese text in which the weekday of a week and the end of a month are dates, and noon is an hour:
 * `来週の月曜日`, `下周五`, `月末`, `正午`. Weeks start on Monday.
 * @param today the date of the reference, in milliseconds as if it were UTC
 */
export function withHanDates(text: string, locale: string, today: number): string {
  const words = LANGUAGES[locale]
  if (!words) return text
  const { weeks, link, days, afterDay, monthEnds, times } = words
  const now = new Date(today)
  const monday = today - ((now.getUTCDay() + 6) % 7) * DAY_MS
  const dayOfWeek = new RegExp(
    `(${longestFirst(Object.keys(weeks))})${link}(${days.join('|')})${afterDay}`,
    'u',
  )
  const monthEnd = new RegExp(`(?<!\\d\\s*)(${longestFirst(Object.keys(monthEnds))})`, 'u')
  const dates = text
    .replace(dayOfWeek, (_, week: string, day: string) => {
      const place = days.findIndex((name) => new RegExp(`^${name}$`, 'u').test(day))
      return ` ${isoOf(monday + (weeks[week]! * 7 + place) * DAY_MS)} `
    })
    .replace(monthEnd, (_, word: string) => {
      return ` ${isoOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthEnds[word]! + 1) - DAY_MS)} `
    })
  const inHours = times.reduce((read, [pattern, time]) => read.replace(pattern, time), dates)
  return inHours
    .replace(BEFORE_HOUR, (_, hour: string, minutes: string) => {
      return `${(Number(hour) + HOURS_OF_DAY - 1) % HOURS_OF_DAY}時${60 - Number(minutes)}分`
    })
    .replace(LATE_HOUR, (_, date: string | undefined, hour: string) => {
      const day = date === undefined ? today : Date.parse(date)
      return ` ${isoOf(day + DAY_MS)} ${Number(hour) - HOURS_OF_DAY}`
    })
}
