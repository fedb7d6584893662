import type { Database, Statement } from 'better-sqlite3'
import type { Engine } from '../../src-shared/engines.ts'
import type { Unanswered } from './ledger-store.ts'

/** A charge as it is passed on to the hub whose credits it spent. */
export interface FedCharge {
  readonly seq: number
  readonly id: string
  readonly credits: number
  readonly slug: string
  readonly request_id: string
  readonly engine: Engine | null
  readonly unanswered: Unanswered | null
}

/** Charges, and the credits of all of them. */
export interface ChargeSum {
  readonly charges: number
  readonly credits: number
}

// A failed call leaves a charge and the refund that undoes it; neither is passed on.
const CHARGES = `FROM entry WHERE account = ? AND seq > ? AND kind = 'charge' AND id NOT GLOB '*:failed'`

/** Reads the charges of an account in order, so that they can be passed on. */
export class ChargeFeed {
  readonly #after: Statement<[string, number, number], FedCharge>
  readonly #sum: Statement<[string, number], ChargeSum>

  constructor(db: Database) {
    this.#after = db.prepare(
      `SELECT seq, id, 0 - credits AS credits, coalesce(slug, '') AS slug, coalesce(request_id, '') AS request_id,
         engine, unanswered ${CHARGES} ORDER BY seq LIMIT ?`,
    )
    this.#sum = db.prepare(
      `SELECT count(*) AS charges, coalesce(sum(0 - credits), 0) AS credits ${CHARGES}`,
    )
  }

  /** The charges after an entry, the oldest first. */
  after(account: string, seq: number, limit: number): FedCharge[] {
    return this.#after.all(account, seq, limit)
  }

  /** What the charges after an entry come to. */
  sumAfter(account: string, seq: number): ChargeSum {
    return this.#sum.get(account, seq) ?? { charges: 0, credits: 0 }
  }
}
