import type { Database, Statement } from 'better-sqlite3'
import type { Engine } from '../../src-shared/engines.ts'
import { whoPays, type Held } from './held-credits.ts'
import type { ChargeReason } from './ledger-store.ts'

/** A call from which something has left for another machine: who pays for it, and what for. */
export interface DepartedCall {
  readonly chargeId: string
  readonly account: string
  /** The sub-account that spends the credits; null when the account spends them itself. */
  readonly spender: string | null
  readonly credits: number
  readonly slug: string
  readonly requestId: string
  readonly engine: Engine | null
}

/**
 * The calls that have sent something to another machine and have not ended yet. A process that dies leaves their
 * rows behind. Everything here runs inside the current transaction.
 */
export class Departures {
  readonly #insert: Statement<(string | number | null)[]>
  readonly #delete: Statement<[string]>
  readonly #find: Statement<[string], number>
  readonly #all: Statement<[], DepartedCall>

  constructor(db: Database) {
    this.#insert = db.prepare(
      `INSERT OR IGNORE INTO departure (charge_id, account, spender, credits, slug, request_id, engine, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#delete = db.prepare('DELETE FROM departure WHERE charge_id = ?')
    this.#find = db.prepare<[string], number>('SELECT 1 FROM departure WHERE charge_id = ?').pluck()
    this.#all = db.prepare(
      `SELECT charge_id AS chargeId, account, spender, credits, slug, request_id AS requestId, engine
       FROM departure ORDER BY charge_id`,
    )
  }

  /** @param at milliseconds since 1970 */
  write({ chargeId, account, spender, credits, slug, requestId, engine }: DepartedCall, at: number): void {
    this.#insert.run(chargeId, account, spender, credits, slug, requestId, engine, at)
  }

  /** Does nothing when there is no such row. */
  remove(chargeId: string): void {
    this.#delete.run(chargeId)
  }

  has(chargeId: string): boolean {
    return this.#find.get(chargeId) !== undefined
  }

  all(): readonly DepartedCall[] {
    return this.#all.all()
  }
}

/** A reserved call that is about to leave, as it is written down. */
export function toDeparted(held: Held, { requestId, slug, engine }: ChargeReason): DepartedCall {
  const { account, spender = null } = whoPays(held)
  return {
    chargeId: held.id,
    account,
    spender,
    credits: held.credits,
    slug,
    requestId,
    engine: engine ?? null,
  }
}
