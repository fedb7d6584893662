import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const numbers =
  (low: number, high: number, signed = false) =>
  (value: string) =>
    value.split(',').every((one) => {
      if (!(signed ? /^[+-]?\d{1,3}$/ : /^\d{1,3}$/).test(one)) return false
      const size = Math.abs(Number(one))
      return size >= low && size <= high
    })
const among =
  (...names: string[]) =>
  (value: string) =>
    names.includes(value)
const WEEKDAY = /^(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:MO|TU|WE|TH|FR|SA|SU)$/

/** What RFC 5545, 3.3.10, allows for each part of a rule. */
const PARTS: Readonly<Record<string, (value: string) => boolean>> = {
  FREQ: among('SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
  INTERVAL: (value) => /^[1-9]\d{0,5}$/.test(value),
  COUNT: (value) => /^[1-9]\d{0,6}$/.test(value),
  UNTIL: (value) => /^\d{8}(?:T\d{6}Z?)?$/.test(value),
  WKST: among('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'),
  BYSECOND: numbers(0, 59),
  BYMINUTE: numbers(0, 59),
  BYHOUR: numbers(0, 23),
  BYDAY: (value) => value.split(',').every((one) => WEEKDAY.test(one)),
  BYMONTHDAY: numbers(1, 31, true),
  BYYEARDAY: numbers(1, 366, true),
  BYWEEKNO: numbers(1, 53, true),
  BYMONTH: numbers(1, 12),
  BYSETPOS: numbers(1, 366, true),
}

/**
 * A rule in the form that the library accepts, with UNTIL as local time; parts that the library
 * would ignore are rejected.
 * @throws InvalidInput naming the part that RFC 5545 does not allow
 */
export function checkRule(text: string, localOf: (instant: number) => number): string {
  const parts = text
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')
    .map((part) => part.split('='))
  const seen = new Set<string>()
  for (const [name = '', value = '', ...more] of parts) {
    if (!Object.hasOwn(PARTS, name) || more.length > 0 || seen.has(name) || !PARTS[name]?.(value))
      throw new InvalidInput(
        'rule',
        `RFC 5545 does not allow the part ${`${name}=${value}`.slice(0, 60)} here`,
      )
    seen.add(name)
  }
  if (!seen.has('FREQ')) throw new InvalidInput('rule', 'A rule needs FREQ, such as FREQ=WEEKLY;BYDAY=MO')
  if (seen.has('COUNT') && seen.has('UNTIL'))
    throw new InvalidInput('rule', 'A rule can have COUNT or UNTIL, not both (RFC 5545, 3.3.10)')
  const fault = togetherFault(new Map(parts.map(([name = '', value = '']) => [name, value])))
  if (fault !== null) throw new InvalidInput('rule', `${fault} (RFC 5545, 3.3.10)`)
  return parts
    .map(([name, value = '']) => `${name}=${name === 'UNTIL' ? untilOf(value, localOf) : value}`)
    .join(';')
}

// The parts that must not be used together.
function togetherFault(parts: ReadonlyMap<string, string>): string | null {
  const freq = parts.get('FREQ') ?? ''
  if (parts.has('BYWEEKNO') && freq !== 'YEARLY')
    return `BYWEEKNO numbers the weeks of a year: send FREQ=YEARLY, not FREQ=${freq}`
  if (parts.has('BYYEARDAY') && /^(?:DAILY|WEEKLY|MONTHLY)$/.test(freq))
    return `BYYEARDAY numbers the days of a year, so FREQ cannot be ${freq}; send FREQ=YEARLY`
  if (parts.has('BYMONTHDAY') && freq === 'WEEKLY')
    return 'BYMONTHDAY numbers the days of a month, so FREQ cannot be WEEKLY; send FREQ=MONTHLY'
  const numbered = parts
    .get('BYDAY')
    ?.split(',')
    .find((day) => /\d/.test(day))
  if (numbered !== undefined && !/^(?:MONTHLY|YEARLY)$/.test(freq))
    return `${numbered} numbers a weekday of a month or year, so FREQ cannot be ${freq}; send FREQ=MONTHLY`
  if (numbered !== undefined && parts.has('BYWEEKNO'))
    return `BYWEEKNO names the weeks, so ${numbered} cannot have a number; send ${numbered.slice(-2)}`
  const hasOther = [...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS')
  return parts.has('BYSETPOS') && !hasOther
    ? 'BYSETPOS chooses among the days or times of another BY part; send one, such as BYDAY=MO,TU'
    : null
}

// A date means the whole day; an instant in UTC is converted to the local time.
function untilOf(value: string, localOf: (instant: number) => number): string {
  if (value.length === 8) return `${value}T235959Z`
  const iso = value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/, '$1-$2-$3T$4:$5:$6Z')
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) throw new InvalidInput('rule', `The time ${value} does not exist`)
  const local = value.endsWith('Z') ? localOf(instant) : instant
  return new Date(local).toISOString().replace(/[-:]|\.\d{3}/g, '')
}
