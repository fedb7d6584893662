/** A field of a cron expression. */
export interface Field {
  readonly name: string
  readonly least: number
  readonly most: number
  readonly words: readonly string[]
}

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
/** The fields, the first of which may be absent. */
export const FIELDS: readonly Field[] = [
  { name: 'second', least: 0, most: 59, words: [] },
  { name: 'minute', least: 0, most: 59, words: [] },
  { name: 'hour', least: 0, most: 23, words: [] },
  { name: 'day', least: 1, most: 31, words: [] },
  { name: 'month', least: 1, most: 12, words: MONTHS },
  { name: 'weekday', least: 0, most: 7, words: DAYS },
]

/**
 * Why no cron reads an expression: the first field that is at fault, and what it takes (crontab(5)).
 * @param expression Five fields, or six with seconds first
 * @param sunday The number of Sunday
 */
export function cronFault(expression: string, sunday: '0' | '1' = '0'): string {
  if (expression.startsWith('@'))
    return 'Known names are @yearly, @monthly, @weekly, @daily, @hourly and @reboot'
  const values = expression.trim().split(/\s+/)
  for (const [index, value] of values.entries()) {
    const found = FIELDS[index + FIELDS.length - values.length]
    if (found === undefined) continue
    const field = found.name === 'weekday' ? { ...found, least: Number(sunday) } : found
    for (const item of value.split(',')) {
      const fault = faultOf(item, field)
      if (fault !== null) return fault
    }
  }
  return 'One of its fields combines signs that do not go together: write numbers, names, ranges, lists, steps or *'
}

function faultOf(item: string, field: Field): string | null {
  const { name } = field
  if (item === '') return `The ${name} field has a comma with nothing on one side`
  const [base = '', ...steps] = item.split('/')
  if (steps.length > 1) return `The ${name} ${shown(item)} has two steps; write one slash`
  if (steps.length === 1 && !/^0*[1-9]\d*$/.test(steps[0]!))
    return `The step of the ${name} ${shown(item)} is not a whole number above 0`
  if (base === '*' || base === '?') return null
  if (name === 'weekday' && base.includes('#'))
    return /^[^#]+#[1-5]$/.test(item)
      ? null
      : `The weekday ${shown(item)} is not one day, # and a number from 1 to 5, such as MON#2`
  // L and W have rules of their own.
  if ((name === 'day' && /[LW]/i.test(base)) || (name === 'weekday' && /L$/i.test(base))) return null
  const ends = base.split('-')
  if (ends.length > 2) return `The ${name} range ${shown(base)} has more than two ends`
  if (ends.includes('')) return `The ${name} range ${shown(base)} lacks an end`
  const values = ends.map((end) => valueOf(end, field))
  const wrong = values.findIndex((value) => value === null)
  if (wrong >= 0) return `The ${name} ${shown(ends[wrong]!)} is not valid: write ${taken(field)}`
  return values.length === 2 && values[0]! > values[1]!
    ? `The ${name} range ${shown(base)} runs backwards: write the lower end first`
    : null
}

/** The number of a value or name; null if the field does not take it. */
export function valueOf(end: string, { least, most, words }: Field): number | null {
  const word = words.indexOf(end.toUpperCase())
  if (word >= 0) return words === DAYS ? word : word + 1
  const value = /^\d+$/.test(end) ? Number(end) : -1
  return value >= least && value <= most ? value : null
}

function taken({ least, most, words }: Field): string {
  const names = words.length === 0 ? '' : `, or ${words[0]} to ${words.at(-1)}`
  return `${least} to ${most}${names}, or *`
}

function shown(text: string): string {
  return `"${text.slice(0, 40)}"`.toWellFormed()
}

/** Whether cron-parser failed on 30 February and the like: well-formed, but no such day exists. */
export function isMissingDay(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Invalid explicit day of month definition')
}
