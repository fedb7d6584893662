const DAY_MS = 86_400_000

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

/** A midnight as a date, such as 2026-11-27. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
