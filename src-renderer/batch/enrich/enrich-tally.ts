import type { EnrichTable } from './cell-input.ts'
import { CELL, isBad } from './cells.ts'

/** Rows that a preview runs. */
export const PREVIEW_ROWS = 5
/** Cells listed as needing attention. */
const MAX_BAD = 20

/** What there is to say of one new column. `cost` is what its unsent and sent cells cost at most, in credits. */
interface ColumnTally {
  readonly id: string
  readonly price: number
  readonly unsent: number
  readonly sent: number
  readonly done: number
  readonly failed: number
  readonly faulty: number
  readonly skipped: number
  readonly spent: number
  readonly cost: number
}

/** Totals over a table; every figure on the screen is one of these. */
export interface EnrichTally {
  readonly columns: readonly ColumnTally[]
  /** What is spent at most from here on. */
  readonly ahead: number
  readonly spent: number
  /** Calls that are still to come at most, and those without an answer yet. */
  readonly calls: number
  readonly sent: number
  readonly failed: number
  /** Rows in which a cell is still unsent or sent. */
  readonly openRows: number
  readonly preview: {
    readonly rows: number
    readonly cells: number
    readonly done: number
    readonly failed: number
    readonly spent: number
    /** What the unsent cells of these rows cost at most. */
    readonly cost: number
    readonly open: number
  }
  /** The first cells that need a look. */
  readonly bad: readonly { readonly id: string; readonly row: number }[]
}

/** Adds up the cells of all columns. @param priceOf the credits for a call of a tool */
export function tallyOf(
  { plan, rows: own, cells }: EnrichTable,
  priceOf: (slug: string) => number,
): EnrichTally {
  const { columns } = plan
  const rows = own.length
  const previewRows = Math.min(PREVIEW_ROWS, rows)
  const preview = {
    rows: previewRows,
    cells: previewRows * columns.length,
    done: 0,
    failed: 0,
    spent: 0,
    cost: 0,
    open: 0,
  }
  const bad: { id: string; row: number }[] = []
  const open = new Uint8Array(rows)
  const each = columns.map(({ id, slug }): ColumnTally => {
    const mine = cells.get(id)
    const price = priceOf(slug)
    const counts = new Uint32Array(6)
    let spent = 0
    for (let row = 0; mine && row < rows; row++) {
      const state = mine.state[row]!
      counts[state]!++
      spent += mine.credits[row]!
      if (state <= CELL.sent) open[row] = 1
      if (bad.length < MAX_BAD && isBad(mine, row)) bad.push({ id, row })
      if (row >= previewRows) continue
      preview.spent += mine.credits[row]!
      if (state === CELL.done) preview.done++
      if (isBad(mine, row)) preview.failed++
      if (state > CELL.sent) continue
      preview.open++
      preview.cost += price
    }
    const [unsent = 0, sent = 0, done = 0, failed = 0, faulty = 0, skipped = 0] = counts
    return { id, price, unsent, sent, done, failed, faulty, skipped, spent, cost: (unsent + sent) * price }
  })
  const sum = (of: (column: ColumnTally) => number) => each.reduce((to, column) => to + of(column), 0)
  return {
    columns: each,
    ahead: sum(({ cost }) => cost),
    spent: sum(({ spent }) => spent),
    calls: sum(({ unsent, sent }) => unsent + sent),
    sent: sum(({ sent }) => sent),
    failed: sum(({ failed }) => failed),
    openRows: open.reduce((to, one) => to + one, 0),
    preview,
    bad: bad.toSorted((a, b) => a.row - b.row),
  }
}
