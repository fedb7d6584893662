import { CronExpressionParser, type CronExpression } from 'cron-parser'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { sideOf, utcOf, type NamedZone } from './zoned-time.ts'

// The library fills in missing fields and picks H at random; both would be guesses.
const FIELDS = /^(?:@[a-z]+|\S+(?:\s+\S+){4,5})$/i
const HASHED = /(?:^|[\s,])H(?:$|[\s,/(])/i

/**
 * The next runs of a cron expression after an instant. Day of month and day of week are
 * alternatives if both are given (POSIX, crontab); a time that clocks skip runs after the change,
 * one that they repeat runs once.
 * @throws InvalidInput for an expression that cannot be parsed
 */
export function nextRuns(expression: string, zone: NamedZone, after: number, count: number) {
  const parsed = parse(expression.trim(), zone, after)
  const runs: { utc: string; local: string; unix_ms: number }[] = []
  while (parsed !== null && runs.length < count) {
    const instant = nextOf(parsed)
    if (instant === null) break
    runs.push({ utc: utcOf(instant), local: sideOf(instant, zone).iso, unix_ms: instant })
  }
  return { runs, note: noteOf(runs, zone, count) }
}

function parse(expression: string, zone: NamedZone, after: number): CronExpression | null {
  if (!FIELDS.test(expression) || HASHED.test(expression))
    throw new InvalidInput(
      'expression',
      'Write five fields (minute, hour, day, month, weekday), six with seconds first, or a ' +
        'name such as @daily; H is not supported',
    )
  try {
    return CronExpressionParser.parse(expression, { currentDate: new Date(after), tz: zone.zone.name })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // The library reports this for 30 February and the like: well-formed, but no such day exists.
    if (reason.includes('Invalid explicit day of month definition')) return null
    throw new InvalidInput('expression', `This expression cannot be parsed: ${reason}`)
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
  if (runs.length === 0) return 'It never runs: no day is as the expression asks'
  const offsets = new Set(runs.map(({ local }) => local.slice(23)))
  if (offsets.size > 1)
    return (
      `Clocks in ${zone.name} change between these runs; ` +
      'a time that they skip runs right after, one that they repeat runs once'
    )
  return runs.length < count ? 'No further runs were found' : null
}
