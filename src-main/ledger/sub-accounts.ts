import type { Database, Statement } from 'better-sqlite3'

/** An account without credits of its own: it spends those of another, up to a limit of its own. */
export interface SubAccount {
  readonly id: string
  /** The account that is charged; never a sub-account itself. */
  readonly payer: string
  /** The most credits that it may spend in total; null for no limit but the payer's balance. */
  readonly creditLimit: number | null
}

interface Row {
  readonly id: string
  readonly payer: string
  readonly credit_limit: number | null
}

/** The sub-accounts of the ledger. What they have spent is on disk and changes only with their entries. */
export class SubAccounts {
  readonly #find: Statement<[string], Row>
  readonly #insert: Statement<[string, string, number | null]>
  readonly #spent: Statement<[string], number>
  /** Null for accounts that pay for themselves; this never changes. */
  readonly #known = new Map<string, SubAccount | null>()

  constructor(db: Database) {
    this.#find = db.prepare('SELECT id, payer, credit_limit FROM sub_account WHERE id = ?')
    this.#insert = db.prepare(
      'INSERT INTO sub_account (id, payer, credit_limit, spent) VALUES (?, ?, ?, 0)',
    )
    this.#spent = db.prepare<[string], number>('SELECT spent FROM sub_account WHERE id = ?').pluck()
  }

  /** Null for an account that pays for itself. */
  find(id: string): SubAccount | null {
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const row = this.#find.get(id)
    const found = row ? { id, payer: row.payer, creditLimit: row.credit_limit } : null
    this.#known.set(id, found)
    return found
  }

  /** Adds one inside the current transaction; its id must not have been looked up before. */
  write({ id, payer, creditLimit }: SubAccount): void {
    this.#insert.run(id, payer, creditLimit)
  }

  /** Credits that a sub-account has spent, within the current transaction. */
  spentOf(id: string): number {
    const spent = this.#spent.get(id)
    if (spent === undefined) throw new Error(`There is no sub-account ${id}`)
    return spent
  }
}
