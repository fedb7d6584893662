import type { BatchRow } from '../rows/batch-row.ts'
import type { EnrichTable } from './cell-input.ts'
import { packRow, rowStateOf } from './cells.ts'

/** A row as the gateway keeps it: the cells of the user's table as they are, and all new ones as its result. */
export function keptRow({ rows, cells }: EnrichTable, position: number): BatchRow | undefined {
  const own = rows[position]
  if (!own) return undefined
  const all = [...cells.values()]
  return {
    position,
    slug: '',
    input: '{}',
    label: '',
    cells: JSON.stringify(own),
    state: rowStateOf(all, position),
    chunk: null,
    sent_at: null,
    request_id: null,
    credits: all.reduce((sum, { credits }) => sum + credits[position]!, 0),
    latency_ms: null,
    result: packRow(cells, position),
    error: null,
    problem: '',
    cost: 0,
  }
}
