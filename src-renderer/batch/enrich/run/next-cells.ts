import { MAX_BATCH_CALLS } from '../../../../src-shared/limits.ts'
import type { NewColumn } from '../../../../src-shared/saved-batch.ts'
import type { Tool } from '../../../gateway/gateway-types.ts'
import { type EnrichTable, inputOf, neededBy } from '../cell-input.ts'
import { CELL, type Cells } from '../cells.ts'
import type { Enrich } from '../enrich.ts'
import { inSlices } from '../slices.ts'

/** How long cells are looked at in one turn, so that the page never waits for a long table. */
const TURN_MS = 10
const REQUEST_MS = 20
/** Cells looked at before the clock is. */
const BETWEEN_LOOKS = 64
/** The most characters of inputs in one request; the gateway takes 4 MiB. */
const MAX_CHARS = 1_200_000

/** Cells of one column for the next request, with their inputs as JSON. */
export interface NextCells {
  readonly column: NewColumn
  readonly cells: readonly { readonly row: number; readonly input: string }[]
}

/** What to do with an unsent cell: send it with this input, come back when another is settled, or nothing more. */
type Step = { readonly input: string } | 'waits' | 'settled'

/**
 * Finds the cells of the next request. A column that takes another's results is asked for as soon as a whole request of
 * it is ready, so that a run which stops leaves whole rows.
 */
export class CellFinder {
  readonly #enrich: Enrich
  readonly #table: EnrichTable
  readonly #tools: ReadonlyMap<string, Tool>
  readonly #rows: readonly number[]
  /** Where each column goes on looking. */
  readonly #places = new Map<string, number>()
  /** The row that was first asked with an input, for each column. */
  readonly #asked = new Map<string, Map<string, number>>()
  /** Rows in which a cell became something without being sent. */
  #settled: number[] = []

  /** @param rows to run, in their order */
  constructor(enrich: Enrich, tools: ReadonlyMap<string, Tool>, rows: readonly number[]) {
    this.#enrich = enrich
    this.#table = enrich.table()
    this.#tools = tools
    this.#rows = rows
  }

  /** Remembers the inputs that have an answer. */
  async remember(): Promise<void> {
    const { plan, cells } = this.#table
    for (const column of plan.once ? plan.columns : []) {
      const { state } = cells.get(column.id)!
      const tool = this.#tools.get(column.slug)
      await inSlices(state.length, (row) => {
        if (state[row] !== CELL.done) return
        const { text } = inputOf(this.#table, column, row, tool, () => '')
        this.note({ column, cells: [{ row, input: text }] })
      })
    }
  }

  /** Remembers with which inputs cells are asked. */
  note({ column, cells }: NextCells): void {
    if (!this.#table.plan.once) return
    const known = this.#asked.get(column.id) ?? new Map<string, number>()
    this.#asked.set(column.id, known)
    for (const { row, input } of cells) known.set(input, row)
  }

  /** @returns `later` when it has to be called again after a turn for the page */
  next(): NextCells | 'later' | 'done' {
    const begun = performance.now()
    let first: NextCells | null = null
    let isLater = false
    for (const column of this.#table.plan.columns.toReversed()) {
      const { cells, more } = this.#gather(column, begun)
      isLater ||= more
      // Unless a request is full, the columns before this one go first.
      if (cells.length > 0) first = { column, cells }
      if (cells.length === MAX_BATCH_CALLS) break
    }
    // A cell that was settled may be what another one waited for.
    isLater ||= this.#settled.length > 0
    if (this.#settled.length > 0) this.#enrich.touch(this.#settled)
    this.#settled = []
    return first ?? (isLater ? 'later' : 'done')
  }

  #gather(column: NewColumn, begun: number) {
    const { state } = this.#table.cells.get(column.id)!
    const inputs = new Map<string, number>()
    const cells: { row: number; input: string }[] = []
    let [chars, looked] = [0, 0]
    for (let place = this.#places.get(column.id) ?? 0; place < this.#rows.length; place++) {
      const row = this.#rows[place]!
      const step = state[row] === CELL.unsent ? this.#stepOf(column, row) : 'settled'
      // What comes before the first open cell need not be looked at again.
      if (step === 'settled' && cells.length === 0 && inputs.size === 0)
        this.#places.set(column.id, place + 1)
      if (step === 'waits') break
      const turnMs = cells.length > 0 ? REQUEST_MS : TURN_MS
      if (++looked % BETWEEN_LOOKS === 0 && performance.now() - begun > turnMs) return { cells, more: true }
      if (step === 'settled' || (this.#table.plan.once && inputs.has(step.input))) continue
      if (cells.length > 0 && chars + step.input.length > MAX_CHARS) break
      inputs.set(step.input, row)
      chars += step.input.length
      if (cells.push({ row, input: step.input }) === MAX_BATCH_CALLS) break
    }
    return { cells, more: false }
  }

  #stepOf(column: NewColumn, row: number): Step {
    const { plan, cells } = this.#table
    const mine = cells.get(column.id)!
    const needed = neededBy(column).map((id) => cells.get(id)?.state[row] ?? CELL.faulty)
    if (needed.some((state) => state === CELL.unsent || state === CELL.sent)) return 'waits'
    if (plan.chain && needed.some((state) => state !== CELL.done))
      return this.#settle(mine, row, CELL.skipped)
    const tool = this.#tools.get(column.slug)
    const { text, problem } = inputOf(this.#table, column, row, tool, this.#enrich.check)
    if (problem) {
      mine.errors.set(row, { code: 'not sent', message: problem })
      return this.#settle(mine, row, CELL.faulty)
    }
    const first = this.#asked.get(column.id)?.get(text)
    const known = first === undefined ? CELL.unsent : mine.state[first]!
    if (first === undefined || first === row || (known !== CELL.done && known !== CELL.failed))
      return { input: text }
    // The answer to the same input, which costs nothing more.
    mine.data[row] = mine.data[first]
    const error = mine.errors.get(first)
    if (error) mine.errors.set(row, error)
    return this.#settle(mine, row, known)
  }

  #settle(cells: Cells, row: number, state: number): 'settled' {
    cells.state[row] = state
    this.#settled.push(row)
    return 'settled'
  }
}
