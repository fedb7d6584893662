import { MAX_BATCH_ROWS } from '../../../src-shared/saved-batch.ts'

type TableFormat = 'csv' | 'json' | 'ndjson'

/** A table as read: cells are texts, or JSON values if the source was JSON. */
export interface Table {
  readonly format: TableFormat
  /** The character between two cells; empty if the source was JSON. */
  readonly delimiter: string
  /** The column names, if the source is JSON objects. */
  readonly names: readonly string[] | null
  readonly cells: readonly (readonly unknown[])[]
  /** Whether the first row looks like a header. */
  readonly header: boolean
  /** Problems that did not keep the text from being read. */
  readonly warnings: readonly string[]
}

/** The text could not be read as a table; the message says why. */
export class UnreadableTable extends Error {
  override readonly name = 'UnreadableTable'
}

/** A table whose columns have names. */
export interface Columns {
  readonly names: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

const IDENTIFIER = /^[A-Za-z_][\w .()/-]{0,60}$/

/** The columns and rows of a table. @param header the first row names the columns */
export function columnsOf(table: Table, header: boolean): Columns {
  if (table.names) return { names: table.names, rows: table.cells }
  const rows = header ? table.cells.slice(1) : table.cells
  const width = table.cells.reduce((widest, row) => Math.max(widest, row.length), 0)
  const first = header ? (table.cells[0] ?? []) : []
  const names = Array.from({ length: width }, (_, i) => textOf(first[i]).trim() || `column ${i + 1}`)
  return { names, rows: rows.slice(0, MAX_BATCH_ROWS) }
}

/** Whether the first of several rows looks like a header: short, distinct names. */
export function looksLikeHeader(cells: readonly (readonly unknown[])[]): boolean {
  const [first, second] = cells
  if (!first || !second) return false
  const names = first.map((cell) => textOf(cell).trim())
  const named = names.every((name) => IDENTIFIER.test(name)) && new Set(names).size === names.length
  // A single column may just be a list of words; only a name such as `ticket_id` counts as a
  // header.
  return named && (names.length > 1 || /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(names[0] ?? ''))
}

/** A cell as text. */
export function textOf(cell: unknown): string {
  if (cell === undefined || cell === null) return ''
  return typeof cell === 'string' ? cell : JSON.stringify(cell)
}
