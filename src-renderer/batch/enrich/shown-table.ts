import { ref, shallowRef } from 'vue'
import type { TablePlan } from '../../../src-shared/saved-batch.ts'
import type { BatchInfo } from '../run/batch-saver.ts'
import { type Cells, freshCells } from './cells.ts'

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

  function show(from: TableTitle, next: TablePlan, own: OwnRows): void {
    title.value = from
    rows.value = own
    cells = new Map(next.columns.map(({ id }) => [id, freshCells(own.length)]))
    plan.value = next
    version.value++
  }

  return { title, plan, rows, version, show, table: () => ({ plan: plan.value, rows: rows.value, cells }) }
}
