import { DateTime, FixedOffsetZone, IANAZone } from 'luxon'
import type { Zone } from 'luxon'
import type { Disambiguation, LocalTime } from './local-time.ts'
import { instantOf, toLocalTime } from './local-time.ts'
import { isoOf, writtenOffset } from './written-offset.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const WRITTEN = /^(.+?)(Z|(?<=:.*)[+-][\d:]+)?$/i
const LEAP_SECOND = /:60(?:[.,]\d+)?$/
const OFFSET = /^([+-])([01]\d|2[0-3])(?::?([0-5]\d)(?::?([0-5]\d))?)?$/
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

/** A time zone and its name in an answer. */
export interface NamedZone {
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
 * Converts a time between two zones and reports how clock changes affect it in either.
 * @throws InvalidInput for a zone or a date that does not exist, and for a time that must be
 * rejected
 */
export function convertTime({ time, from, to, disambiguation }: Conversion) {
  const { instant, readIn, found, note } = readMoment({
    time,
    zone: from,
    disambiguation,
    zoneField: 'from',
  })
  const source = from === undefined ? readIn : zoneOf('from', from)
  const target = zoneOf('to', to)

  const [fromSide, toSide] = [sideOf(instant, source), sideOf(instant, target)]
  const repeated = isRepeated(instant, target)
  const notes = note === null ? [] : [`${note}; ${fromSide.iso} is taken`]
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

export interface WrittenMoment {
  /** ISO 8601, in the form that date-fields.ts accepts. */
  readonly time: string
  /** The zone of a time without an offset; UTC by default. */
  readonly zone?: string | undefined
  readonly disambiguation?: Disambiguation
  /** The fields to blame in an error. */
  readonly timeField?: string
  readonly zoneField?: string
}

export interface Moment {
  /** Milliseconds since 1970. */
  readonly instant: number
  /** The zone or offset that was used to read the time. */
  readonly readIn: NamedZone
  readonly found: LocalTime
  /** How a clock change affects the time, as a sentence without its full stop; null if it does not. */
  readonly note: string | null
}

/**
 * The instant that a written time means.
 * @throws InvalidInput for a zone, day or hour that does not exist, a leap second, and a time that
 * must be rejected
 */
export function readMoment({
  time,
  zone,
  disambiguation = 'compatible',
  timeField = 'time',
  zoneField = 'zone',
}: WrittenMoment): Moment {
  const [, written = '', offset] = WRITTEN.exec(time) ?? []
  const readIn = zoneOf(offset === undefined ? zoneField : timeField, offset ?? zone ?? 'UTC')
  const found = toLocalTime(localMsOf(timeField, time, written), offsetsOf(readIn))
  const instant = instantOf(found, disambiguation)
  const occurs = `${time} ${WORDS[found.occurs]} in ${readIn.name}${WHY[found.occurs]}`
  if (instant === null)
    throw new InvalidInput(timeField, `${occurs}; send an offset, or choose earlier or later`)
  return { instant, readIn, found, note: found.occurs === 'unique' ? null : occurs }
}

/**
 * A zone by its name; the names of the machine's own zone (luxon's `local` and `system`) are
 * rejected.
 * @throws InvalidInput when it is neither an IANA name nor an offset
 */
export function zoneOf(field: string, name: string): NamedZone {
  if (/^(?:utc|z)$/i.test(name)) return { name: 'UTC', zone: FixedOffsetZone.utcInstance }
  const [, sign, hours, minutes = '0', seconds = '0'] = OFFSET.exec(name) ?? []
  if (hours !== undefined) {
    const distance = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60
    const zone = FixedOffsetZone.instance(sign === '-' ? -distance : distance)
    return { name: sign + writtenOffset(distance, { colon: true, seconds: true }).slice(1), zone }
  }
  if (!IANAZone.isValidZone(name))
    throw new InvalidInput(
      field,
      `${name} is not a time zone; use an IANA name such as Europe/Berlin, or an offset such as +05:30`,
    )
  return { name, zone: IANAZone.create(name) }
}

function localMsOf(field: string, time: string, written: string): number {
  if (LEAP_SECOND.test(written))
    throw new InvalidInput(
      field,
      `${time} is a leap second, which computer clocks do not count; send the second before or after`,
    )
  const local = DateTime.fromISO(written.replace(' ', 'T').toUpperCase(), { zone: 'utc' })
  if (!local.isValid)
    throw new InvalidInput(field, `The time ${time} does not exist; check the day and the hour`)
  return local.toMillis()
}

/**
 * How far a zone is ahead of UTC at an instant, rounded because historical offsets have fractions
 * of minutes.
 */
export function offsetsOf({ zone }: NamedZone): (instant: number) => number {
  return (instant) => Math.round(zone.offset(instant) * 60_000)
}

function isRepeated(instant: number, target: NamedZone): boolean {
  const offsetMsAt = offsetsOf(target)
  return toLocalTime(instant + offsetMsAt(instant), offsetMsAt).occurs === 'repeated'
}

/** At most one for each name of a zone. */
const LONG_NAMES = new Map<string, Intl.DateTimeFormat>()

function longNameOf(zone: string, instant: number): string {
  let format = LONG_NAMES.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' })
    LONG_NAMES.set(zone, format)
  }
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

// The name of the time says it. Only where a time has no name, offsets of the same year are compared, as luxon does: in
// a year in which clocks are changed for good, that is wrong.
function isSummerTime(there: DateTime): boolean {
  if (there.zone.isUniversal) return false
  const name = longNameOf(there.zoneName ?? 'UTC', there.toMillis())
  if (/^GMT[+-]/.test(name)) return there.isInDST
  return /\b(?:Daylight|Summer|Irish Standard)\b/.test(name)
}

/** An instant as local time in a zone. */
export function sideOf(instant: number, { name, zone }: NamedZone) {
  const there = DateTime.fromMillis(instant, { zone })
  return { iso: isoOf(there), zone: name, offset_minutes: there.offset, is_dst: isSummerTime(there) }
}

/** An instant in UTC, ISO 8601. */
export function utcOf(instant: number): string {
  return new Date(instant).toISOString()
}
