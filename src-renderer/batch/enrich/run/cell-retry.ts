import { CELL, resetCell } from '../cells.ts'
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
export function resetForRetry(enrich: Enrich, cell: CellPlace | null): readonly number[] {
  const { plan, cells } = enrich.table()
  const rows = new Set<number>()
  for (const { id } of plan.columns) {
    if (cell && cell.id !== id) continue
    const mine = cells.get(id)!
    mine.state.forEach((state, row) => {
      if (cell ? row !== cell.row : state !== CELL.failed) return
      rows.add(row)
      resetCell(mine, row)
      for (const other of enrich.dependants(id)) {
        const behind = cells.get(other)!
        if (behind.state[row] !== CELL.done) resetCell(behind, row)
      }
    })
  }
  enrich.touch(rows)
  return [...rows].toSorted((a, b) => a - b)
}
