import { freeNames } from '../../../src-shared/words/free-names.ts'
import { mainValueOf, plainTextOf } from '../../../src-shared/kinds/main-value.ts'
import { hashOf } from '../../gateway/verify-hash.ts'
import type { BatchRow } from '../rows/batch-row.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { writeCsv } from './write-csv.ts'

export type ExportFormat = 'csv' | 'json' | 'ndjson'

/**
 * An exported row. `output` is the data without the engine; a single field is exported as its
 * value.
 */
interface ExportedRow {
  readonly row: number
  readonly label: string
  readonly slug: string
  /** The row of the user's own table that it came from: columns and cells in their order. */
  readonly table?: readonly (readonly [string, unknown])[]
  readonly input: unknown
  readonly status: string
  readonly credits: number
  readonly latency_ms: number | null
  readonly engine: unknown
  readonly output: unknown
  /** The main output of the row's tool. */
  readonly value: unknown
  readonly output_hash: string | null
  readonly request_id: string | null
  readonly error: string | null
}

const STATUS = {
  ready: 'not sent',
  sent: 'no answer yet',
  done: 'ok',
  failed: 'failed',
  removed: 'removed',
}

/** Where the main output of a tool is. */
type MainOf = (slug: string) => string | null | undefined

/**
 * Writes rows and their outcomes as text, in the order of the grid. CSV follows RFC 4180: the columns of the user's own
 * table, or one for each field of an input that was written here, then what came out, then how the call went.
 */
export async function exportRows(
  rows: readonly BatchRow[],
  format: ExportFormat,
  mainOf: MainOf,
): Promise<string> {
  const exported = await Promise.all(
    rows.filter(({ state }) => state !== 'removed').map((row) => toExported(row, mainOf)),
  )
  if (format === 'json') return `${JSON.stringify(exported, null, 2)}\n`
  if (format === 'ndjson') return exported.map((row) => `${JSON.stringify(row)}\n`).join('')
  const flat = exported.map((row) => toCells(row, mainOf(row.slug)))
  const columns = orderedColumns(flat)
  return writeCsv(
    columns,
    flat.map(({ input, result, call }) => ({ ...input, ...result, ...call })),
  )
}

type Cells = Readonly<Record<string, unknown>>

interface RowCells {
  readonly input: Cells
  readonly result: Cells
  readonly call: Cells
}

function toCells(row: ExportedRow, main: string | null | undefined): RowCells {
  const { input, value, status, slug, credits, latency_ms, output_hash, request_id, error, table } = row
  // A table's columns hold the label too. Object.fromEntries defines own members, whatever their names are.
  const given = table ? Object.fromEntries(distinct(table)) : isObject(input) ? input : { input }
  const label = table ? '' : row.label
  const name = main?.split(/\[|\./)[0] ?? 'result'
  const made = value === null ? {} : isObject(value) ? value : { [name]: value }
  const cells = (fields: Cells, nameOf: (field: string) => string) =>
    Object.fromEntries(Object.entries(fields).map(([field, each]) => [nameOf(field), cellOf(each)]))
  const isTaken = (field: string) => Object.hasOwn(given, field) || CALL_COLUMNS.has(field)
  return {
    input: { ...(label === '' ? {} : { label }), ...cells(given, (field) => field) },
    result: cells(made, (field) => (isTaken(field) ? `${field} (result)` : field)),
    call: Object.fromEntries(
      Object.entries({
        row: row.row,
        slug,
        status,
        credits,
        latency_ms,
        output_hash,
        request_id,
        error,
      }).map(([name, each]) => [Object.hasOwn(given, name) ? `${name} (call)` : name, each]),
    ),
  }
}

// Two columns of one name stay two.
function distinct(table: readonly (readonly [string, unknown])[]): (readonly [string, unknown])[] {
  const freeName = freeNames(new Set(), (name, copy) => `${name} (${copy})`)
  return table.map(([name, cell]) => [freeName(name), cell])
}

const CALL_COLUMNS = new Set([
  'row',
  'slug',
  'status',
  'credits',
  'latency_ms',
  'output_hash',
  'request_id',
  'error',
  'label',
])

// Rows may differ in their fields, and each kind of column stays together.
function orderedColumns(rows: readonly RowCells[]): string[] {
  const names = (part: keyof RowCells) => rows.flatMap((row) => Object.keys(row[part]))
  return [...new Set([...names('input'), ...names('result'), ...names('call')])]
}

function cellOf(value: unknown): unknown {
  if (value === null || value === undefined) return ''
  return plainTextOf(value) ?? JSON.stringify(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function toExported(row: BatchRow, mainOf: MainOf): Promise<ExportedRow> {
  const data = dataOf(row)
  return {
    row: row.position + 1,
    label: row.label,
    slug: row.slug,
    // Written by makeRows.
    ...(row.cells === null ? {} : { table: parseJson(row.cells) as [string, unknown][] }),
    input: parseJson(row.input),
    status: row.problem && row.state === 'ready' ? `not sent: ${row.problem}` : STATUS[row.state],
    credits: row.credits,
    latency_ms: row.latency_ms,
    engine: data && data['_engine'],
    output: data && outputOf(data),
    value: data && mainValueOf(data, mainOf(row.slug)),
    output_hash: data && (await hashOf(data)),
    request_id: row.request_id,
    error: row.error && `${row.error.code}: ${row.error.message}`,
  }
}

/** The data of a row's answer. */
export function dataOf({ result }: Pick<BatchRow, 'result'>): Record<string, unknown> | null {
  // The data of an answer is always an object.
  return result === null ? null : (parseJson(result) as Record<string, unknown>)
}

/** A tool's output: the value of its only field, or all fields. */
function outputOf({ _engine, ...fields }: Record<string, unknown>): unknown {
  const values = Object.values(fields)
  return values.length === 1 ? values[0] : fields
}
