import { CronExpressionParser, type CronExpression } from 'cron-parser'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { cronFault, isMissingDay } from '../../lib/cron-fault.ts'
import { withoutRepeats } from '../../lib/cron-lists.ts'
import { nearestDaysIn, nearestMonths } from './nearest-weekday.ts'
import { sideOf, utcOf, type NamedZone } from './zoned-time.ts'

// The library fills in missing fields and picks H at random; both would be guesses.
const FIELDS = /^(?:@[a-z]+|\S+(?:\s+\S+){4,5})$/i
/** From here on the calendar may end before an expression runs; a leap day comes at the latest after eight years. */
const LAST_START = Date.UTC(9990, 0)
const HASHED = /(?:^|[\s,])H(?:$|[\s,/(])/i

/**
 * The next runs of a cron expression after an instant. Day of month and day of week are
 * alternatives if both are given (POSIX, crontab); a time that clocks skip runs after the change,
 * one that they repeat runs once.
 * @throws InvalidInput for an expression that cannot be parsed, or names only days that do not exist
 */
export function nextRuns(expression: string, zone: NamedZone, after: number, count: number) {
  const runs: { utc: string; local: string; unix_ms: number }[] = []
  for (const instant of instantsOf(expression.trim(), zone, after)) {
    if (instant === runs.at(-1)?.unix_ms) continue
    if (runs.length === count) break
    runs.push({ utc: utcOf(instant), local: sideOf(instant, zone).iso, unix_ms: instant })
  }
  if (runs.length === 0 && after < LAST_START)
    throw new InvalidInput(
      'expression',
      'This is not a cron expression that runs: No month that it names has such a day',
    )
  return { runs, note: noteOf(runs, zone, count) }
}

// The library knows no nearest weekdays: those run by an expression for each month.
function instantsOf(expression: string, zone: NamedZone, after: number): Iterable<number> {
  const fields = expression.split(/\s+/)
  const place = fields.length - 3
  const days = nearestDaysIn(fields[place] ?? '')
  if (days === null) return runsOf(parse(expression, zone, after))
  if (!/^[*?]$/.test(fields[place + 2]!))
    throw new InvalidInput(
      'expression',
      'W is the nearest weekday to a day of the month; write * for the day of the week',
    )
  const onDays = (value: string | number): string => fields.with(place, String(value)).join(' ')
  const lists = days.nearest.map((day) => nearestRuns(onDays, day, zone, after))
  if (days.others !== null) lists.push(runsOf(parse(onDays(days.others), zone, after)))
  return merged(lists)
}

function* nearestRuns(
  onDay: (day: number) => string,
  nearest: number | null,
  zone: NamedZone,
  after: number,
): Generator<number> {
  let found = 0
  for (const { prefix, day, from, until } of nearestMonths(nearest, after, () => found)) {
    for (const instant of runsOf(parse(onDay(day), zone, Math.max(after, from)))) {
      if (instant > until) break
      if (!sideOf(instant, zone).iso.startsWith(prefix)) continue
      found++
      yield instant
    }
  }
}

function* runsOf(parsed: CronExpression | null): Generator<number> {
  if (parsed === null) return
  for (let instant = nextOf(parsed); instant !== null; instant = nextOf(parsed)) yield instant
}

// The earliest of all lists, each of which is in order.
function* merged(lists: readonly Generator<number>[]): Generator<number> {
  const heads = lists.map((list) => list.next())
  for (;;) {
    const least = Math.min(...heads.map((head) => (head.done === true ? Infinity : head.value)))
    if (least === Infinity) return
    yield least
    for (const [index, head] of heads.entries())
      if (head.value === least) heads[index] = lists[index]!.next()
  }
}

function parse(expression: string, zone: NamedZone, after: number): CronExpression | null {
  if (!FIELDS.test(expression) || HASHED.test(expression))
    throw new InvalidInput(
      'expression',
      'Write five fields (minute, hour, day, month, weekday), six with seconds first, or a ' +
        'name such as @daily; H is not supported',
    )
  try {
    return CronExpressionParser.parse(withoutRepeats(expression), {
      currentDate: new Date(after),
      tz: zone.zone.name,
    })
  } catch (error) {
    if (isMissingDay(error)) return null
    throw new InvalidInput('expression', `This is not a cron expression: ${cronFault(expression)}`)
  }
}

// The library gives up after 10,000 steps, which means that nothing matches for centuries.
function nextOf(expression: CronExpression): number | null {
  try {
    const instant = expression.next().getTime()
    return instant <= Date.UTC(9999, 0) ? instant : null
  } catch {
    return null
  }
}

function noteOf(runs: readonly { local: string }[], zone: NamedZone, count: number): string | null {
  const offsets = new Set(runs.map(({ local }) => local.slice(23)))
  if (offsets.size > 1)
    return (
      `Clocks in ${zone.name} change between these runs; ` +
      'a time that they skip runs right after, one that they repeat runs once'
    )
  return runs.length < count ? 'No further runs were found' : null
}
