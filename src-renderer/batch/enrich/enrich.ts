import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { TablePlan } from '../../../src-shared/saved-batch.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { useSession } from '../../gateway/session.ts'
import { useCatalogue } from '../../tools/catalogue.ts'
import { createRowCheck } from '../rows/check-row.ts'
import { createKeeping } from '../run/batch-keeping.ts'
import type { BatchInfo } from '../run/batch-saver.ts'
import { createColumnEdits } from './columns/column-edits.ts'
import type { Cells } from './cells.ts'
import { keptRow } from './kept-row.ts'
import { pause } from './slices.ts'
import { createShownTable, NO_PLAN, type OwnRows, type TableTitle } from './shown-table.ts'

/** The table that gets new columns: its rows, the answers of the tools, and whether the gateway keeps it. */
export const useEnrich = defineStore('enrich', () => {
  const gateway = useGateway()
  const session = useSession()
  const catalogue = useCatalogue()

  const { show, note, figures, ...shown } = createShownTable()
  const { title, plan, table } = shown
  const check = computed(() => createRowCheck(catalogue.bySlug))
  const tally = computed(() => figures((slug) => catalogue.bySlug.get(slug)?.credits ?? 0))

  const { start, changed, id, kept, keptProblem, save, leftOut } = createKeeping(gateway.client.json, {
    info: () => ({ ...title.value, options: { retry_once: false, floor: null, table: plan.value } }),
    rowAt: (position) => keptRow(table(), position),
    may: () => session.state === 'signed_in',
  })
  const edits = createColumnEdits({ table, setPlan, touch })

  /** Begins with another table. @param names of its columns */
  function begin(from: TableTitle, names: readonly string[], own: OwnRows): void {
    start(null)
    show(from, { ...NO_PLAN, names }, own)
    void keepNew(own)
  }

  // A long table is on the screen before the first of it is written.
  async function keepNew(own: OwnRows): Promise<void> {
    await pause()
    if (table().rows !== own) return
    changed('input', Array.from(own.keys()))
    await save()
  }

  /** Shows a table that the gateway keeps. */
  function restore(
    batchId: string,
    { name, source, options }: BatchInfo,
    own: OwnRows,
    cells: Map<string, Cells>,
  ): void {
    start(batchId)
    show({ name, source }, options.table ?? NO_PLAN, own, cells)
  }

  function clear(): void {
    start(null)
    show({ name: '', source: '' }, NO_PLAN, [])
  }

  function setPlan(change: Partial<TablePlan>): void {
    shown.setPlan({ ...plan.value, ...change })
    changed('info')
    void save()
  }

  /** Tells that cells of these rows have changed. */
  function touch(positions: Iterable<number>): void {
    const rowsOf = [...positions]
    changed('outcome', rowsOf)
    note(rowsOf)
  }

  const saved = { id, kept, keptProblem, save, leftOut }
  return { ...shown, tally, check, ...saved, ...edits, begin, restore, clear, setPlan, touch }
})

export type Enrich = ReturnType<typeof useEnrich>
