import type { Row } from './kept-tables.ts'

/** The rows of the tables of one side. */
export interface TableRows {
  /** The columns of a table that are stored, by name. */
  columnsOf(table: string): Promise<readonly string[]>
  /** Some rows at a time, in the order of a column where one is given. */
  read(table: string, columns: readonly string[], order?: string): AsyncIterable<readonly Row[]>
  write(table: string, columns: readonly string[], rows: readonly Row[]): Promise<void>
}

const BATCH_ROWS = 500
const BATCH_BYTES = 4 * 1024 * 1024

/** Puts rows together to batches, none of which is much larger than some megabytes. */
export async function* inBatches(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = []
  let bytes = 0
  for await (const row of rows) {
    batch.push(row)
    bytes += sizeOf(row)
    if (batch.length < BATCH_ROWS && bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

function sizeOf(row: Row): number {
  let bytes = 0
  for (const cell of Object.values(row))
    bytes += cell instanceof Uint8Array || typeof cell === 'string' ? cell.length : 8
  return bytes
}
