/** Rows that have left stay in the arrays until so many have. */
const COMPACT_AT = 1_024

/** The rows of one key in the record, oldest first: their places and the bytes of their bodies. */
export class RowQueue {
  readonly #seqs: number[] = []
  readonly #sizes: number[] = []
  #head = 0
  #bytes = 0

  get rows(): number {
    return this.#seqs.length - this.#head
  }

  get bytes(): number {
    return this.#bytes
  }

  push(seq: number, bytes: number): void {
    this.#seqs.push(seq)
    this.#sizes.push(bytes)
    this.#bytes += bytes
  }

  /** The places of the oldest rows. */
  oldest(rows: number): readonly number[] {
    return this.#seqs.slice(this.#head, this.#head + rows)
  }

  /** How many of the oldest rows have this many bytes together, but at most `most`. */
  rowsOf(bytes: number, most: number): number {
    let sum = 0
    let rows = 0
    while (rows < Math.min(most, this.rows) && sum < bytes) sum += this.#sizes[this.#head + rows++] ?? 0
    return rows
  }

  /** Forgets the oldest rows. @returns their bytes */
  drop(rows: number): number {
    let dropped = 0
    for (const end = this.#head + rows; this.#head < end; this.#head++)
      dropped += this.#sizes[this.#head] ?? 0
    this.#bytes -= dropped
    if (this.#head >= COMPACT_AT && this.#head > this.rows) {
      this.#seqs.splice(0, this.#head)
      this.#sizes.splice(0, this.#head)
      this.#head = 0
    }
    return dropped
  }

  /** Forgets one row. */
  remove(seq: number): void {
    const index = this.#seqs.indexOf(seq, this.#head)
    if (index === -1) return
    this.#bytes -= this.#sizes[index] ?? 0
    this.#seqs.splice(index, 1)
    this.#sizes.splice(index, 1)
  }
}
