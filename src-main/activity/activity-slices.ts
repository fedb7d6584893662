import type { Database, Statement } from 'better-sqlite3'
import { parseJson } from '../../src-shared/parse-json.ts'

/** Calls in one slice at most. */
const SLICE_ROWS = 100
/** Fewer calls than this are written one by one: a slice costs as much as they do. */
const LEAST_ROWS = 16
/** Characters of bodies that a slice holds at most; longer ones are costly to write either way. */
const MAX_SLICE_CHARS = 512 * 1024

/** The values of one call, in the order of the statement that inserts it, without its place. */
export type CallValues = readonly (string | number | null)[]

/** What a part of the record holds; zeros and nulls when it is empty. */
export interface Extent {
  readonly first: number | null
  readonly last: number | null
  readonly bytes: number
}

/**
 * Calls that came too fast to be written one by one: a text of many in one row takes half the time, and most
 * are pushed out by later ones before anybody looks at them. They become rows of their own when somebody does.
 */
export class ActivitySlices {
  readonly #db: Database
  readonly #write: (seq: number, values: CallValues) => void
  readonly #insert: Statement<[number, number, number, string]>
  readonly #oldest: Statement<[], { readonly first: number; readonly calls: string }>
  readonly #remove: Statement<[number]>
  readonly #upTo: Statement<[number], { readonly bytes: number | null }>
  readonly #removeUpTo: Statement<[number]>

  /** @param write writes one call as a row of its own, within the current transaction */
  constructor(db: Database, write: (seq: number, values: CallValues) => void) {
    this.#db = db
    this.#write = write
    this.#insert = db.prepare('INSERT INTO slice (first, last, bytes, calls) VALUES (?, ?, ?, ?)')
    this.#oldest = db.prepare('SELECT first, calls FROM slice ORDER BY first LIMIT 1')
    this.#remove = db.prepare('DELETE FROM slice WHERE first = ?')
    this.#upTo = db.prepare('SELECT sum(bytes) AS bytes FROM slice WHERE last <= ?')
    this.#removeUpTo = db.prepare('DELETE FROM slice WHERE last <= ?')
  }

  /** Writes calls within the current transaction, in slices where they are many. @param bytes of the bodies of each */
  add(first: number, rows: readonly CallValues[], bytes: readonly number[]): void {
    for (let from = 0; from < rows.length; from += SLICE_ROWS) {
      const some = rows.slice(from, from + SLICE_ROWS)
      const size = bytes.slice(from, from + SLICE_ROWS).reduce((sum, length) => sum + length, 0)
      const seq = first + from
      if (some.length < LEAST_ROWS || size > MAX_SLICE_CHARS) this.addRows(seq, some)
      else this.#insert.run(seq, seq + some.length - 1, size, JSON.stringify(some))
    }
  }

  /** Writes calls within the current transaction, each as a row of its own. */
  addRows(first: number, rows: readonly CallValues[]): void {
    rows.forEach((values, index) => this.#write(first + index, values))
  }

  /** Makes rows of the oldest slice. @returns false when there was none */
  takeApart(): boolean {
    const slice = this.#oldest.get()
    if (!slice) return false
    // Written by add(), in this very shape.
    const rows = parseJson(slice.calls) as CallValues[]
    // Overwritten in the file, so that a call that is removed later leaves no copy behind.
    this.#db.pragma('secure_delete = ON')
    this.#db.transaction(() => {
      this.addRows(slice.first, rows)
      this.#remove.run(slice.first)
    })()
    this.#db.pragma('secure_delete = OFF')
    return true
  }

  /** The places that slices cover. */
  extent(): Extent {
    const sql = 'SELECT min(first) AS first, max(last) AS last, coalesce(sum(bytes), 0) AS bytes FROM slice'
    return this.#db.prepare<[], Extent>(sql).get() ?? { first: null, last: null, bytes: 0 }
  }

  /** Removes the slices that end at or before a place. @returns the bytes of their bodies, and the first place left */
  removeUpTo(seq: number): { readonly bytes: number; readonly first: number | null } {
    const { bytes } = this.#upTo.get(seq) ?? { bytes: 0 }
    this.#removeUpTo.run(seq)
    return { bytes: bytes ?? 0, first: this.#oldest.get()?.first ?? null }
  }
}
