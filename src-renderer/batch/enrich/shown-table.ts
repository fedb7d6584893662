import { ref, shallowRef } from 'vue'
import type { TablePlan } from '../../../src-shared/saved-batch.ts'
import type { BatchInfo } from '../run/batch-saver.ts'
import { type Cells, freshCells } from './cells.ts'
import { type PriceOf, TableTally } from './enrich-tally.ts'

/** A table without new columns. */
export const NO_PLAN: TablePlan = { names: [], columns: [], chain: true, once: true }
export type OwnRows = readonly (readonly unknown[])[]
/** What a table is called, and where it came from. */
export type TableTitle = Pick<BatchInfo, 'name' | 'source'>

/** The table on the screen: its rows, the plan of the new columns, and their cells. */
export function createShownTable() {
  const title = shallowRef<TableTitle>({ name: '', source: '' })
  const plan = shallowRef(NO_PLAN)
  const rows = shallowRef<OwnRows>([])
  /** Counts the changes of cells; there are too many of them to be reactive. */
  const version = ref(0)
  let cells = new Map<string, Cells>()
  let counted = new TableTally({ plan: NO_PLAN, rows: [], cells })

  const table = () => ({ plan: plan.value, rows: rows.value, cells })

  /** Shows a table. @param made its new cells, unless none was sent yet */
  function show(
    from: TableTitle,
    next: TablePlan,
    own: OwnRows,
    made = freshColumns(next, own.length),
  ): void {
    title.value = from
    rows.value = own
    cells = made
    setPlan(next)
  }

  function setPlan(next: TablePlan): void {
    plan.value = next
    counted = new TableTally(table())
    version.value++
  }

  /** Tells that cells of these rows have changed. */
  function note(positions: Iterable<number>): void {
    for (const row of positions) counted.note(row)
    version.value++
  }

  /** All figures of the table. */
  const figures = (priceOf: PriceOf) => (void version.value, counted.figures(priceOf))
  /** Rows with a cell that needs a look. */
  const badRows = () => (void version.value, counted.bad)

  return { title, plan, rows, version, show, setPlan, note, table, figures, badRows }
}

/** The cells of new columns of which none was sent yet. */
export function freshColumns({ columns }: TablePlan, rows: number): Map<string, Cells> {
  return new Map(columns.map(({ id }) => [id, freshCells(rows)]))
}
