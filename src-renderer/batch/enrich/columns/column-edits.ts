import type { FieldSource, NewColumn, TablePlan } from '../../../../src-shared/saved-batch.ts'
import { type EnrichTable, neededBy } from '../cell-input.ts'
import { CELL, type Cells, freshCells, resetAll } from '../cells.ts'

interface Edited {
  readonly table: () => EnrichTable & { readonly cells: Map<string, Cells> }
  readonly setPlan: (change: Partial<TablePlan>) => void
  readonly touch: (rows: Iterable<number>) => void
}

/** Adds, changes and removes new columns. What a column no longer asks for, its cells forget. */
export function createColumnEdits({ table, setPlan, touch }: Edited) {
  /** Adds a column or changes one. A changed column, and those that take its results, lose their answers. */
  function putColumn(column: NewColumn): void {
    const { plan, rows, cells } = table()
    const at = plan.columns.findIndex(({ id }) => id === column.id)
    const before = plan.columns[at]
    if (!before) cells.set(column.id, freshCells(rows.length))
    else if (asksElse(before, column)) forget([column.id, ...dependants(column.id)])
    else if (before.shows !== column.shows) forget(dependants(column.id))
    setPlan({ columns: before ? plan.columns.with(at, column) : [...plan.columns, column] })
  }

  /** Removes a column; those that take its results must have gone before. */
  function removeColumn(id: string): void {
    const { plan, cells } = table()
    forget([id])
    cells.delete(id)
    setPlan({ columns: plan.columns.filter((column) => column.id !== id) })
  }

  /** The columns that take results of one, directly or not. */
  function dependants(id: string): readonly string[] {
    const found = new Set([id])
    for (const column of table().plan.columns)
      if (neededBy(column).some((needed) => found.has(needed))) found.add(column.id)
    found.delete(id)
    return [...found]
  }

  function forget(ids: readonly string[]): void {
    const changed = new Set<number>()
    for (const id of ids) {
      const mine = table().cells.get(id)
      if (!mine) continue
      mine.state.forEach((state, row) => void (state === CELL.unsent || changed.add(row)))
      resetAll(mine)
    }
    touch(changed)
  }

  return { putColumn, removeColumn, dependants }
}

function asksElse(before: NewColumn, after: NewColumn): boolean {
  const textOf = (fields: Readonly<Record<string, FieldSource>>) =>
    JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return before.slug !== after.slug || textOf(before.fields) !== textOf(after.fields)
}
