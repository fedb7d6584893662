import type { Database, Statement } from 'better-sqlite3'

/**
 * Balances as they are on disk, each read once until something is written. Only reads between transactions are
 * cached: what is read within one may still be rolled back.
 */
export class AccountBalances {
  readonly #db: Database
  readonly #read: Statement<[string], number>
  readonly #known = new Map<string, number>()

  constructor(db: Database) {
    this.#db = db
    this.#read = db.prepare<[string], number>('SELECT balance FROM account WHERE id = ?').pluck()
  }

  /** Credits of an account, within the current transaction if there is one; 0 for one that was never opened. */
  of(account: string): number {
    if (this.#db.inTransaction) return this.#read.get(account) ?? 0
    let balance = this.#known.get(account)
    if (balance === undefined) this.#known.set(account, (balance = this.#read.get(account) ?? 0))
    return balance
  }

  /** Clears the cache; call it before each entry is written, whether or not its transaction commits. */
  forget(): void {
    this.#known.clear()
  }
}
