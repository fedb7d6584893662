import { writtenOffset } from './written-offset.ts'
import { offsetsOf, type NamedZone } from './zoned-time.ts'

const YEARS = 10
/** Shorter than between any two changes of the tz database since 1900: Freetown's of 1939 are four days apart. */
const STEP_MS = 3 * 86_400_000

/**
 * The VTIMEZONE of a zone (RFC 5545, 3.6.5) with every clock change for ten years from the year of
 * an instant, each written out, because the rule behind the changes is not known here.
 */
export function timezoneLines(zone: NamedZone, from: number): string[] {
  const offsetAt = offsetsOf(zone)
  const first = Date.UTC(new Date(from).getUTCFullYear() - 1, 0)
  const changes = changesOf(offsetAt, first, Date.UTC(new Date(from).getUTCFullYear() + YEARS, 0))
  const standard = Math.min(offsetAt(first), ...changes.map((change) => offsetAt(change)))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone.name}`,
    ...[first, ...changes].flatMap((onset) => {
      const before = offsetAt(onset - 1)
      const after = offsetAt(onset)
      const kind = after > standard ? 'DAYLIGHT' : 'STANDARD'
      // The onset is in local time before the change.
      const local = new Date(onset + before).toISOString().replace(/[-:]|\.\d{3}Z/g, '')
      return [
        `BEGIN:${kind}`,
        `DTSTART:${local}`,
        `TZOFFSETFROM:${written(before)}`,
        `TZOFFSETTO:${written(after)}`,
        `END:${kind}`,
      ]
    }),
    'END:VTIMEZONE',
  ]
}

function changesOf(offsetAt: (instant: number) => number, first: number, last: number): number[] {
  const changes: number[] = []
  let before = offsetAt(first)
  for (let from = first; from < last; from += STEP_MS) {
    const until = Math.min(from + STEP_MS, last)
    const after = offsetAt(until)
    if (after === before) continue
    let [low, high] = [from, until]
    while (high - low > 1_000) {
      const middle = low + Math.floor((high - low) / 2_000) * 1_000
      if (offsetAt(middle) === before) low = middle
      else high = middle
    }
    changes.push(high)
    before = after
  }
  return changes
}

function written(offsetMs: number): string {
  return writtenOffset(offsetMs / 60_000, { colon: false, seconds: true })
}
