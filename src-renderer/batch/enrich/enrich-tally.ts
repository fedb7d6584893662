import type { EnrichTable } from './cell-input.ts'
import { CELL, isBad } from './cells.ts'
import { RowSet } from './row-set.ts'

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

/** A column's cells as they were when they were last counted. */
interface Counted {
  readonly state: Uint8Array
  readonly credits: Uint32Array
  /** How many cells there are in each state. */
  readonly counts: Uint32Array
  spent: number
}

/** The credits for a call of a tool. */
export type PriceOf = (slug: string) => number

/**
 * Counts the cells of a table. Only rows that are told to have changed are looked at again: a long table is walked
 * once, when it is opened or its columns change.
 */
export class TableTally {
  /** Rows with a cell that needs a look. */
  readonly bad: RowSet
  readonly #table: EnrichTable
  readonly #counted = new Map<string, Counted>()
  readonly #open: Uint8Array
  #openRows = 0

  constructor(table: EnrichTable) {
    const rows = table.rows.length
    this.#table = table
    this.#open = new Uint8Array(rows)
    this.bad = new RowSet(rows)
    for (const id of table.cells.keys()) {
      const counts = new Uint32Array(6)
      counts[CELL.unsent] = rows
      const [state, credits] = [new Uint8Array(rows), new Uint32Array(rows)]
      this.#counted.set(id, { state, credits, counts, spent: 0 })
    }
    if (this.#counted.size > 0) for (let row = 0; row < rows; row++) this.note(row)
  }

  /** Counts the cells of a row again. */
  note(row: number): void {
    let [open, bad] = [0, false]
    for (const [id, was] of this.#counted) {
      const mine = this.#table.cells.get(id)!
      const [state, credits] = [mine.state[row]!, mine.credits[row]!]
      was.counts[was.state[row]!]!--
      was.counts[state]!++
      was.spent += credits - was.credits[row]!
      was.state[row] = state
      was.credits[row] = credits
      if (state <= CELL.sent) open = 1
      bad ||= isBad(mine, row)
    }
    this.#openRows += open - this.#open[row]!
    this.#open[row] = open
    this.bad.set(row, bad)
  }

  /** All figures at this moment. */
  figures(priceOf: PriceOf): EnrichTally {
    const { plan } = this.#table
    const each = plan.columns.map(({ id, slug }): ColumnTally => {
      const { counts = [], spent = 0 } = this.#counted.get(id) ?? {}
      const price = priceOf(slug)
      const [unsent = 0, sent = 0, done = 0, failed = 0, faulty = 0, skipped = 0] = counts
      return {
        id,
        price,
        unsent,
        sent,
        done,
        failed,
        faulty,
        skipped,
        spent,
        cost: (unsent + sent) * price,
      }
    })
    const sum = (of: (column: ColumnTally) => number) => each.reduce((to, column) => to + of(column), 0)
    return {
      columns: each,
      ahead: sum(({ cost }) => cost),
      spent: sum(({ spent }) => spent),
      calls: sum(({ unsent, sent }) => unsent + sent),
      sent: sum(({ sent }) => sent),
      failed: sum(({ failed }) => failed),
      openRows: this.#openRows,
      preview: previewOf(this.#table, priceOf),
      bad: this.bad
        .first(MAX_BAD)
        .flatMap((row) => this.#badCells(row))
        .slice(0, MAX_BAD),
    }
  }

  #badCells(row: number) {
    const { plan, cells } = this.#table
    return plan.columns.flatMap(({ id }) => (isBad(cells.get(id)!, row) ? [{ id, row }] : []))
  }
}

function previewOf({ plan, rows: own, cells }: EnrichTable, priceOf: PriceOf): EnrichTally['preview'] {
  const rows = Math.min(PREVIEW_ROWS, own.length)
  const preview = {
    rows,
    cells: rows * plan.columns.length,
    done: 0,
    failed: 0,
    spent: 0,
    cost: 0,
    open: 0,
  }
  for (const { id, slug } of plan.columns) {
    const mine = cells.get(id)!
    for (let row = 0; row < rows; row++) {
      preview.spent += mine.credits[row]!
      if (mine.state[row] === CELL.done) preview.done++
      if (isBad(mine, row)) preview.failed++
      if (mine.state[row]! > CELL.sent) continue
      preview.open++
      preview.cost += priceOf(slug)
    }
  }
  return preview
}
