import type { Database, Statement } from 'better-sqlite3'
import { GatewayError } from '../../src-shared/errors.ts'
import type { GroupCommit } from '../storage/group-commit.ts'

/** How long a verdict is reused, so that requests cannot keep the disk busy. */
const VERDICT_MS = 5_000
/** Entries checked against the balances; ledger-watch.ts checks the whole ledger. */
const CHECKED_ENTRIES = 1_000

/** Checks whether calls can be charged: the disk is writable, and the ledger's newest entries add up. */
export class Readiness {
  readonly #db: Database
  readonly #commits: GroupCommit
  readonly #now: () => number
  readonly #wrong: Statement<[], string>
  #verdict: { readonly at: number; readonly outcome: Promise<void> } | null = null

  /** @param now milliseconds since 1970 */
  constructor(db: Database, commits: GroupCommit, now: () => number) {
    this.#db = db
    this.#commits = commits
    this.#now = now
    this.#wrong = db
      .prepare<[], string>(
        `SELECT account.id FROM
           (SELECT account, max(seq) AS seq FROM entry
            WHERE seq > (SELECT coalesce(max(seq), 0) FROM entry) - ${CHECKED_ENTRIES} GROUP BY account) AS newest
         JOIN entry ON entry.seq = newest.seq
         LEFT JOIN account ON account.id = newest.account
         WHERE account.balance IS NOT entry.balance_after LIMIT 1`,
      )
      .pluck()
  }

  /** From now on nothing is ready, because the ledger does not add up. */
  doubt(): void {
    this.#verdict = { at: Infinity, outcome: Promise.reject(unsoundLedger()) }
    // Nobody may ask.
    this.#verdict.outcome.catch(() => undefined)
  }

  /** @throws GatewayError storage_full or internal_error, as a call would get */
  check(): Promise<void> {
    const now = this.#now()
    if (!this.#verdict || now >= this.#verdict.at + VERDICT_MS)
      this.#verdict = { at: now, outcome: this.#find() }
    return this.#verdict.outcome
  }

  async #find(): Promise<void> {
    // Writing the same layout version changes nothing but still has to reach the disk.
    await this.#commits.enqueue(() => {
      this.#db.pragma(`user_version = ${Number(this.#db.pragma('user_version', { simple: true }))}`)
    })
    const wrong = this.#wrong.get()
    if (wrong === undefined) return
    throw unsoundLedger()
  }
}

/** The error for whatever needs the ledger once it does not add up. */
export function unsoundLedger(): GatewayError {
  return new GatewayError(
    'internal_error',
    'The ledger does not add up. Stop the gateway and run toolgate ledger verify.',
  )
}
