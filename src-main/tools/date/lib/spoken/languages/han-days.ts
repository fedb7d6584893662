import { weekdayOfMonth } from '../../moving-days.ts'
import { dayMeant, dayOfMonthMeant, existing, isoOf, nearestWith, type Reference } from '../year-meant.ts'
import { NUMBER, numberIn } from './han-numbers.ts'
import { shown, withHanYears } from './han-years.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** From Sunday on. */
const WEEKDAYS = '日月火水木金土'
const CHINESE_WEEKDAYS = '日一二三四五六'

/** Of a day that begins its phrase. */
const START = '(?<![年\\d一二三四五六七八九十]の?)'
// In digits and without `の` the reader of dates knows them, but not leap days, or with an hour of the next day.
const MONTH_DAY = new RegExp(
  `${START}(?=2月29日|\\d{1,2}月の|[一二三四五六七八九十]|\\d{1,2}月[一二三四五六七八九十]|[^\\s]{4,7}の?\\s?(?:深夜)?2[4-9][時:])${NUMBER}月[の的]?${NUMBER}[日号號]`,
  'gu',
)
const MONTH_ALONE = new RegExp(`^\\s*${NUMBER}月\\s*$`, 'u')
const DAY_ALONE = new RegExp(
  `^\\s*${NUMBER}[日号號](?=\\s*$|の?\\s?(?:午前|午後|深夜|[朝昼夜晩]|\\d{1,2}[時:]))`,
  'u',
)
// A day after its month, the second digit of one included, is left to the reader of dates.
const DAY_AND_WEEKDAY = new RegExp(
  `(?<!月の?|[\\d一二三四五六七八九十])${NUMBER}日の?([${WEEKDAYS}])曜日?`,
  'gu',
)
const DAY_OF_NEAR_MONTH = new RegExp(
  `(先月|今月|来月|再来月|次の月|上个?月|这个?月|本月|下个?月)[の的]?${NUMBER}[日号號]`,
  'gu',
)
const NTH_IN_MONTH = new RegExp(
  `(?<!毎月?の?)(?:(今月|来月|先月)の?|${NUMBER}月の?)?(?:第の?([1-5一二三四五])の?|(?<=月の?)(最初)の)([${WEEKDAYS}])曜日?`,
  'gu',
)
const CHINESE_NTH_IN_MONTH = new RegExp(
  `(?:(这个月|本月|下个月|下月|上个月|上月)|${NUMBER}月)的?第([1-5一二三四五])个?(?:星期|周|週|礼拜)([${CHINESE_WEEKDAYS}天])`,
  'gu',
)
const TOMORROW = /明[天日]/gu
/** What Japanese ends a date in a sentence with. */
const PARTICLE = /(?<=[日曜月年時分\d）])(?:に|は|で)\s*$/u

/**
 * A Japanese or Chinese text in which days are dates that the reader of dates lacks: with Han numerals or the year of
 * an era, with their number alone or beside a weekday, the second Monday of a month, and in numbers from the year on.
 */
export function withHanDays(text: string, locale: string, reference: Reference): string {
  if (locale !== 'ja' && locale !== 'zh') return text
  const { today, forward } = reference
  const midnight = Math.floor(today / DAY_MS) * DAY_MS
  const days = withNthWeekdays(withHanYears(text.replace(PARTICLE, '')), reference)
    .replace(MONTH_DAY, (phrase, month: string, day: string) =>
      shown(
        phrase,
        dayMeant((year) => existing(year, numberIn(month), numberIn(day)), reference),
      ),
    )
    .replace(MONTH_ALONE, (phrase, month: string) =>
      shown(phrase, firstOfMonth(numberIn(month), reference)),
    )
    .replace(DAY_OF_NEAR_MONTH, (phrase, month: string, day: string) => {
      const [year, at] = yearAndMonth(midnight, shiftOf(month))
      return shown(phrase, existing(year, at + 1, numberIn(day)))
    })
    .replace(DAY_AND_WEEKDAY, (phrase, day: string, weekday: string) =>
      shown(phrase, nearestWith(WEEKDAYS.indexOf(weekday), numberIn(day), midnight, forward)),
    )
    .replace(DAY_ALONE, (phrase, day: string) => shown(phrase, dayOfMonthMeant(numberIn(day), reference)))
  // Until two o'clock the Chinese reader takes tomorrow for the day that has begun.
  const isSmallHour = locale === 'zh' && today - midnight < 2 * HOUR_MS
  return isSmallHour ? days.replace(TOMORROW, ` ${isoOf(midnight + DAY_MS)} `) : days
}

function withNthWeekdays(text: string, reference: Reference): string {
  const nth = (month: string | undefined, named: string | undefined, place: string, weekday: number) => {
    const dayIn = (year: number, at: number) =>
      weekdayOfMonth(year, at, weekday, place === '最初' ? 1 : numberIn(place))
    return named === undefined
      ? dayIn(...yearAndMonth(reference.today, shiftOf(month ?? '')))
      : dayMeant((year) => dayIn(year, numberIn(named) - 1), reference)
  }
  return text
    .replace(
      NTH_IN_MONTH,
      (phrase, month?: string, named?: string, place?: string, first?: string, weekday = '') =>
        shown(phrase, nth(month, named, place ?? first ?? '', WEEKDAYS.indexOf(String(weekday)))),
    )
    .replace(CHINESE_NTH_IN_MONTH, (phrase, month?: string, named?: string, place = '', day = '') => {
      const weekday = CHINESE_WEEKDAYS.indexOf(String(day).replace('天', '日'))
      return shown(phrase, nth(month, named, String(place), weekday))
    })
}

function shiftOf(month: string): number {
  if (month.startsWith('再')) return 2
  return /^[来下次]/u.test(month) ? 1 : /^[先上]/u.test(month) ? -1 : 0
}

/** @returns the month from 0, and its year */
function yearAndMonth(today: number, shift: number): [number, number] {
  const now = new Date(today)
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + shift))
  return [first.getUTCFullYear(), first.getUTCMonth()]
}

// The month that has begun is meant by its name, too.
function firstOfMonth(month: number, reference: Reference): number | null {
  const [year, now] = yearAndMonth(reference.today, 0)
  return month === now + 1
    ? existing(year, month, 1)
    : dayMeant((inYear) => existing(inYear, month, 1), reference)
}
