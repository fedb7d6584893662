import { SPREADSHEET_FORMULA } from '../../../src-shared/spreadsheet-formula.ts'
import { hashOf } from '../../gateway/verify-hash.ts'
import type { BatchRow } from '../rows/batch-row.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

export type ExportFormat = 'csv' | 'json' | 'ndjson'

/**
 * An exported row. `output` is the data without the engine; a single field is exported as its
 * value.
 */
interface ExportedRow {
  readonly row: number
  readonly label: string
  readonly slug: string
  readonly input: unknown
  readonly status: string
  readonly credits: number
  readonly latency_ms: number | null
  readonly engine: unknown
  readonly output: unknown
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

/** Writes rows and their outcomes as text, in the order of the grid. CSV follows RFC 4180. */
export async function exportRows(rows: readonly BatchRow[], format: ExportFormat): Promise<string> {
  const exported = await Promise.all(
    rows.filter(({ state }) => state !== 'removed').map((row) => toExported(row)),
  )
  if (format === 'json') return `${JSON.stringify(exported, null, 2)}\n`
  if (format === 'ndjson') return exported.map((row) => `${JSON.stringify(row)}\n`).join('')
  const { default: Papa } = await import('papaparse')
  const flat = exported.map((row) => ({
    ...row,
    input: JSON.stringify(row.input),
    output: typeof row.output === 'string' || row.output === null ? row.output : JSON.stringify(row.output),
  }))
  return `${Papa.unparse(flat, { newline: '\r\n', escapeFormulae: SPREADSHEET_FORMULA })}\r\n`
}

async function toExported(row: BatchRow): Promise<ExportedRow> {
  const data = dataOf(row)
  return {
    row: row.position + 1,
    label: row.label,
    slug: row.slug,
    input: parseJson(row.input),
    status: row.problem && row.state === 'ready' ? `not sent: ${row.problem}` : STATUS[row.state],
    credits: row.credits,
    latency_ms: row.latency_ms,
    engine: data && data['_engine'],
    output: data && outputOf(data),
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
export function outputOf({ _engine, ...fields }: Record<string, unknown>): unknown {
  const values = Object.values(fields)
  return values.length === 1 ? values[0] : fields
}
