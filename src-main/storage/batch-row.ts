import type { ErrorObject } from '../../src-shared/errors.ts'
import type { BatchOptions, SavedBatch, SavedRow, SavedRowState } from '../../src-shared/saved-batch.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** A run as its table holds it. Times are milliseconds since 1970. */
export interface BatchRow {
  readonly seq: number
  readonly id: string
  readonly name: string
  readonly source: string
  readonly options: string
  readonly bytes: number
  readonly rows: number
  readonly done: number
  readonly failed: number
  readonly credits: number
  readonly created_at: number
  readonly updated_at: number
}

/** One row of a run, as its table holds it. */
export interface RowRow {
  readonly position: number
  readonly slug: string
  readonly input: string
  readonly label: string
  readonly cells: string | null
  readonly state: SavedRowState
  readonly chunk: string | null
  readonly sent_at: number | null
  readonly request_id: string | null
  readonly credits: number
  readonly latency_ms: number | null
  readonly result: string | null
  readonly error: string | null
  readonly bytes: number
}

/** A run as the page gets it. */
export function toSavedBatch(row: BatchRow): SavedBatch {
  const { name, source, rows, done, failed, credits } = row
  return {
    batch_id: row.id,
    name,
    source,
    // Written by the store from the options that the route has read.
    options: parseJson(row.options) as BatchOptions,
    rows,
    done,
    failed,
    credits,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}

/** A row as the page gets it. */
export function toSavedRow({ bytes: _bytes, error, ...shown }: RowRow): SavedRow {
  // Written by the store from an error object that the route has read.
  return { ...shown, error: error === null ? null : (parseJson(error) as ErrorObject) }
}
