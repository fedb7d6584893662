import type { Database, Statement } from 'better-sqlite3'
import { counted } from '../../src-shared/counted.ts'
import { GatewayError } from '../../src-shared/errors.ts'

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
  readonly #db: Database
  readonly #find: Statement<[string], Row>
  readonly #insert: Statement<[string, string, number | null]>
  readonly #spent: Statement<[string], number>
  readonly #lower: Statement<[number, string]>
  readonly #raise: Statement<[number, string, number]>
  /** Null for accounts that pay for themselves. Only reads between transactions: others may be rolled back. */
  readonly #known = new Map<string, SubAccount | null>()

  constructor(db: Database) {
    this.#db = db
    this.#find = db.prepare('SELECT id, payer, credit_limit FROM sub_account WHERE id = ?')
    this.#insert = db.prepare(
      'INSERT INTO sub_account (id, payer, credit_limit, spent) VALUES (?, ?, ?, 0)',
    )
    this.#lower = db.prepare('UPDATE sub_account SET credit_limit = credit_limit - ? WHERE id = ?')
    this.#raise = db.prepare('UPDATE sub_account SET credit_limit = ? WHERE id = ? AND credit_limit < ?')
    this.#spent = db.prepare<[string], number>('SELECT spent FROM sub_account WHERE id = ?').pluck()
  }

  /** Null for an account that pays for itself. */
  find(id: string): SubAccount | null {
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const row = this.#find.get(id)
    const found = row ? { id, payer: row.payer, creditLimit: row.credit_limit } : null
    if (!this.#db.inTransaction) this.#known.set(id, found)
    return found
  }

  /** Adds one inside the current transaction; its id must not have been looked up before. */
  write({ id, payer, creditLimit }: SubAccount): void {
    this.#insert.run(id, payer, creditLimit)
  }

  /**
   * Takes a part of an account's own limit away, inside the current transaction; an account without a limit gives
   * what it likes.
   * @param credits the part; null for no limit at all
   * @param reserved credits that its running calls hold
   * @throws GatewayError forbidden when less than that is left
   */
  handOver(from: string, credits: number | null, reserved: number): void {
    const limit = this.find(from)?.creditLimit ?? null
    if (limit === null) return
    const left = limit - this.spentOf(from) - reserved
    if (credits === null || credits > left) throw tooLittleLeft(left)
    this.#known.delete(from)
    this.#lower.run(credits, from)
  }

  /**
   * Raises an account's limit, inside the current transaction. A lower one could not hold what is spent, reserved and
   * lent already.
   * @throws GatewayError validation_error unless the account has a limit, and this one is above it
   */
  raise(id: string, creditLimit: number): void {
    const { changes } = this.#raise.run(creditLimit, id, creditLimit)
    this.#known.delete(id)
    if (changes === 1) return
    throw notAboveLimit(this.find(id)?.creditLimit ?? null)
  }

  /** Credits that a sub-account has spent, within the current transaction. */
  spentOf(id: string): number {
    const spent = this.#spent.get(id)
    if (spent === undefined) throw new Error(`There is no sub-account ${id}`)
    return spent
  }
}

/** The refusal of a part of a limit that has less left. */
export function tooLittleLeft(left: number): GatewayError {
  return new GatewayError(
    'forbidden',
    `The key that makes this one has a credit limit with ${counted(left, 'credit')} left. ` +
      'Send a credit_limit of at most that; it is taken off the limit of the maker.',
  )
}

/** The refusal of a limit that is not above the present one. @param limit null for none */
export function notAboveLimit(limit: number | null): GatewayError {
  const message =
    limit === null
      ? 'is of a key without a limit, which needs none'
      : `must be above the limit of ${limit} that the key has`
  return new GatewayError('validation_error', `credit_limit ${message}.`, {
    issues: [{ path: 'credit_limit', message }],
    missing_fields: [],
  })
}
