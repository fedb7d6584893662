const DAY = 86_400_000
// A day such as 29W of February comes again after 12 years at the latest: 1896, 1904.
const MOST_IDLE_MONTHS = 240

/** The days of a cron expression that are nearest to a day of the month, such as 15W, and its other days. */
export interface NearestDays {
  /** The days of the month; null for the last one, LW. */
  readonly nearest: readonly (number | null)[]
  /** The field without them; null if it has only such days. */
  readonly others: string | null
}

/** Reads the field for the day of the month; null if it asks for no nearest weekday. */
export function nearestDaysIn(field: string): NearestDays | null {
  const items = field.split(',')
  const nearest = items.flatMap((item) => {
    const [, day] = /^(0?[1-9]|[12]\d|3[01]|L)W$/i.exec(item) ?? []
    return day === undefined ? [] : [/L/i.test(day) ? null : Number(day)]
  })
  const others = items.filter((item) => !/W$/i.test(item))
  if (nearest.length === 0 || nearest.length + others.length < items.length) return null
  return { nearest, others: others.length > 0 ? others.join() : null }
}

/** A month in which the clock of a cron expression can run on one day. */
export interface NearestMonth {
  /** As an ISO date begins: 2026-08-. */
  readonly prefix: string
  readonly day: number
  /** The instants between which the month lies in every time zone. */
  readonly from: number
  readonly until: number
}

/**
 * The weekday nearest to a day of each month, from the month of an instant on: Monday to Friday, and never in
 * another month, as Quartz has it. Months that lack the day are left out.
 * @param day the day of the month; null for the last one
 * @param found how many runs were found so far: after twenty years without one there are no more months
 */
export function* nearestMonths(
  day: number | null,
  after: number,
  found: () => number,
): Generator<NearestMonth> {
  const start = new Date(after - DAY)
  let runs = 0
  for (let month = start.getUTCMonth(), idle = 0; idle < MOST_IDLE_MONTHS; month++, idle++) {
    if (found() > runs) [runs, idle] = [found(), 0]
    const first = new Date(Date.UTC(start.getUTCFullYear(), month, 1))
    const last = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate()
    if (first.getUTCFullYear() > 9999) return
    if (day !== null && day > last) continue
    yield {
      prefix: first.toISOString().slice(0, 8),
      day: weekdayNear(first, day ?? last, last),
      from: first.getTime() - DAY,
      until: first.getTime() + (last + 1) * DAY,
    }
  }
}

function weekdayNear(first: Date, day: number, last: number): number {
  const weekday = (first.getUTCDay() + day - 1) % 7
  if (weekday === 6) return day === 1 ? 3 : day - 1
  if (weekday === 0) return day === last ? day - 2 : day + 1
  return day
}
