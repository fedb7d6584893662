import rrule from 'rrule'
import { instantOf, toLocalTime } from './local-time.ts'
import { checkRule } from './recurrence-rule.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { offsetsOf, readMoment, sideOf, utcOf, zoneOf, type NamedZone } from './zoned-time.ts'

export interface Recurrence {
  readonly rule: string
  readonly start: string
  readonly zone: string
  readonly exclude: readonly string[]
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/**
 * The dates of a recurrence rule. The rule is expanded in local time, and each local time is then
 * converted to an instant, so that "at nine" stays at nine across a clock change (RFC 5545,
 * 3.3.10).
 * @throws InvalidInput for a rule, date or zone that cannot be read
 */
export function expandRule({ rule, start, zone, exclude, after, before, limit }: Recurrence) {
  const named = zoneOf('zone', zone)
  const localOf = (instant: number) => instant + offsetsOf(named)(instant)
  const momentOf = (timeField: string) => (time: string) => readMoment({ time, zone, timeField }).instant
  const begin = momentOf('start')(start)
  const excluded = new Set(exclude.map(momentOf('exclude')))
  const earliest = after === undefined ? -Infinity : momentOf('after')(after)
  const latest = before === undefined ? Infinity : momentOf('before')(before)

  const occurrences: { utc: string; local: string }[] = []
  const skipped: string[] = []
  let complete = true
  dates(rule, localOf(begin), localOf, (localMs) => {
    const found = toLocalTime(localMs, offsetsOf(named))
    const instant = instantOf(found, 'compatible') ?? 0
    if (instant > latest) return false
    if (instant < earliest || excluded.has(instant)) return true
    if (occurrences.length === limit) {
      complete = false
      return false
    }
    if (found.occurs !== 'unique') skipped.push(new Date(localMs).toISOString().slice(0, 16))
    occurrences.push({ utc: utcOf(instant), local: sideOf(instant, named).iso })
    return true
  })
  return { occurrences, complete, notes: skipped.slice(0, 20).map((local) => noteOf(local, named)) }
}

function dates(
  text: string,
  dtstart: number,
  localOf: (instant: number) => number,
  take: (localMs: number) => boolean,
): void {
  const rule = checkRule(text, localOf)
  try {
    const options = { ...inOrder(rrule.RRule.parseString(rule)), dtstart: new Date(dtstart) }
    // The library works with UTC dates, which represent local times here.
    new rrule.RRule(options).all((date) => take(date.getTime()))
  } catch (error) {
    if (error instanceof InvalidInput) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidInput('rule', `This rule cannot be expanded: ${reason}`)
  }
}

// The library takes the times of a day in the order in which they are written.
function inOrder(options: Partial<rrule.Options>): Partial<rrule.Options> {
  const { byhour, byminute, bysecond } = options
  return { ...options, byhour: sorted(byhour), byminute: sorted(byminute), bysecond: sorted(bysecond) }
}

function sorted(numbers: number | number[] | null = null): number[] | null {
  return numbers === null ? null : [...new Set([numbers].flat())].sort((one, other) => one - other)
}

function noteOf(local: string, { name }: NamedZone): string {
  return `${local} does not occur exactly once in ${name}, where clocks change; see the offset`
}
