import { Decimal } from 'decimal.js'
import { canonicalJson } from '../../../../src-shared/canonical-json.ts'
import { exactIdentity, withFloats } from '../../lib/exact-json.ts'
import { isJsonObject } from '../../lib/json-document.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_ROWS = 100_000
// Enough digits for any sum of doubles of similar magnitude.
const Exact = Decimal.clone({ precision: 50 })

interface Aggregate {
  readonly op: 'count' | 'count_distinct' | 'sum' | 'mean' | 'min' | 'max' | 'first' | 'last' | 'list'
  readonly field: string
  readonly as?: string | undefined
}

interface Grouping {
  readonly by: readonly string[]
  readonly aggregates: readonly Aggregate[]
  readonly include_rows: boolean
}

type Row = Record<string, unknown>

interface Group {
  key: Row
  count: number
  values: Row
  rows?: Row[]
}

/**
 * Groups rows by the values of some members; 1 and "1" are two values, a missing member equals
 * null. Numbers of the rows may be exact; groups differ by every digit, aggregates are of floats.
 * @throws InvalidInput for rows that are not objects, and for values that cannot be added or
 * compared
 */
export function groupRows(
  json: unknown,
  { by, aggregates, include_rows }: Grouping,
): { groups: Group[]; group_count: number; row_count: number } {
  const exactRows = rowsOf(json)
  checkNames(aggregates.map(nameOf))
  const groups = new Map<string, Row[]>()
  for (const exact of exactRows) {
    const key = exactIdentity(by.map((field) => memberOf(exact, field)))
    // An object stays one.
    const row = withFloats(exact) as Row
    const members = groups.get(key)
    if (members) members.push(row)
    else groups.set(key, [row])
  }
  const done = [...groups.values()].map((members) => ({
    key: Object.fromEntries(by.map((field) => [field, memberOf(members[0]!, field)])),
    count: members.length,
    values: Object.fromEntries(aggregates.map((one) => [nameOf(one), computed(one, members)])),
    ...(include_rows ? { rows: members } : {}),
  }))
  return { groups: done, group_count: done.length, row_count: exactRows.length }
}

function rowsOf(json: unknown): Row[] {
  if (!Array.isArray(json)) throw new InvalidInput('rows', 'Send a list of objects')
  if (json.length > MAX_ROWS) throw new InvalidInput('rows', `Send at most ${MAX_ROWS} rows`)
  return json.map((row, at) => {
    if (!isJsonObject(row)) throw new InvalidInput('rows', `Row ${at + 1} is not an object`)
    return row
  })
}

function memberOf(row: Row, field: string): unknown {
  return Object.hasOwn(row, field) ? row[field] : null
}

function nameOf({ op, field, as }: Aggregate): string {
  return as ?? `${op}_${field}`
}

function checkNames(aggregates: readonly string[]): void {
  const twice = aggregates.find((name, at) => aggregates.indexOf(name) !== at)
  if (twice !== undefined)
    throw new InvalidInput(
      'aggregates',
      `Two aggregates are called ${JSON.stringify(twice.slice(0, 100))}; give one another name ` +
        `with \`as\``,
    )
}

function computed({ op, field }: Aggregate, rows: readonly Row[]): unknown {
  const values = rows.map((row) => memberOf(row, field)).filter((value) => value !== null)
  switch (op) {
    case 'count':
      return values.length
    case 'count_distinct':
      return new Set(values.map(canonicalJson)).size
    case 'list':
      return values
    case 'first':
      return values[0] ?? null
    case 'last':
      return values.at(-1) ?? null
    case 'min':
    case 'max':
      return extremeOf(values, op, field)
    default:
      return values.length === 0 ? (op === 'sum' ? 0 : null) : totalOf(values, op, field)
  }
}

function totalOf(values: readonly unknown[], op: 'sum' | 'mean', field: string): number {
  const sum = values.reduce<Decimal>((total, value) => {
    if (typeof value !== 'number') refuseValue(field, 'numbers')
    return total.plus(value)
  }, new Exact(0))
  const result = (op === 'sum' ? sum : sum.div(values.length)).toNumber()
  if (!Number.isFinite(result))
    throw new InvalidInput('rows', `The ${op} of ${JSON.stringify(field.slice(0, 100))} is too large`)
  return result
}

function extremeOf(values: readonly unknown[], op: 'min' | 'max', field: string): unknown {
  const kinds = new Set(values.map((value) => typeof value))
  if (values.length === 0) return null
  if (kinds.size > 1 || !(kinds.has('number') || kinds.has('string')))
    refuseValue(field, 'only numbers or only strings')
  // All of one kind, and both kinds compare with < (strings by UTF-16 code units).
  const comparable = values as readonly (number | string)[]
  return comparable.reduce((best, value) => ((op === 'min' ? value < best : value > best) ? value : best))
}

function refuseValue(field: string, kind: string): never {
  const name = JSON.stringify(field.slice(0, 100).toWellFormed())
  throw new InvalidInput('rows', `${name} must contain ${kind} to be computed`)
}
