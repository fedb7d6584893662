import { CELL, resetCell } from '../cells.ts'
import { inSlices } from '../slices.ts'
import type { Enrich } from '../enrich.ts'

/** A cell by its column and row. */
export interface CellPlace {
  readonly id: string
  readonly row: number
}

/**
 * Makes a cell, or without one every failed cell, ready to be asked again, and with it those that wait for it.
 * @returns the rows to run, in their order
 */
export async function resetForRetry(enrich: Enrich, cell: CellPlace | null): Promise<readonly number[]> {
  const { plan, cells } = enrich.table()
  const rows = new Set<number>()
  const reset = (id: string, row: number) => {
    rows.add(row)
    resetCell(cells.get(id)!, row)
    for (const other of enrich.dependants(id)) {
      const behind = cells.get(other)!
      if (behind.state[row] !== CELL.done) resetCell(behind, row)
    }
  }
  if (cell) reset(cell.id, cell.row)
  else
    await inSlices(enrich.rows.length, (row) => {
      for (const { id } of plan.columns) if (cells.get(id)!.state[row] === CELL.failed) reset(id, row)
    })
  enrich.touch(rows)
  return [...rows]
}
