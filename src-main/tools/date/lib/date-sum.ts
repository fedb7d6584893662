import { DateTime } from 'luxon'
import { FIRST_INSTANT, LAST_INSTANT } from './date-fields.ts'
import type { Disambiguation } from './local-time.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { offsetsOf, readMoment, sideOf, utcOf, zoneOf } from './zoned-time.ts'

export interface Addition {
  readonly time: string
  readonly zone: string
  readonly years: number
  readonly months: number
  readonly weeks: number
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
  readonly disambiguation: Disambiguation
}

const LONG = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })

/**
 * Adds years and months, then weeks and days, on the calendar of the zone, and then hours and
 * smaller units as elapsed time.
 * @throws InvalidInput for a time or zone that does not exist, or a result outside the years 1 to
 * 9999
 */
export function addToDate(addition: Addition) {
  const { time, zone, years, months, weeks, days, disambiguation } = addition
  const there = zoneOf('zone', zone)
  const start = readMoment({ time, zone, disambiguation })
  const notes = start.note === null ? [] : [start.note]
  const local = DateTime.fromMillis(start.instant + offsetsOf(there)(start.instant), { zone: 'utc' })
  const inMonth = local.plus({ years, months })
  const end_of_month = inMonth.isValid && inMonth.day !== local.day
  if (end_of_month)
    notes.push(`${inMonth.toFormat('yyyy-MM')} has no day ${local.day}, so its last day is taken`)

  const moved = inMonth.plus({ weeks, days })
  const hasMoved = moved.toMillis() !== local.toMillis()
  // Without a move, the instant stays the same even if its local time occurs twice.
  const reached = hasMoved ? reach(moved, zone, disambiguation) : { instant: start.instant, note: null }
  if (reached.note !== null) notes.push(reached.note)

  const instant =
    reached.instant + ((addition.hours * 60 + addition.minutes) * 60 + addition.seconds) * 1_000
  checkRange(instant)
  const { iso } = sideOf(instant, there)
  return {
    iso,
    utc: utcOf(instant),
    unix_ms: instant,
    date: iso.slice(0, 10),
    weekday: LONG.format(instant + offsetsOf(there)(instant)),
    end_of_month,
    notes,
  }
}

function reach(local: DateTime, zone: string, disambiguation: Disambiguation) {
  checkRange(local.toMillis())
  return readMoment({ time: local.toISO({ includeOffset: false }) ?? '', zone, disambiguation })
}

// Leaves a day at either end for the offset.
function checkRange(ms: number): void {
  if (!(ms >= FIRST_INSTANT + 86_400_000 && ms <= LAST_INSTANT - 86_400_000))
    throw new InvalidInput('years', 'The result is outside the years 1 to 9999; add less')
}
