import { readTable } from './read-table.ts'
import { UnreadableTable } from './table.ts'

/** A request to the worker: text, or a file to read it from. */
export type TableRequest = string | Blob

// Runs outside the page's thread, so that a long table never blocks the page.
addEventListener('message', (event: MessageEvent<TableRequest>) => {
  void answer(event.data)
})

/** Rows in one message: the page takes each message apart in one go, and must not feel it. */
const SLICE_ROWS = 2_000

async function answer(request: TableRequest): Promise<void> {
  try {
    const { cells, ...rest } = readTable(typeof request === 'string' ? request : await request.text())
    for (let from = 0; from < cells.length; from += SLICE_ROWS)
      postMessage({ cells: cells.slice(from, from + SLICE_ROWS) })
    postMessage({ table: { ...rest, cells: [] } })
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    postMessage({ problem: error.message })
  }
}
