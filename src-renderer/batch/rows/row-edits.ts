import { parseJson } from '../../../src-shared/parse-json.ts'
import { MAX_BATCH_ROWS } from '../../../src-shared/saved-batch.ts'
import type { BatchRow } from './batch-row.ts'
import type { NewRow } from './new-row.ts'
import type { RowList } from './row-list.ts'
import { swappedRows } from './swapped-rows.ts'

/** What the owner does to rows by hand. Each change is saved at once. */
export function createRowEdits(
  { rows, replace }: RowList,
  toRow: (call: NewRow) => BatchRow,
  save: () => unknown,
) {
  /** Adds rows at the end. @returns how many there was room for */
  function append(more: readonly BatchRow[]): number {
    const from = rows.value.length
    const taken = more.slice(0, MAX_BATCH_ROWS - from).map((row, at) => ({ ...row, position: from + at }))
    replace(taken, 'input')
    save()
    return taken.length
  }

  /** Gives a row another input and forgets what became of the old one; a row on its way stays. */
  function edit(position: number, slug: string, input: Readonly<Record<string, unknown>>): void {
    const row = rows.value[position]
    if (!row || row.state === 'sent') return
    const cells = row.cells === null ? null : withEdited(row.cells, input)
    replace([{ ...toRow({ slug, input, label: row.label }), position, cells }], 'input')
    save()
  }

  /** Swaps two rows. @returns false if one was ever sent, since its outcome is kept by position */
  function swap(first: number, second: number): boolean {
    const swapped = swappedRows(rows.value, first, second)
    if (swapped.length > 0) replace(swapped, 'input')
    save()
    return swapped.length > 0
  }

  /** Removes rows. @returns a function that brings them back */
  function remove(positions: readonly number[]): () => void {
    const before = positions.flatMap((position) => rows.value[position] ?? [])
    const removed = before.filter(({ state }) => state !== 'sent' && state !== 'removed')
    const put = (changed: readonly BatchRow[]) => {
      replace(changed, 'outcome')
      save()
    }
    put(removed.map((row) => ({ ...row, state: 'removed' as const })))
    return () => put(removed)
  }

  return { append, edit, swap, remove }
}

const EDITED = ' (edited)'

// The user's own table stays as it was, and shows beside it what was really sent.
function withEdited(cells: string, input: Readonly<Record<string, unknown>>): string {
  // Written by makeRows.
  const own = (parseJson(cells) as [string, unknown][]).filter(([name]) => !name.endsWith(EDITED))
  return JSON.stringify([...own, ...Object.entries(input).map(([name, value]) => [name + EDITED, value])])
}
