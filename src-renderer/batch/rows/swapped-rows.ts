import type { BatchRow } from './batch-row.ts'

/** Swaps two rows. Empty unless both are ready, since outcomes are stored by position. */
export function swappedRows(rows: readonly BatchRow[], first: number, second: number): readonly BatchRow[] {
  const [one, other] = [rows[first], rows[second]]
  if (one?.state !== 'ready' || other?.state !== 'ready') return []
  return [
    { ...one, position: second },
    { ...other, position: first },
  ]
}
