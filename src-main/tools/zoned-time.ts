import { DateTime, FixedOffsetZone, IANAZone } from 'luxon'
import type { Zone } from 'luxon'
import type { Disambiguation, LocalTime } from './local-time.ts'
import { instantOf, toLocalTime } from './local-time.ts'
import { InvalidInput } from './tool-context.ts'

const WRITTEN = /^(.+?)(Z|(?<=:.*)[+-][\d:]+)?$/i
const OFFSET = /^([+-])([01]\d|2[0-3])(?::?([0-5]\d))?$/
const WORDS = {
  unique: 'occurs once',
  skipped: 'does not occur',
  repeated: 'occurs twice',
} as const satisfies Record<LocalTime['occurs'], string>
const WHY = {
  unique: '',
  skipped: ', where clocks go forward over it',
  repeated: ', where clocks go back',
} as const satisfies Record<LocalTime['occurs'], string>

interface NamedZone {
  readonly name: string
  readonly zone: Zone
}

export interface Conversion {
  readonly time: string
  readonly from?: string | undefined
  readonly to: string
  readonly disambiguation: Disambiguation
}

/**
 * Converts a time between two zones and reports what clock changes do to it in either.
 * @throws InvalidInput for a zone or a date that does not exist, and for a time that is to be rejected
 */
export function convertTime({ time, from, to, disambiguation }: Conversion) {
  const [, written = '', offset] = WRITTEN.exec(time) ?? []
  const readIn = zoneOf(offset === undefined ? 'from' : 'time', offset ?? from ?? 'UTC')
  const source = from === undefined ? readIn : zoneOf('from', from)
  const target = zoneOf('to', to)

  const found = toLocalTime(localMsOf(time, written), offsetsOf(readIn))
  const instant = instantOf(found, disambiguation)
  const occurs = `${time} ${WORDS[found.occurs]} in ${readIn.name}${WHY[found.occurs]}`
  if (instant === null)
    throw new InvalidInput('time', `${occurs}; send an offset, or choose earlier or later`)

  const [fromSide, toSide] = [sideOf(instant, source), sideOf(instant, target)]
  const repeated = isRepeated(instant, target)
  const notes = found.occurs === 'unique' ? [] : [`${occurs}; ${fromSide.iso} is taken`]
  if (repeated)
    notes.push(`The result's local time occurs twice in ${target.name}${WHY.repeated}; keep its offset`)
  return {
    from: fromSide,
    to: toSide,
    utc: utcOf(instant),
    unix_ms: instant,
    local_time: found.occurs,
    candidates: found.occurs === 'unique' ? [] : found.candidates.map(utcOf),
    target_repeated: repeated,
    note: notes.length === 0 ? null : notes.join('. '),
  }
}

// The machine's own zone (luxon's `local` and `system`) is no concern of a caller's: IANA names only.
function zoneOf(field: string, name: string): NamedZone {
  if (/^(?:utc|z)$/i.test(name)) return { name: 'UTC', zone: FixedOffsetZone.utcInstance }
  const [, sign, hours, minutes = '00'] = OFFSET.exec(name) ?? []
  if (hours !== undefined) {
    const distance = Number(hours) * 60 + Number(minutes)
    const zone = FixedOffsetZone.instance(sign === '-' ? -distance : distance)
    return { name: `${sign}${hours}:${minutes}`, zone }
  }
  if (!IANAZone.isValidZone(name))
    throw new InvalidInput(
      field,
      `There is no time zone ${name}; use an IANA name such as Europe/Berlin, or an offset such as +05:30`,
    )
  return { name, zone: IANAZone.create(name) }
}

function localMsOf(time: string, written: string): number {
  const local = DateTime.fromISO(written.replace(' ', 'T').toUpperCase(), { zone: 'utc' })
  if (!local.isValid)
    throw new InvalidInput('time', `There is no such time as ${time}; check the day and the hour`)
  return local.toMillis()
}

// Before zones had whole minutes an offset is a fraction of them, so it is rounded to milliseconds.
function offsetsOf({ zone }: NamedZone): (instant: number) => number {
  return (instant) => Math.round(zone.offset(instant) * 60_000)
}

function isRepeated(instant: number, target: NamedZone): boolean {
  const offsetMsAt = offsetsOf(target)
  return toLocalTime(instant + offsetMsAt(instant), offsetMsAt).occurs === 'repeated'
}

function sideOf(instant: number, { name, zone }: NamedZone) {
  const there = DateTime.fromMillis(instant, { zone })
  // Null is for invalid dates only, and years of four digits are far from the end of the range.
  return { iso: there.toISO()!, zone: name, offset_minutes: there.offset, is_dst: there.isInDST }
}

function utcOf(instant: number): string {
  return new Date(instant).toISOString()
}
