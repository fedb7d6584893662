import { GatewayError } from '../../src-shared/errors.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { all, followedBy, nothing, one, run, statement, type Work } from '../storage/engine/work.ts'
import type { LedgerStore } from './ledger-store.ts'
import { assertPurchasable, type Buyer, type PurchaseAnswer } from './purchase.ts'
import type { Purchases } from './purchases.ts'

/** Buys `credits` automatically when the balance is below `threshold`. */
export interface AutoReloadSettings {
  readonly threshold: number
  readonly credits: number
  readonly enabled: boolean
}

interface Options {
  readonly engine: Engine
  readonly ledger: LedgerStore
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

const FIND = statement<{ account: string }, Row>(
  'SELECT threshold, credits, enabled FROM auto_reload WHERE account = :account',
)
const SAVE = statement<{ account: string } & { [Name in keyof Row]: number }>(
  `INSERT INTO auto_reload (account, threshold, credits, enabled)
   VALUES (:account, :threshold, :credits, :enabled)
   ON CONFLICT (account) DO UPDATE SET threshold = excluded.threshold, credits = excluded.credits,
     enabled = excluded.enabled`,
)
const OPEN = statement<{ account: string }, { id: string }>(
  `SELECT id FROM purchase WHERE account = :account AND automatic = 1 AND status IN ('paying', 'pending')`,
)
const WATCHED = statement<Record<never, never>, { account: string }>(
  'SELECT account FROM auto_reload WHERE enabled = 1',
)

/**
 * Buys credits when a charge leaves a balance below its owner's threshold, within the same allowance as any other
 * purchase. A declined or failed purchase switches it off, so that nobody is asked again and again.
 */
export class AutoReload {
  readonly #options: Options
  /** Accounts that may have it switched on; the database decides. */
  readonly #watched: Set<string>
  readonly #running = new Set<string>()

  private constructor(options: Options, watched: Iterable<string>) {
    this.#options = options
    this.#watched = new Set(watched)
    options.ledger.onCharge((account) => this.#afterCharge(account))
  }

  /** Reads for whom it is switched on, and follows the charges from then on. */
  static async open(options: Options): Promise<AutoReload> {
    const watched = await options.engine.read(() => all(WATCHED, {}))
    return new AutoReload(
      options,
      watched.map(({ account }) => account),
    )
  }

  /** Null when it was never set. */
  async of(account: string): Promise<AutoReloadSettings | null> {
    return await this.#options.engine.read(() => settingsOf(account))
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
    withinTransaction: () => Work<void> = nothing,
  ): Promise<PurchaseAnswer | null> {
    assertPurchasable(credits)
    const row = { account, threshold, credits, enabled: Number(enabled) }
    await this.#options.engine.write(account, () => followedBy(run(SAVE, row), withinTransaction))
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
    const { engine, purchases, buyerOf, now } = this.#options
    const buyer = buyerOf(account)
    const settings = buyer && (await engine.read(() => this.#wantedBy(account)))
    if (!buyer || !settings) return null
    // Checked again inside the transaction, so that two simultaneous charges cause one purchase.
    return await purchases.buyAutomatically({ account: buyer, credits: settings.credits, now: now() }, () =>
      this.#isWantedBy(account),
    )
  }

  *#isWantedBy(account: string): Work<boolean> {
    return (yield* this.#wantedBy(account)) !== null
  }

  *#wantedBy(account: string): Work<AutoReloadSettings | null> {
    const settings = yield* settingsOf(account)
    if (!settings?.enabled || (yield* one(OPEN, { account })) !== undefined) return null
    return (yield* this.#options.ledger.ownBalance(account)) < settings.threshold ? settings : null
  }
}

function* settingsOf(account: string): Work<AutoReloadSettings | null> {
  const row = yield* one(FIND, { account })
  return row ? { ...row, enabled: row.enabled === 1 } : null
}
