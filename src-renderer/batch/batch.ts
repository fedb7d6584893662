import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { SavedRow } from '../../src-shared/saved-batch.ts'
import { useGateway } from '../gateway/gateway.ts'
import { useSession } from '../gateway/session.ts'
import { useCatalogue } from '../tools/catalogue.ts'
import { createBatchSettings } from './batch-settings.ts'
import type { BatchRow } from './rows/batch-row.ts'
import { createRowCheck } from './rows/check-row.ts'
import { type NewRow, newRow, restoreRow } from './rows/new-row.ts'
import { createRowEdits } from './rows/row-edits.ts'
import { createRowList } from './rows/row-list.ts'
import { createKeeping } from './run/batch-keeping.ts'
import type { BatchInfo } from './run/batch-saver.ts'

/** The run that the Batch place shows: its rows, its settings, and whether the gateway keeps it. */
export const useBatch = defineStore('batch', () => {
  const gateway = useGateway()
  const session = useSession()
  const catalogue = useCatalogue()

  const settings = createBatchSettings(() => {
    keeping.changed('info')
    void keeping.save()
  })
  const list = createRowList((what, positions) => keeping.changed(what, positions))
  const keeping = createKeeping(gateway.client.json, {
    info: settings.info,
    rowAt: (position) => list.rows.value[position],
    may: () => session.state === 'signed_in',
  })
  const check = computed(() => createRowCheck(catalogue.bySlug))
  const toRow = (call: NewRow) => newRow(call, catalogue.bySlug, check.value)
  const { append, ...edits } = createRowEdits(list, toRow, keeping.save)

  /** Adds rows at the end; the first ones name the run. @returns how many there was room for */
  function add(
    more: readonly BatchRow[],
    from: { readonly name: string; readonly source: string },
  ): number {
    if (list.rows.value.length === 0) settings.begin(from)
    return append(more)
  }

  /** Adds a call of this tool for each input. @returns how many there was room for */
  function startFrom(inputs: readonly Readonly<Record<string, unknown>>[], slug: string): number {
    const name = catalogue.bySlug.get(slug)?.name ?? slug
    return add(
      inputs.map((input) => toRow({ slug, input, label: '' })),
      { name, source: 'added manually' },
    )
  }

  /** Makes room for another run; a kept one stays in the list of runs. */
  function clear(): void {
    keeping.start(null)
    list.rows.value = []
    settings.set()
  }

  /** Shows a kept run instead of the open one. */
  function restore(batchId: string, info: BatchInfo, saved: readonly SavedRow[]): void {
    keeping.start(batchId)
    settings.set(info)
    list.rows.value = saved.map((row) => restoreRow(row, catalogue.bySlug, check.value))
  }

  const { name, source, options, rename, setOptions } = settings
  const { id, kept, keptProblem, save } = keeping
  const run = { name, source, options, rename, setOptions, id, kept, keptProblem, save }
  return { ...run, ...list, ...edits, check, add, startFrom, clear, restore }
})
