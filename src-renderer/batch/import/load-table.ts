import { startWorker } from '../../gateway/page-worker.ts'
import { type Table, UnreadableTable } from './table.ts'

/** A larger file is refused before it is read. */
const MAX_TABLE_BYTES = 64 * 1024 * 1024
const DEADLINE_MS = 60_000

/**
 * Reads a table in its own worker.
 * @throws UnreadableTable
 */
export async function loadTable(source: string | Blob): Promise<Table> {
  if (typeof source !== 'string' && source.size > MAX_TABLE_BYTES)
    throw new UnreadableTable('The file is larger than 64 MiB. Split it into smaller files.')
  // Without workers, the page's own thread does it.
  if (typeof Worker === 'undefined') {
    const { readTable } = await import('./read-table.ts')
    return readTable(typeof source === 'string' ? source : await source.text())
  }
  const { default: address } = await import('./table-worker.ts?worker&url')
  const worker = startWorker(address)
  try {
    return await answerOf(worker, source)
  } finally {
    worker.terminate()
  }
}

function answerOf(worker: Worker, source: string | Blob): Promise<Table> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () =>
        reject(
          new UnreadableTable('Reading the file took longer than a minute. Split it into smaller files.'),
        ),
      DEADLINE_MS,
    )
    const cells: (readonly unknown[])[] = []
    worker.onmessage = ({
      data,
    }: MessageEvent<Pick<Table, 'cells'> | { table: Table } | { problem: string }>) => {
      if ('cells' in data) return void cells.push(...data.cells)
      clearTimeout(late)
      if ('table' in data) resolve({ ...data.table, cells })
      else reject(new UnreadableTable(data.problem))
    }
    worker.onerror = () => reject(new UnreadableTable('The text could not be read.'))
    worker.postMessage(source)
  })
}
