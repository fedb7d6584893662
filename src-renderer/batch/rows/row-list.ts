import { computed, shallowRef } from 'vue'
import { tallyOf } from '../run/tally.ts'
import { type BatchRow, needsAttention } from './batch-row.ts'

/** Tells which rows changed, and whether their inputs did or only what became of them. */
export type RowsChanged = (what: 'input' | 'outcome', positions: readonly number[]) => void

/** The rows of a run. A row's position is its index; removed rows stay, marked as removed. */
export function createRowList(changed: RowsChanged) {
  const rows = shallowRef<readonly BatchRow[]>([])
  const tally = computed(() => tallyOf(rows.value))
  const attention = computed(() => rows.value.filter(needsAttention))

  /** Replaces the rows at the same positions, or adds them at the end. */
  function replace(fresh: readonly BatchRow[], what: 'input' | 'outcome'): void {
    const next = rows.value.slice()
    for (const row of fresh) next[row.position] = row
    rows.value = next
    changed(
      what,
      fresh.map(({ position }) => position),
    )
  }

  /** Changes what became of rows. */
  function note(positions: readonly number[], change: (row: BatchRow) => Partial<BatchRow>): void {
    const known = positions.flatMap((position) => rows.value[position] ?? [])
    replace(
      known.map((row) => ({ ...row, ...change(row) })),
      'outcome',
    )
  }

  /** Makes failed rows ready to be sent again. @returns their positions */
  function resetFailed(only: ReadonlySet<number> | null = null): readonly number[] {
    const failed = rows.value
      .filter(({ state, position }) => state === 'failed' && (!only || only.has(position)))
      .map(({ position }) => position)
    note(failed, () => ({ state: 'ready', chunk: null, sent_at: null }))
    return failed
  }

  return { rows, tally, attention, replace, note, resetFailed }
}

export type RowList = ReturnType<typeof createRowList>
