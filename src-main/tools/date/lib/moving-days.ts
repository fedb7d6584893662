import { dayMeant, isoOf, type Reference } from './spoken/year-meant.ts'

const DAY_MS = 86_400_000

/** Days that move, by the year: Easter and what is counted from it, and American feasts of the nth weekday. */
const MOVING: readonly (readonly [string, (year: number) => number])[] = [
  ...fromEaster(orthodoxEasterOf, [
    ['orthodox good friday', -2],
    ['orthodox (?:easter|pascha)(?: sunday)?', 0],
    ['orthodox pentecost', 49],
    ['clean monday', -48],
  ]),
  ...fromEaster(easterOf, [
    ['(?:mardi gras|shrove tuesday|fat tuesday|pancake (?:day|tuesday))', -47],
    ['ash wednesday', -46],
    ['palm sunday', -7],
    ['(?:maundy|holy) thursday', -3],
    ['good friday', -2],
    ['holy saturday', -1],
    ['easter mon(?:day)?', 1],
    ['easter(?: sun(?:day)?)?', 0],
    ['ascension(?: (?:day|thursday))?', 39],
    ['(?:pentecost(?: sunday)?|whit ?sunday)', 49],
    ['(?:pentecost|whit) monday', 50],
    ['trinity sunday', 56],
    ['corpus christi', 60],
  ]),
  [
    "(?:mlk|martin luther king),?(?: jr\\.?)?(?:['’]?s)?(?:,? jr\\.?)? day",
    (year) => nthWeekday(year, 0, 1, 3),
  ],
  [
    "(?:presidents?['’]?s?|washington['’]?s birthday) day|washington['’]?s birthday",
    (year) => nthWeekday(year, 1, 1, 3),
  ],
  ['thanksgiving(?: day)?', (year) => nthWeekday(year, 10, 4, 4)],
  ['black friday', (year) => nthWeekday(year, 10, 4, 4) + DAY_MS],
  ['cyber monday', (year) => nthWeekday(year, 10, 4, 4) + 4 * DAY_MS],
  ['labor day', (year) => nthWeekday(year, 8, 1, 1)],
  ['columbus day', (year) => nthWeekday(year, 9, 1, 2)],
  ["mother['’]?s['’]? day", (year) => nthWeekday(year, 4, 0, 2)],
  ["father['’]?s['’]? day", (year) => nthWeekday(year, 5, 0, 3)],
  ['memorial day', (year) => nthWeekday(year, 4, 1, -1)],
]

function fromEaster(easter: (year: number) => number, feasts: readonly (readonly [string, number])[]) {
  return feasts.map(([name, days]) => [name, (year: number) => easter(year) + days * DAY_MS] as const)
}

/** English feasts that move, as dates: `Easter 2027` is `2027-03-28`, and the last one is the one before today. */
export function withMovingDays(text: string, reference: Reference): string {
  for (const [name, dayIn] of MOVING) {
    const found = new RegExp(
      `\\b(?:(last|this|next) )?(?:${name})(?:,? (?:of |in )?(?:(\\d{4})|(last|next|this) year))?(?!['’\\w])`,
      'i',
    )
    if (found.test(text))
      return text.replace(found, (phrase, which?: string, named?: string, near?: string) => {
        const day = dayOf(dayIn, reference, { which, named, near })
        return day === null ? phrase : isoOf(day)
      })
  }
  return text
}

interface Told {
  readonly which?: string | undefined
  readonly named?: string | undefined
  readonly near?: string | undefined
}

function dayOf(
  dayIn: (year: number) => number,
  reference: Reference,
  { which, named, near }: Told,
): number | null {
  const { today } = reference
  const year = new Date(today).getUTCFullYear()
  if (named !== undefined) return dayIn(Number(named))
  if (near !== undefined) return dayIn(year + (/^last/i.test(near) ? -1 : /^next/i.test(near) ? 1 : 0))
  if (/^last$/i.test(which ?? '')) return dayIn(year) < today ? dayIn(year) : dayIn(year - 1)
  return dayMeant(dayIn, { today, forward: reference.forward || /^next$/i.test(which ?? '') })
}

/** The midnight of the nth weekday of a month, of which -1 is the last, in milliseconds as if in UTC. */
export function nthWeekday(year: number, month: number, weekday: number, place: number): number {
  if (place === -1) {
    const last = Date.UTC(year, month + 1, 0)
    return last - ((new Date(last).getUTCDay() - weekday + 7) % 7) * DAY_MS
  }
  const first = Date.UTC(year, month, 1)
  return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (place - 1) * 7) * DAY_MS
}

/** The same; null for a fifth weekday that the month lacks. */
export function weekdayOfMonth(year: number, month: number, weekday: number, place: number): number | null {
  const day = nthWeekday(year, month, weekday, place)
  return new Date(day).getUTCMonth() === month ? day : null
}

/** The midnight of Easter Sunday in a year, as if in UTC: Butcher's reckoning, for the Gregorian calendar. */
export function easterOf(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  return Date.UTC(year, month - 1, (h + l - 7 * m + 33 * month + 19) % 32)
}

/** The midnight of Orthodox Easter in a year, as if in UTC: Meeus, for the Julian calendar, in the Gregorian one. */
export function orthodoxEasterOf(year: number): number {
  const [a, b, c] = [year % 4, year % 7, year % 19]
  const d = (19 * c + 15) % 30
  const e = (2 * a + 4 * b - d + 34) % 7
  const julian = d + e + 114
  // The calendars are apart by so many days, of which each century that is not divisible by 400 adds one.
  const apart = Math.floor(year / 100) - Math.floor(year / 400) - 2
  return Date.UTC(year, Math.floor(julian / 31) - 1, (julian % 31) + 1 + apart)
}
