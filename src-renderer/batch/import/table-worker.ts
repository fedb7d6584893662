import { readTable } from './read-table.ts'
import { UnreadableTable } from './table.ts'

/** What the worker is sent: a text, or a file to read one from. */
export type TableRequest = string | Blob

// Runs off the page's thread, so that a long table never holds the page up.
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
