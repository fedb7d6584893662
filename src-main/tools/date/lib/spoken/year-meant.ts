const DAY_MS = 86_400_000
/** Around a year such as 1900, which is not a leap year. */
const MOST_YEARS_BETWEEN_LEAPS = 8

/** From where dates without a year are read. */
export interface Reference {
  /** In milliseconds as if its clock showed UTC. */
  readonly today: number
  /** Whether only days from this one on are meant. */
  readonly forward: boolean
}

/**
 * A day whose year a text does not name: that of this year, or of the next one where that is nearer or this year's is
 * over and only days ahead are meant.
 * @param dayIn its midnight in a year, in milliseconds as if in UTC; null for a year that lacks it
 */
export function dayMeant(
  dayIn: (year: number) => number | null,
  { today, forward }: Reference,
): number | null {
  const year = new Date(today).getUTCFullYear()
  const start = today - (((today % DAY_MS) + DAY_MS) % DAY_MS)
  const [now, next] = [dayIn(year), dayIn(year + 1)]
  if (now === null || next === null) return now
  const isOver = forward ? now < start : start - now > next - start
  return isOver ? next : now
}

/** The leap day that is nearest, or the next one where only days ahead are meant, in milliseconds as if in UTC. */
export function leapDayMeant({ today, forward }: Reference): number {
  const year = new Date(today).getUTCFullYear()
  const start = today - (((today % DAY_MS) + DAY_MS) % DAY_MS)
  const days = Array.from({ length: 2 * MOST_YEARS_BETWEEN_LEAPS + 1 }, (_, at) =>
    Date.UTC(year - MOST_YEARS_BETWEEN_LEAPS + at, 1, 29),
  ).filter((day) => new Date(day).getUTCMonth() === 1 && !(forward && day < start))
  return days.toSorted((one, other) => Math.abs(one - today) - Math.abs(other - today))[0] ?? today
}

/** A midnight as a date, such as 2026-11-27. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
