import { readTable } from './read-table.ts'
import { UnreadableTable } from './table.ts'

/** A request to the worker: text, or a file to read it from. */
export type TableRequest = string | Blob

// Runs outside the page's thread, so that a long table never blocks the page.
addEventListener('message', (event: MessageEvent<TableRequest>) => {
  void answer(event.data)
})

async function answer(request: TableRequest): Promise<void> {
  try {
    postMessage({ table: readTable(typeof request === 'string' ? request : await request.text()) })
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    postMessage({ problem: error.message })
  }
}
