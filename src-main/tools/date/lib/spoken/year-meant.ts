const DAY_MS = 86_400_000
/** Between leap days around a year such as 1900, which has none. */
const MOST_YEARS_BETWEEN = 8

/** From where dates without a year are read. */
export interface Reference {
  /** In milliseconds as if its clock showed UTC. */
  readonly today: number
  /** Whether only days from this one on are meant. */
  readonly forward: boolean
}

/**
 * A day whose year a text does not name: that of this year, or of the next one where that is nearer or this year's is
 * over and only days ahead are meant. A day that only some years have, such as the 29th of February, is the nearest.
 * @param dayIn its midnight in a year, in milliseconds as if in UTC; null for a year that lacks it
 */
export function dayMeant(
  dayIn: (year: number) => number | null,
  { today, forward }: Reference,
): number | null {
  const year = new Date(today).getUTCFullYear()
  const start = today - (((today % DAY_MS) + DAY_MS) % DAY_MS)
  const [now, next] = [dayIn(year), dayIn(year + 1)]
  if (now === null || next === null) {
    const days = Array.from({ length: 2 * MOST_YEARS_BETWEEN + 1 }, (_, at) =>
      dayIn(year - MOST_YEARS_BETWEEN + at),
    ).filter((day) => day !== null && !(forward && day < start))
    return days.toSorted((one, other) => Math.abs(one! - start) - Math.abs(other! - start))[0] ?? null
  }
  const isOver = forward ? now < start : start - now > next - start
  return isOver ? next : now
}

/** A midnight in milliseconds as if in UTC; null for a day that does not exist. @param month from 1 */
export function existing(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return month >= 1 && day >= 1 && date.getUTCMonth() === month - 1 ? date.getTime() : null
}

/** The day of this month with a number; of the next one where this one lacks it, or is past it and `forward` is set. */
export function dayOfMonthMeant(day: number, { today, forward }: Reference): number | null {
  const now = new Date(today)
  const from = forward && day < now.getUTCDate() ? 1 : 0
  const days = [from, from + 1].map((shift) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + shift))
    return existing(first.getUTCFullYear(), first.getUTCMonth() + 1, day)
  })
  return days[0] ?? days[1] ?? null
}

/**
 * The day of any month within a year that has this number and is this weekday.
 * @param weekday 0 for Sunday
 * @param midnight of the reference, in milliseconds as if in UTC
 */
export function nearestWith(
  weekday: number,
  number: number,
  midnight: number,
  forward: boolean,
): number | null {
  const from = new Date(midnight)
  const days = Array.from({ length: 25 }, (_, at) =>
    Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + at - 12, number),
  ).filter((day) => {
    const date = new Date(day)
    return date.getUTCDate() === number && date.getUTCDay() === weekday && !(forward && day < midnight)
  })
  return days.toSorted((one, other) => Math.abs(one - midnight) - Math.abs(other - midnight))[0] ?? null
}

/** A midnight as a date, such as 2026-11-27. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
