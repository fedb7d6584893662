const DAY_MS = 24 * 3_600_000

/** How to resolve a local time that occurs twice or never, in the terms of ECMAScript Temporal. */
export type Disambiguation = 'compatible' | 'earlier' | 'later' | 'reject'

export interface LocalTime {
  readonly occurs: 'unique' | 'skipped' | 'repeated'
  /** The instants it could mean, in milliseconds since 1970: one if unique, else earlier and later. */
  readonly candidates: readonly [number, ...number[]]
}

/**
 * Finds the instants at which a zone's clocks show a local time.
 *
 * @param localMs the local time read as if it were UTC
 * @param offsetMsAt the zone's distance from UTC at an instant
 */
export function toLocalTime(localMs: number, offsetMsAt: (instant: number) => number): LocalTime {
  // No zone changes its offset twice within two days, so these are the offsets before and after a
  // change.
  const before = localMs - offsetMsAt(localMs - DAY_MS)
  const after = localMs - offsetMsAt(localMs + DAY_MS)
  const shows = (instant: number) => instant + offsetMsAt(instant) === localMs

  if (before === after) return { occurs: 'unique', candidates: [before] }
  if (shows(before) && shows(after)) return { occurs: 'repeated', candidates: [before, after] }
  if (shows(before)) return { occurs: 'unique', candidates: [before] }
  if (shows(after)) return { occurs: 'unique', candidates: [after] }
  // With the offset before the change, a skipped time ends up after it (RFC 5545, 3.3.5), and vice
  // versa.
  return { occurs: 'skipped', candidates: [after, before] }
}

/** The chosen instant, or null if the time is not unique and must be rejected. */
export function instantOf({ occurs, candidates }: LocalTime, choice: Disambiguation): number | null {
  const [first] = candidates
  const last = candidates.at(-1) ?? first
  if (occurs === 'unique') return first
  if (choice === 'reject') return null
  if (choice === 'compatible') return occurs === 'skipped' ? last : first
  return choice === 'earlier' ? first : last
}
