import { type CellRequest, CELL, keptData, resetCell } from '../cells.ts'
import type { Enrich } from '../enrich.ts'
import { LOST } from '../../run/chunk-sender.ts'
import type { RowAnswer } from '../../run/read-chunk.ts'

/** Cells of one column in one request, whose Idempotency-Key is its id. */
export interface CellChunk {
  readonly id: string
  readonly column: string
  readonly cells: readonly { readonly row: number; readonly input: string }[]
  readonly sentAt: number
}

/** Requests whose answers have not been read, as after a reload. */
export function unanswered(enrich: Enrich): readonly CellChunk[] {
  const all = [...enrich.table().cells].flatMap(([column, { requests }]) =>
    [...requests].map(([row, request]: [number, CellRequest]) => ({ column, row, request })),
  )
  const chunks = Map.groupBy(all, ({ request }) => request[0])
  return [...chunks].map(([id, cells]) => ({
    id,
    column: cells[0]!.column,
    sentAt: cells[0]!.request[1],
    // In the order of the request, so that its bytes are the same.
    cells: cells.map(({ row, request }) => ({ row, input: request[2] })).toSorted((a, b) => a.row - b.row),
  }))
}

/** Notes that a request goes out. */
export function markSent(enrich: Enrich, { id, column, cells, sentAt }: CellChunk): void {
  const mine = enrich.table().cells.get(column)!
  for (const { row, input } of cells) {
    mine.state[row] = CELL.sent
    mine.requests.set(row, [id, sentAt, input])
  }
  enrich.touch(cells.map(({ row }) => row))
}

/** Notes that none of the calls ran. */
export function markUnsent(enrich: Enrich, { column, cells }: CellChunk): void {
  const mine = enrich.table().cells.get(column)!
  for (const { row } of cells) resetCell(mine, row)
  enrich.touch(cells.map(({ row }) => row))
}

/** Notes the answers, in the order of the cells; a cell without one has lost its own. */
export function settle(enrich: Enrich, { column, cells }: CellChunk, answers: readonly RowAnswer[]): void {
  const mine = enrich.table().cells.get(column)!
  const shows = enrich.plan.columns.find(({ id }) => id === column)?.shows ?? null
  for (const [at, { row }] of cells.entries()) {
    const answer = answers[at]
    const error = answer ? answer.error : LOST
    mine.requests.delete(row)
    mine.credits[row]! += answer?.credits ?? 0
    mine.state[row] =
      answer?.state === 'done' ? CELL.done : answer?.state === 'ready' ? CELL.unsent : CELL.failed
    if (mine.state[row] === CELL.failed && error) mine.errors.set(row, error)
    if (mine.state[row] !== CELL.done || !answer?.result) continue
    const { data, cut } = keptData(answer.result, shows)
    mine.data[row] = data
    if (cut) mine.errors.set(row, { code: 'cut', message: 'Only the first 10,000 characters are kept.' })
  }
  enrich.touch(cells.map(({ row }) => row))
}
