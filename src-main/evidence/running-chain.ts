import { hash } from 'node:crypto'

/** The number of a row, and the running hash over all rows up to it. */
export type Mark = [seq: number, hash: string]

/**
 * A table of rows that are only ever appended, as a signed head states it. Marks tell where the rows differ; there
 * are never more than `MAX_MARKS`, each `stride` rows after the one before. One more may follow, a few rows before the
 * last, so that a start need not read a stride of rows to compare the end.
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
  /** A mark at most `FIRST_STRIDE` rows before the last; null where one of the others is as near. */
  #recent: Mark | null

  constructor({ rows, stride, marks, last }: Chain = EMPTY_CHAIN) {
    const regular = Math.floor(rows / stride)
    this.#rows = rows
    this.#stride = stride
    this.#marks = marks.slice(0, regular)
    this.#last = last
    this.#recent = marks[regular] ?? null
  }

  /** The number of the last row that was added; 0 before there is one. */
  get lastSeq(): number {
    return this.#last?.[0] ?? 0
  }

  add(seq: number, row: string): void {
    if (this.#rows % FIRST_STRIDE === 0) this.#recent = this.#rows % this.#stride === 0 ? null : this.#last
    const mark: Mark = [seq, chainHash(this.#last?.[1] ?? '', row)]
    this.#last = mark
    this.#rows++
    if (this.#rows % this.#stride !== 0) return
    this.#marks.push(mark)
    this.#recent = null
    if (this.#marks.length < MAX_MARKS) return
    // Every second mark stays a mark of the doubled stride.
    this.#marks = this.#marks.filter((_mark, index) => index % 2 === 1)
    this.#stride *= 2
  }

  /** What it is now; adding rows later does not change it. */
  state(): Chain {
    const marks = this.#recent ? [...this.#marks, this.#recent] : [...this.#marks]
    return { rows: this.#rows, stride: this.#stride, marks, last: this.#last }
  }
}
