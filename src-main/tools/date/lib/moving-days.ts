import { dayMeant, isoOf, type Reference } from './spoken/year-meant.ts'

const DAY_MS = 86_400_000

/** Days that move, by the year: Easter and what is counted from it, and American feasts of the nth weekday. */
const MOVING: readonly (readonly [string, (year: number) => number])[] = [
  ['good friday', (year) => easterOf(year) - 2 * DAY_MS],
  ['easter monday', (year) => easterOf(year) + DAY_MS],
  ['easter(?: sunday)?', easterOf],
  ['ash wednesday', (year) => easterOf(year) - 46 * DAY_MS],
  ['ascension(?: day)?', (year) => easterOf(year) + 39 * DAY_MS],
  ['(?:pentecost|whit sunday)', (year) => easterOf(year) + 49 * DAY_MS],
  ['thanksgiving(?: day)?', (year) => nthWeekday(year, 10, 4, 4)],
  ['black friday', (year) => nthWeekday(year, 10, 4, 4) + DAY_MS],
  ['cyber monday', (year) => nthWeekday(year, 10, 4, 4) + 4 * DAY_MS],
  ['labor day', (year) => nthWeekday(year, 8, 1, 1)],
  ["mother['’]?s day", (year) => nthWeekday(year, 4, 0, 2)],
  ["father['’]?s day", (year) => nthWeekday(year, 5, 0, 3)],
  ['memorial day', (year) => nthWeekday(year, 4, 1, -1)],
]

/** English feasts that move, as dates: `Easter 2027` is `2027-03-28`. */
export function withMovingDays(text: string, reference: Reference): string {
  for (const [name, dayIn] of MOVING) {
    const found = new RegExp(`\\b${name}(?:,? (?:of |in )?(\\d{4}))?(?!['’\\w])`, 'i')
    if (found.test(text))
      return text.replace(found, (phrase, named?: string) => {
        const day = named === undefined ? dayMeant(dayIn, reference) : dayIn(Number(named))
        return day === null ? phrase : isoOf(day)
      })
  }
  return text
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
