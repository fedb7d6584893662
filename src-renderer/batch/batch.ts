import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { MAX_BATCH_ROWS, type BatchOptions, type SavedRow } from '../../src-shared/saved-batch.ts'
import { createKeeping } from './run/batch-keeping.ts'
import { type BatchRow, needsAttention } from './rows/batch-row.ts'
import type { BatchInfo } from './run/batch-saver.ts'
import { createRowCheck } from './rows/check-row.ts'
import { newRow, restoreRow } from './rows/new-row.ts'
import { swappedRows } from './rows/swapped-rows.ts'
import { tallyOf } from './run/tally.ts'
import { useCatalogue } from '../tools/catalogue.ts'
import { useGateway } from '../gateway/gateway.ts'
import { useSession } from '../gateway/session.ts'

const DEFAULTS: BatchOptions = { retry_once: false, floor: null }

/** The run that the Batch place shows: its rows, and whether the gateway keeps it. */
export const useBatch = defineStore('batch', () => {
  const gateway = useGateway()
  const session = useSession()
  const catalogue = useCatalogue()

  const name = ref('')
  const source = ref('')
  const options = ref<BatchOptions>(DEFAULTS)
  /** A row's position is its index; rows that were taken out stay, marked as removed. */
  const rows = shallowRef<readonly BatchRow[]>([])
  const keeping = createKeeping(gateway.client.json, {
    info: () => ({ name: name.value, source: source.value, options: options.value }),
    rows: () => rows.value,
    may: () => session.state === 'signed_in',
  })
  const { id, kept, keptProblem, save } = keeping

  const tally = computed(() => tallyOf(rows.value))
  const check = computed(() => createRowCheck(catalogue.bySlug))

  /** Puts other rows in the place of those with the same position. `input` is to be saved anew where it changed. */
  function replace(changed: readonly BatchRow[], what: 'input' | 'outcome'): void {
    const next = rows.value.slice()
    for (const row of changed) next[row.position] = row
    rows.value = next
    const positions = changed.map(({ position }) => position)
    keeping.changed(what, positions)
  }

  /** Changes what became of rows. */
  function note(positions: readonly number[], change: (row: BatchRow) => Partial<BatchRow>): void {
    const all = rows.value
    replace(
      positions.flatMap((position) => {
        const row = all[position]
        return row ? [{ ...row, ...change(row) }] : []
      }),
      'outcome',
    )
  }

  /** Adds rows at the end. @returns how many there was room for */
  function add(
    more: readonly BatchRow[],
    from: { readonly name: string; readonly source: string },
  ): number {
    if (rows.value.length === 0) begin(from)
    const room = MAX_BATCH_ROWS - rows.value.length
    const taken = more.slice(0, room).map((row, at) => ({ ...row, position: rows.value.length + at }))
    replace(taken, 'input')
    void save()
    return taken.length
  }

  function begin(from: { readonly name: string; readonly source: string }): void {
    name.value = from.name
    source.value = from.source
  }

  /** Adds a call of this tool for each input, as from a result or from the list of tools. */
  function startFrom(inputs: readonly Readonly<Record<string, unknown>>[], slug: string): number {
    const tool = catalogue.bySlug.get(slug)
    return add(
      inputs.map((input) => newRow({ slug, input, label: '' }, catalogue.bySlug, check.value)),
      { name: tool?.name ?? slug, source: 'added manually' },
    )
  }

  /** Gives a row another input; what became of the old one goes. */
  function edit(position: number, slug: string, input: Readonly<Record<string, unknown>>): void {
    const row = rows.value[position]
    if (!row || row.state === 'sent') return
    replace(
      [{ ...newRow({ slug, input, label: row.label }, catalogue.bySlug, check.value), position }],
      'input',
    )
    void save()
  }

  /** Has two rows that were never sent change places; false for others, since what became of them is kept by place. */
  function swap(first: number, second: number): boolean {
    const swapped = swappedRows(rows.value, first, second)
    if (swapped.length > 0) replace(swapped, 'input')
    void save()
    return swapped.length > 0
  }

  /** Takes rows out. @returns a way to bring them back */
  function remove(positions: readonly number[]): () => void {
    const before = positions.flatMap((position) => rows.value[position] ?? [])
    const removed = before.filter(({ state }) => state !== 'sent' && state !== 'removed')
    replace(
      removed.map((row) => ({ ...row, state: 'removed' as const })),
      'outcome',
    )
    void save()
    return () => {
      replace(removed, 'outcome')
      void save()
    }
  }

  /** Makes rows that failed ready to be sent again. @returns their positions */
  function resetFailed(only: ReadonlySet<number> | null = null): readonly number[] {
    const failed = rows.value
      .filter(({ state, position }) => state === 'failed' && (!only || only.has(position)))
      .map(({ position }) => position)
    note(failed, () => ({ state: 'ready', chunk: null, sent_at: null }))
    return failed
  }

  function setOptions(change: Partial<BatchOptions>): void {
    options.value = { ...options.value, ...change }
    keeping.changed('info')
    void save()
  }

  function rename(to: string): void {
    const next = to.trim().slice(0, 200)
    if (next === '' || next === name.value) return
    name.value = next
    keeping.changed('info')
    void save()
  }

  /** Empties the place for another run; a kept one stays in the list of runs. */
  function clear(): void {
    keeping.start(null)
    rows.value = []
    name.value = ''
    source.value = ''
    options.value = DEFAULTS
  }

  /** Puts a kept run into the place of this one. */
  function restore(batchId: string, info: BatchInfo, saved: readonly SavedRow[]): void {
    keeping.start(batchId)
    name.value = info.name
    source.value = info.source
    options.value = info.options
    rows.value = saved.map((row) => restoreRow(row, catalogue.bySlug, check.value))
  }

  const attention = computed(() => rows.value.filter(needsAttention))
  const view = { name, source, options, rows, id, kept, keptProblem, tally, check, attention }
  const changes = { replace, note, add, startFrom, edit, swap, remove, resetFailed, setOptions, rename }
  return { ...view, ...changes, save, clear, restore }
})
