/** A set of rows of a long table that answers how many lie before a row, in steps that hardly grow with the table. */
export class RowSet {
  readonly #has: Uint8Array
  /** At each place the count of a range that ends there (a Fenwick tree). */
  readonly #counts: Uint32Array

  /** @param rows of the table */
  constructor(rows: number) {
    this.#has = new Uint8Array(rows)
    this.#counts = new Uint32Array(rows + 1)
  }

  has(row: number): boolean {
    return this.#has[row] === 1
  }

  set(row: number, on: boolean): void {
    if (this.has(row) === on) return
    this.#has[row] = on ? 1 : 0
    for (let at = row + 1; at < this.#counts.length; at += at & -at) this.#counts[at]! += on ? 1 : -1
  }

  /** How many of its rows lie before this one. */
  before(row: number): number {
    let count = 0
    for (let at = Math.min(row, this.#has.length); at > 0; at -= at & -at) count += this.#counts[at]!
    return count
  }

  /** Its first rows, at most so many. */
  first(most: number): readonly number[] {
    const found: number[] = []
    const size = Math.min(most, this.before(this.#has.length))
    for (let nth = 0; nth < size; nth++) found.push(this.#at(nth))
    return found
  }

  /** The row that has so many of its rows before it. */
  #at(nth: number): number {
    let [row, left] = [0, nth]
    for (let step = 2 ** Math.floor(Math.log2(this.#counts.length)); step >= 1; step /= 2) {
      const count = this.#counts[row + step]
      if (count === undefined || count > left) continue
      left -= count
      row += step
    }
    return row
  }
}
