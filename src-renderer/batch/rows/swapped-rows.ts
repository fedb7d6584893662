import type { BatchRow } from './batch-row.ts'

/** Two rows in each other's place; none unless both are ready, since what became of a row is kept with its place. */
export function swappedRows(rows: readonly BatchRow[], first: number, second: number): readonly BatchRow[] {
  const [one, other] = [rows[first], rows[second]]
  if (one?.state !== 'ready' || other?.state !== 'ready') return []
  return [
    { ...one, position: second },
    { ...other, position: first },
  ]
}
