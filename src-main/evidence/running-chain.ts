import { hash } from 'node:crypto'

/** The number of a row, and the running hash over all rows up to it. */
export type Mark = [seq: number, hash: string]

/**
 * A table of rows that are only ever appended, as a signed head states it. Marks tell where the rows differ; there
 * are never more than `MAX_MARKS`, each `stride` rows after the one before.
 */
export interface Chain {
  readonly rows: number
  readonly stride: number
  readonly marks: Mark[]
  /** The last row; null before there is one. */
  readonly last: Mark | null
}

const FIRST_STRIDE = 64
const MAX_MARKS = 128
const EMPTY_CHAIN: Chain = { rows: 0, stride: FIRST_STRIDE, marks: [], last: null }

/** The running hash after one more row. @param before the hash up to the row before; empty for the first */
export function chainHash(before: string, row: string): string {
  return hash('sha256', `${before}\n${row}`)
}

/** Extends a chain row by row, so that each row is hashed once. */
export class RunningChain {
  #rows: number
  #stride: number
  #marks: Mark[]
  #last: Mark | null

  constructor({ rows, stride, marks, last }: Chain = EMPTY_CHAIN) {
    this.#rows = rows
    this.#stride = stride
    this.#marks = [...marks]
    this.#last = last
  }

  /** The number of the last row that was added; 0 before there is one. */
  get lastSeq(): number {
    return this.#last?.[0] ?? 0
  }

  add(seq: number, row: string): void {
    const mark: Mark = [seq, chainHash(this.#last?.[1] ?? '', row)]
    this.#last = mark
    this.#rows++
    if (this.#rows % this.#stride !== 0) return
    this.#marks.push(mark)
    if (this.#marks.length < MAX_MARKS) return
    // Every second mark stays a mark of the doubled stride.
    this.#marks = this.#marks.filter((_mark, index) => index % 2 === 1)
    this.#stride *= 2
  }

  /** What it is now; adding rows later does not change it. */
  state(): Chain {
    return { rows: this.#rows, stride: this.#stride, marks: [...this.#marks], last: this.#last }
  }
}
