import { FIELDS, valueOf, type Field } from './cron-fault.ts'

/**
 * A cron expression in which no list names a value twice, as the libraries need it. In crontab(5) the elements of a
 * list may overlap, as in 0,7 for Sunday; such a list is written as its values. Fields with L, W, # or a fault stay.
 */
export function withoutRepeats(expression: string): string {
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== 5 && fields.length !== 6) return expression
  return fields
    .map((value, index) => listOnce(value, FIELDS[index + FIELDS.length - fields.length]!))
    .join(' ')
}

function listOnce(value: string, field: Field): string {
  if (!value.includes(',')) return value
  const lists = value.split(',').map((item) => valuesOf(item, field))
  if (lists.includes(null)) return value
  const values = lists.flatMap((list) => list ?? [])
  const once = [...new Set(values)].sort((a, b) => a - b)
  return once.length === values.length ? value : once.join(',')
}

// The values of a number, a name, a range or a step; Sunday is 0. Null for anything else.
function valuesOf(item: string, field: Field): number[] | null {
  const [, base = '', step] = /^([^/]+)(?:\/0*([1-9]\d{0,3}))?$/.exec(item) ?? []
  const most = field.name === 'weekday' ? 6 : field.most
  const ends = base === '*' ? [field.least, most] : base.split('-').map((end) => valueOf(end, field))
  const [first, last = step === undefined ? first : most] = ends
  if (typeof first !== 'number' || typeof last !== 'number' || ends.length > 2 || first > last) return null
  const values: number[] = []
  for (let at = first; at <= last; at += Number(step ?? 1))
    values.push(field.name === 'weekday' ? at % 7 : at)
  return values
}
