import type { Database } from 'better-sqlite3'
import type { EntryKind } from '../ledger/ledger-store.ts'

/** The tables whose rows are only ever appended. */
export const TABLES = ['ledger', 'audit', 'receipts'] as const
export type TableName = (typeof TABLES)[number]

/** A row as a chain hashes it. */
interface ChainRow {
  readonly seq: number
  readonly text: string
  /** Of a ledger entry. */
  readonly entry?: { readonly kind: EntryKind; readonly credits: number }
}

const NAMES = { ledger: 'entry', audit: 'audit', receipts: 'receipt' } as const
const COLUMNS: Readonly<Record<TableName, string>> = {
  ledger:
    'seq, kind, credits, id, account, balance_after, request_id, slug, engine, at, spender, spent_after',
  // The hash covers the body, and checking the trail checks that it does.
  audit: 'seq, hash',
  // The whole receipt, because its own hash covers neither the signature nor the charge that it belongs to.
  receipts: 'seq, hash, charge_id, account, receipt',
}

/** Reads the rows of a table in order, a slice at a time. */
export class TableRows {
  readonly #read: (after: number, limit: number) => unknown[][]
  readonly #end: () => number | undefined | null
  readonly #isLedger: boolean

  constructor(db: Database, table: TableName) {
    const statement = db
      .prepare<[number, number], unknown[]>(
        `SELECT ${COLUMNS[table]} FROM ${NAMES[table]} WHERE seq > ? ORDER BY seq LIMIT ?`,
      )
      .raw()
    this.#read = (after, limit) => statement.all(after, limit)
    const end = db.prepare<[], number | null>(`SELECT max(seq) FROM ${NAMES[table]}`).pluck()
    this.#end = () => end.get()
    this.#isLedger = table === 'ledger'
  }

  /** @param after the number of the last row that was read */
  next(after: number, limit: number): readonly ChainRow[] {
    return this.#read(after, limit).map((row) => this.#toRow(row))
  }

  /** The number of the last row; 0 when there is none. */
  end(): number {
    return this.#end() ?? 0
  }

  #toRow(row: unknown[]): ChainRow {
    const [seq, text] = [Number(row[0]), JSON.stringify(row)]
    if (!this.#isLedger) return { seq, text }
    // The columns above, and the table's own CHECK of the kind.
    return { seq, text, entry: { kind: row[1] as EntryKind, credits: Number(row[2]) } }
  }
}
