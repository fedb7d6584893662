import { createHash } from 'node:crypto'
import type { Row } from './kept-tables.ts'

const MODULUS = 1n << 256n

/** How many rows a table has, and what they come to, in whichever order they are read. */
export interface TableDigest {
  readonly rows: number
  /** The sum of the SHA-256 of all rows, in hex. */
  readonly hash: string
}

/** Adds rows up. @param columns those that count, in the same order on both sides */
export class DigestOfRows {
  readonly #columns: readonly string[]
  #rows = 0
  #sum = 0n

  constructor(columns: readonly string[]) {
    this.#columns = columns.toSorted()
  }

  add(row: Row): void {
    const cells = this.#columns.map((name) => {
      const cell = row[name] ?? null
      return cell instanceof Uint8Array ? { hex: Buffer.from(cell).toString('hex') } : cell
    })
    const hash = createHash('sha256').update(JSON.stringify(cells)).digest('hex')
    this.#rows++
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) % MODULUS
  }

  get digest(): TableDigest {
    return { rows: this.#rows, hash: this.#sum.toString(16).padStart(64, '0') }
  }
}
