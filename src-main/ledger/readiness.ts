import { GatewayError } from '../../src-shared/errors.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { one, statement } from '../storage/engine/work.ts'

/** How long a verdict is reused, so that requests cannot keep the disk busy. */
const VERDICT_MS = 5_000
/** Entries checked against the balances; ledger-watch.ts checks the whole ledger. */
const CHECKED_ENTRIES = 1_000

const wrongBalance = (differs: string): string => `
  SELECT account.id FROM
    (SELECT account, max(seq) AS seq FROM entry
     WHERE seq > (SELECT coalesce(max(seq), 0) FROM entry) - ${CHECKED_ENTRIES} GROUP BY account) AS newest
  JOIN entry ON entry.seq = newest.seq
  LEFT JOIN account ON account.id = newest.account
  WHERE account.balance ${differs} entry.balance_after LIMIT 1`
const WRONG = statement<Record<never, never>, { id: string }>(
  wrongBalance('IS NOT'),
  wrongBalance('IS DISTINCT FROM'),
)

/** Checks whether calls can be charged: the disk is writable, and the ledger's newest entries add up. */
export class Readiness {
  readonly #engine: Engine
  readonly #touch: () => Promise<unknown>
  readonly #now: () => number
  #verdict: { readonly at: number; readonly outcome: Promise<void> } | null = null

  /**
   * @param touch writes what changes nothing but has to reach the disk
   * @param now milliseconds since 1970
   */
  constructor(engine: Engine, touch: () => Promise<unknown>, now: () => number) {
    this.#engine = engine
    this.#touch = touch
    this.#now = now
  }

  /** From now on nothing is ready, because the ledger does not add up. */
  doubt(): void {
    this.#verdict = { at: Infinity, outcome: Promise.reject(unsoundLedger()) }
    // Nobody may ask.
    this.#verdict.outcome.catch(() => undefined)
  }

  /** @throws GatewayError storage_full, storage_unavailable or internal_error, as a call would get */
  async check(): Promise<void> {
    const now = this.#now()
    if (!this.#verdict || now >= this.#verdict.at + VERDICT_MS)
      this.#verdict = { at: now, outcome: this.#find() }
    const verdict = this.#verdict
    try {
      await verdict.outcome
    } catch (error) {
      // A database that is back is in use at once, and to ask one that is away costs nothing.
      const isAway = error instanceof GatewayError && error.code === 'storage_unavailable'
      if (isAway && this.#verdict === verdict) this.#verdict = null
      throw error
    }
  }

  async #find(): Promise<void> {
    await this.#touch()
    const wrong = await this.#engine.read(() => one(WRONG, {}))
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
