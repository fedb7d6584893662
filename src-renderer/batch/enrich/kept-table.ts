import { parseJson } from '../../../src-shared/parse-json.ts'
import type { SavedBatch, SavedRow } from '../../../src-shared/saved-batch.ts'
import type { GatewayClient } from '../../gateway/gateway-client.ts'
import { CallError } from '../../gateway/gateway-types.ts'
import { unpackRow } from './cells.ts'
import { freshColumns } from './shown-table.ts'
import { inSlices } from './slices.ts'
import type { Enrich } from './enrich.ts'

interface RowPage {
  readonly rows: readonly SavedRow[]
  readonly next: number | null
}

/**
 * Shows a table that the gateway keeps.
 * @returns false when it keeps a run of calls there, which is not shown here
 * @throws CallError
 */
export async function openKept({ ask }: GatewayClient, enrich: Enrich, id: string): Promise<boolean> {
  const path = pathOf(id)
  const { name, source, options } = await ask<SavedBatch>('GET', path)
  if (!options.table) return false
  const own: (readonly unknown[])[] = []
  const results: (string | null)[] = []
  for (let from: number | null = 0; from !== null;) {
    const page: RowPage = await ask('GET', `${path}/rows?from=${from}`)
    for (const { cells, result } of page.rows) {
      // Written by keptRow.
      own.push(parseJson(cells ?? '[]') as unknown[])
      results.push(result)
    }
    from = page.next
    // A turn for the page between two pages of rows.
    await new Promise((resolve) => setTimeout(resolve))
  }
  const cells = freshColumns(options.table, own.length)
  await inSlices(own.length, (row) => {
    const text = results[row] ?? null
    if (text !== null) unpackRow(cells, row, text)
  })
  enrich.restore(id, { name, source, options }, own, cells)
  return true
}

/** Whether the gateway knows of the table what the page does; another window may have gone on with it. */
export async function isCurrent({ ask }: GatewayClient, enrich: Enrich): Promise<boolean> {
  if (enrich.id === null || enrich.kept !== 'saved') return true
  try {
    return (await ask<SavedBatch>('GET', pathOf(enrich.id))).credits === enrich.tally.spent
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return true // The run itself will meet whatever is wrong.
  }
}

/** Deletes a kept table. @throws CallError */
export async function removeKept({ remove }: GatewayClient, id: string): Promise<void> {
  await remove(pathOf(id))
}

function pathOf(id: string): string {
  return `/app/batches/${encodeURIComponent(id)}`
}
