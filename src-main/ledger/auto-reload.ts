import type { Database, Statement } from 'better-sqlite3'
import { GatewayError } from '../../src-shared/errors.ts'
import type { GroupCommit } from '../storage/group-commit.ts'
import { assertPurchasable, type Buyer, type PurchaseAnswer } from './purchase.ts'
import type { Purchases } from './purchases.ts'
import type { SqliteLedger } from './sqlite-ledger.ts'

/** Buys `credits` automatically when the balance is below `threshold`. */
export interface AutoReloadSettings {
  readonly threshold: number
  readonly credits: number
  readonly enabled: boolean
}

interface Options {
  readonly db: Database
  readonly commits: GroupCommit
  readonly ledger: SqliteLedger
  readonly purchases: Purchases
  /** The buyer for an account; null when its key no longer works. */
  readonly buyerOf: (account: string) => Buyer | null
  readonly now: () => number
  /** Called when a purchase failed; the call that caused it already has its answer. */
  readonly report: (error: unknown) => void
}

interface Row {
  readonly threshold: number
  readonly credits: number
  readonly enabled: number
}

/**
 * Buys credits when a charge leaves a balance below its owner's threshold, within the same allowance as any other
 * purchase. A declined or failed purchase switches it off, so that nobody is asked again and again.
 */
export class AutoReload {
  readonly #options: Options
  readonly #find: Statement<[string], Row>
  readonly #save: Statement<[string, number, number, number]>
  readonly #open: Statement<[string], number>
  /** Accounts that may have it switched on; the database decides. */
  readonly #watched: Set<string>
  readonly #running = new Set<string>()

  constructor(options: Options) {
    const { db, ledger } = options
    this.#options = options
    this.#find = db.prepare('SELECT threshold, credits, enabled FROM auto_reload WHERE account = ?')
    this.#save = db.prepare(
      `INSERT INTO auto_reload (account, threshold, credits, enabled) VALUES (?, ?, ?, ?)
       ON CONFLICT (account) DO UPDATE SET threshold = excluded.threshold, credits = excluded.credits,
         enabled = excluded.enabled`,
    )
    this.#open = db
      .prepare<[string], number>(
        `SELECT 1 FROM purchase WHERE account = ? AND automatic = 1 AND status IN ('paying', 'pending')`,
      )
      .pluck()
    const accounts = db.prepare<[], string>('SELECT account FROM auto_reload WHERE enabled = 1').pluck()
    this.#watched = new Set(accounts.all())
    ledger.onCharge((account) => this.#afterCharge(account))
  }

  /** Null when it was never set. */
  of(account: string): AutoReloadSettings | null {
    const row = this.#find.get(account)
    return row ? { ...row, enabled: row.enabled === 1 } : null
  }

  /**
   * Saves the settings and buys at once when the balance is already below the threshold.
   * @param withinTransaction runs in the transaction that keeps them
   * @returns the purchase, if one was made
   * @throws GatewayError validation_error for a sum that cannot be bought
   */
  async set(
    account: string,
    { threshold, credits, enabled }: AutoReloadSettings,
    withinTransaction?: () => void,
  ): Promise<PurchaseAnswer | null> {
    assertPurchasable(credits)
    await this.#options.commits.enqueue(() => {
      this.#save.run(account, threshold, credits, Number(enabled))
      withinTransaction?.()
    })
    if (enabled) this.#watched.add(account)
    else this.#watched.delete(account)
    return await this.#reload(account)
  }

  /** Makes the purchases that the previous process did not get to. */
  async resume(): Promise<void> {
    await Promise.all([...this.#watched].map((account) => this.#attempt(account)))
  }

  #afterCharge(account: string): void {
    if (this.#watched.has(account)) void this.#attempt(account)
  }

  async #attempt(account: string): Promise<void> {
    // The purchase under way checks the balance when its turn to write comes.
    if (this.#running.has(account)) return
    this.#running.add(account)
    try {
      await this.#reload(account)
    } catch (error) {
      // Ten purchases wait for the owner already: nothing is wrong, and the next charge tries again.
      if (!(error instanceof GatewayError && error.code === 'validation_error')) this.#options.report(error)
    } finally {
      this.#running.delete(account)
    }
  }

  async #reload(account: string): Promise<PurchaseAnswer | null> {
    const { purchases, buyerOf, now } = this.#options
    const buyer = buyerOf(account)
    const settings = this.#wantedBy(account)
    if (!buyer || !settings) return null
    // Checked again inside the transaction, so that two simultaneous charges cause one purchase.
    const isWanted = (): boolean => this.#wantedBy(account) !== null
    return await purchases.buyAutomatically(
      { account: buyer, credits: settings.credits, now: now() },
      isWanted,
    )
  }

  #wantedBy(account: string): AutoReloadSettings | null {
    const settings = this.of(account)
    if (!settings?.enabled || this.#open.get(account) !== undefined) return null
    return this.#options.ledger.payers.ownBalanceOf(account) < settings.threshold ? settings : null
  }
}
