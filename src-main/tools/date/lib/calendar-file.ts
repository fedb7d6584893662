import { checkRule } from './recurrence-rule.ts'
import { refuseControls } from '../../lib/control-characters.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { timezoneLines } from './timezone-component.ts'
import { offsetsOf, readMoment, zoneOf, type NamedZone } from './zoned-time.ts'

const FOLD_OCTETS = 75
const DAY_MS = 86_400_000

interface Person {
  readonly name?: string | undefined
  readonly email: string
}

export interface CalendarEvent {
  readonly title: string
  readonly start: string
  readonly end?: string | undefined
  readonly duration_minutes?: number | undefined
  readonly zone: string
  readonly description?: string | undefined
  readonly location?: string | undefined
  readonly url?: string | undefined
  readonly uid?: string | undefined
  readonly status?: string | undefined
  readonly categories: readonly string[]
  readonly recurrence?: string | undefined
  readonly organizer?: Person | undefined
  readonly attendees: readonly Person[]
  readonly alarms_minutes_before: readonly number[]
}

/**
 * Writes a calendar file (RFC 5545): lines end in CRLF and are folded at 75 octets, never within a
 * character.
 * @param stamp the time of writing, in milliseconds since 1970
 * @param newUid makes an id for an event without one
 * @throws InvalidInput for times, zones and rules that do not exist, and for control characters
 */
export function calendarFile(
  events: readonly CalendarEvent[],
  name: string | undefined,
  stamp: number,
  newUid: () => string,
): string {
  refuseControls({ name, events }, '', 'a calendar cannot hold (RFC 5545, 3.1)')
  const zones = new Map<string, { zone: NamedZone; from: number }>()
  const bodies = events.map((event, index) => eventLines(event, index, stamp, event.uid ?? newUid(), zones))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Toolgate//comm-ical-create//EN',
    'CALSCALE:GREGORIAN',
    ...(name === undefined ? [] : [`X-WR-CALNAME:${escaped(name)}`]),
    ...[...zones.values()].flatMap(({ zone, from }) => timezoneLines(zone, from)),
    ...bodies.flat(),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(
  event: CalendarEvent,
  index: number,
  stamp: number,
  uid: string,
  zones: Map<string, { zone: NamedZone; from: number }>,
): string[] {
  const { organizer, recurrence, status } = event
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utcOf(stamp)}`,
    ...timeLines(event, index, zones),
    ...text('SUMMARY', event.title),
    ...text('DESCRIPTION', event.description),
    ...text('LOCATION', event.location),
    ...(event.url === undefined ? [] : [`URL:${event.url}`]),
    ...(status === undefined ? [] : [`STATUS:${status.toUpperCase()}`]),
    ...(event.categories.length === 0 ? [] : [`CATEGORIES:${event.categories.map(escaped).join(',')}`]),
    ...(recurrence === undefined ? [] : [`RRULE:${ruleOf(recurrence, index)}`]),
    ...(organizer === undefined ? [] : [`ORGANIZER${personOf(organizer)}`]),
    ...event.attendees.map((person) => `ATTENDEE${personOf(person)}`),
    ...event.alarms_minutes_before.flatMap((minutes) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(event.title)}`,
      `TRIGGER:-PT${minutes}M`,
      'END:VALARM',
    ]),
    'END:VEVENT',
  ]
}

function timeLines(
  { start, end, duration_minutes, zone, recurrence }: CalendarEvent,
  index: number,
  zones: Map<string, { zone: NamedZone; from: number }>,
): string[] {
  const at = (field: string) => `events.${index}.${field}`
  if (end !== undefined && duration_minutes !== undefined)
    throw new InvalidInput(at('end'), 'Send an end or a duration, not both')
  const read = (time: string, field: string) =>
    readMoment({ time, zone, timeField: at(field), zoneField: at('zone') }).instant
  const begin = read(start, 'start')
  const isAllDay = start.length === 10
  if (end !== undefined && (end.length === 10) !== isAllDay)
    throw new InvalidInput(at('end'), 'Start and end must both be dates, or both have a time')
  const finish = end === undefined ? begin + (duration_minutes ?? 0) * 60_000 : read(end, 'end')
  if (finish < begin) throw new InvalidInput(at('end'), 'The end is before the start')

  if (isAllDay) {
    const day = (text: string) => text.replaceAll('-', '')
    // The end of an all-day event is the day after its last (RFC 5545, 3.6.1).
    const after = new Date(Date.parse(end ?? start) + DAY_MS).toISOString().slice(0, 10)
    return [`DTSTART;VALUE=DATE:${day(start)}`, `DTEND;VALUE=DATE:${day(after)}`]
  }
  const named = zoneOf(at('zone'), zone)
  // A recurring "at nine" needs the clocks of its zone; everything else is exact in UTC.
  if (recurrence === undefined || named.zone.isUniversal)
    return [`DTSTART:${utcOf(begin)}`, ...(finish > begin ? [`DTEND:${utcOf(finish)}`] : [])]
  const known = zones.get(named.name)
  zones.set(named.name, { zone: named, from: Math.min(begin, known?.from ?? begin) })
  const local = (instant: number) => utcOf(instant + offsetsOf(named)(instant)).slice(0, -1)
  const inZone = (property: string, instant: number) => `${property};TZID=${named.name}:${local(instant)}`
  return [inZone('DTSTART', begin), ...(finish > begin ? [inZone('DTEND', finish)] : [])]
}

function ruleOf(rule: string, index: number): string {
  try {
    checkRule(rule, (instant) => instant)
  } catch (error) {
    if (error instanceof InvalidInput) throw new InvalidInput(`events.${index}.recurrence`, error.message)
    throw error
  }
  return rule
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
}

// RFC 5545, 3.2: a parameter's value has no quotes and no line ends; RFC 6868 writes them.
function personOf({ name, email }: Person): string {
  const written = name
    ?.replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replaceAll(/\r\n|\r|\n/g, '^n')
  return `${written === undefined ? '' : `;CN="${written}"`}:mailto:${email}`
}

function text(property: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${property}:${escaped(value)}`]
}

// RFC 5545, 3.3.11
function escaped(value: string): string {
  return value.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

function utcOf(instant: number): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

// RFC 5545, 3.1: octets, not characters, including the space that starts the next line.
function folded(line: string): string {
  let out = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > FOLD_OCTETS) {
      out += '\r\n '
      octets = 1
    }
    out += character
    octets += size
  }
  return out
}
