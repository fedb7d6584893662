import type { ErrorObject } from './errors.ts'

/** The most rows of one run of the page's Batch place. */
export const MAX_BATCH_ROWS = 50_000
/** The most rows in one request. */
export const MAX_ROWS_AT_ONCE = 1_000
/** The most bytes of all saved runs of one key, and of one run. */
export const MAX_SAVED_BYTES_PER_KEY = 128 * 1024 * 1024
export const MAX_SAVED_BYTES = 64 * 1024 * 1024
export const MAX_SAVED_BATCHES = 50

/**
 * The states of a row. `ready`: never sent. `sent`: part of a request whose answer has not been read. `done` and
 * `failed`: answered. `removed`: taken out by the user, who can undo that.
 */
export const ROW_STATES = ['ready', 'sent', 'done', 'failed', 'removed'] as const
export type SavedRowState = (typeof ROW_STATES)[number]

/** Where a field of a new column gets its values: a column of the table, an earlier new column, or a fixed text. */
export type FieldSource = { readonly own: number } | { readonly from: string } | { readonly value: string }

/** A column that a tool fills. */
export interface NewColumn {
  /** `A`, `B` and so on. */
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Where in the output the shown value is, as in `main_output`; null for the whole output. */
  readonly shows: string | null
  readonly fields: Readonly<Record<string, FieldSource>>
}

/** The most columns that one table can get. */
export const MAX_NEW_COLUMNS = 12

/** A table of the user's own whose rows get new columns. */
export interface TablePlan {
  /** The names of its own columns. */
  readonly names: readonly string[]
  readonly columns: readonly NewColumn[]
  /** Whether a cell stays unsent when one that it needs has failed. */
  readonly chain: boolean
  /** Whether equal inputs of a column are asked once. */
  readonly once: boolean
}

/** What a user chose for a run. */
export interface BatchOptions {
  /** Set if the run is a table that gets new columns; each row's `result` then holds all of its new cells. */
  readonly table?: TablePlan | undefined
  /** Whether failed rows are sent once more after all have been sent. */
  readonly retry_once: boolean
  /** Nothing more is sent when the balance falls below this; null for no such floor. */
  readonly floor: number | null
}

/** A row before it is sent. `input` is JSON as text, so that a repetition sends the same bytes. */
export interface NewSavedRow {
  readonly position: number
  readonly slug: string
  readonly input: string
  readonly label: string
  /** Its row in the user's own table, as JSON: pairs of column and cell in their order; null for a row added here. */
  readonly cells: string | null
}

/** The outcome of a row. */
export interface SavedOutcome {
  readonly position: number
  readonly state: SavedRowState
  /** The Idempotency-Key of the request that it was part of. */
  readonly chunk: string | null
  /** When that request was first sent, in milliseconds since 1970. */
  readonly sent_at: number | null
  readonly request_id: string | null
  readonly credits: number
  readonly latency_ms: number | null
  /** The data as JSON text; null when there is none, or when it was too large to keep. */
  readonly result: string | null
  readonly error: ErrorObject | null
}

export interface SavedRow extends NewSavedRow, SavedOutcome {}

/** A run, as the list of runs shows it. Times are ISO 8601 in UTC. */
export interface SavedBatch {
  readonly batch_id: string
  readonly name: string
  /** The file or the clipboard that its rows came from. */
  readonly source: string
  readonly options: BatchOptions
  readonly rows: number
  readonly done: number
  readonly failed: number
  readonly credits: number
  readonly created_at: string
  readonly updated_at: string
}
