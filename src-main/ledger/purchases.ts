import type { Database, Statement } from 'better-sqlite3'
import { hash, randomUUID } from 'node:crypto'
import { GatewayError } from '../../src-shared/errors.ts'
import { AUTO_APPROVED_PURCHASE_CREDITS, toPurchaseUsd } from '../../src-shared/prices.ts'
import type { GroupCommit } from '../storage/group-commit.ts'
import type { PaymentProvider } from './payment-provider.ts'
import {
  assertPurchasable,
  statusForRepeat,
  toAnswer,
  type WithinTransaction,
  type Order,
  type Purchase,
  type PurchaseAnswer,
  type PurchaseStatus,
} from './purchase.ts'
import type { SqliteLedger } from './sqlite-ledger.ts'

const ALLOWANCE_PERIOD_MS = 30 * 24 * 60 * 60 * 1_000
const MAX_PENDING_PER_ACCOUNT = 10

interface Options {
  readonly db: Database
  readonly commits: GroupCommit
  readonly ledger: SqliteLedger
  readonly provider: PaymentProvider
  /** Credits that a key may buy in 30 days without approval. */
  readonly allowance?: () => number
}

/**
 * Purchases of credits: recorded first, then paid, then credited under the purchase's id, so that no purchase is
 * lost or doubled.
 */
export class Purchases {
  readonly #commits: GroupCommit
  readonly #ledger: SqliteLedger
  readonly #provider: PaymentProvider
  readonly #allowance: () => number
  readonly #insert: Statement<(string | number)[]>
  readonly #find: Statement<[string], Purchase>
  readonly #byStatus: Statement<[PurchaseStatus], Purchase>
  readonly #bought: Statement<[string, number], number>
  readonly #pendingOf: Statement<[string], number>
  readonly #move: Statement<[PurchaseStatus, string | null, number | null, string, PurchaseStatus]>
  readonly #approve: Statement<[string]>
  readonly #switchOff: Statement<[string]>
  readonly #newest: Statement<[string, number], Purchase>
  readonly #olderThan: Statement<[string, string, string, number], Purchase>

  constructor({ db, commits, ledger, provider, allowance }: Options) {
    this.#commits = commits
    this.#ledger = ledger
    this.#provider = provider
    this.#allowance = allowance ?? (() => AUTO_APPROVED_PURCHASE_CREDITS)
    const columns = 'id, account, credits, status, created_at, closed_at, automatic'
    this.#insert = db.prepare(
      `INSERT INTO purchase (id, account, credits, status, approval, provider, created_at, automatic)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#find = db.prepare(`SELECT ${columns} FROM purchase WHERE id = ?`)
    this.#byStatus = db.prepare(
      `SELECT ${columns} FROM purchase WHERE status = ? ORDER BY created_at, id LIMIT 1000`,
    )
    this.#bought = db
      .prepare<[string, number], number>(
        `SELECT coalesce(sum(credits), 0) FROM purchase WHERE account = ? AND created_at > ?
         AND approval = 'allowance' AND status IN ('paying', 'completed')`,
      )
      .pluck()
    this.#pendingOf = db
      .prepare<[string], number>(`SELECT count(*) FROM purchase WHERE account = ? AND status = 'pending'`)
      .pluck()
    this.#move = db.prepare(
      'UPDATE purchase SET status = ?, reference = ?, closed_at = ? WHERE id = ? AND status = ?',
    )
    this.#switchOff = db.prepare(
      `UPDATE auto_reload SET enabled = 0
       WHERE account = (SELECT account FROM purchase WHERE id = ? AND automatic = 1)`,
    )
    const ofAccount = `SELECT ${columns} FROM purchase WHERE account = ?`
    const newestFirst = 'ORDER BY created_at DESC, id DESC LIMIT ?'
    this.#newest = db.prepare(`${ofAccount} ${newestFirst}`)
    this.#olderThan = db.prepare(
      `${ofAccount} AND (created_at, id) < (SELECT created_at, id FROM purchase WHERE id = ? AND account = ?)
       ${newestFirst}`,
    )
    this.#approve = db.prepare(
      `UPDATE purchase SET status = 'paying', approval = 'owner' WHERE id = ? AND status = 'pending'`,
    )
  }

  /**
   * Buys credits, or asks the owner when the key's allowance is not enough. An order that a dead process already
   * recorded is continued.
   * @throws GatewayError validation_error for a sum that cannot be bought, forbidden when the owner has declined it
   */
  async buy(order: Order): Promise<PurchaseAnswer> {
    const answer = await this.#buy(order, { automatic: false, isWanted: () => true })
    if (answer === null) throw new Error('An unconditional purchase was not made')
    return answer
  }

  /**
   * Buys for auto-reload.
   * @param isWanted called inside the transaction that opens the purchase
   * @returns null when it is no longer wanted
   * @throws GatewayError validation_error for a sum that cannot be bought, or when too many wait for the owner
   */
  async buyAutomatically(order: Order, isWanted: () => boolean): Promise<PurchaseAnswer | null> {
    return await this.#buy(order, { automatic: true, isWanted })
  }

  async #buy(
    { account, credits, now, orderId }: Order,
    { automatic, isWanted }: { readonly automatic: boolean; readonly isWanted: () => boolean },
  ): Promise<PurchaseAnswer | null> {
    assertPurchasable(credits)
    const id = `pur_${hash('sha256', orderId ?? randomUUID()).slice(0, 16)}`
    const isOwner = account.permissions.has('admin')
    // Decided inside the transaction: of two purchases at once only one may use up the allowance.
    const status = await this.#commits.enqueue(() => {
      if (!isWanted()) return null
      const known = this.#find.get(id)
      if (known) return known.status
      const open = isOwner || this.#isWithinAllowance(account.id, credits, now)
      if (!open) this.#refuseManyPending(account.id)
      const approval = isOwner ? 'owner' : 'allowance'
      const decided = open ? 'paying' : 'pending'
      const provider = this.#provider.name
      this.#insert.run(id, account.id, credits, decided, approval, provider, now, Number(automatic))
      return decided
    })
    const purchase = status && this.#find.get(id)
    if (!purchase) return null
    if (status === 'paying') return this.#complete(purchase, now)
    const { balance } = await this.#ledger.balanceOf(account.id)
    return toAnswer(purchase, statusForRepeat(purchase), balance)
  }

  /**
   * Completes a pending purchase on the owner's behalf.
   * @param withinTransaction runs in the transaction that approves it
   * @throws GatewayError not_found when no such purchase is waiting
   */
  async approve(
    purchaseId: string,
    now: number,
    withinTransaction?: WithinTransaction,
  ): Promise<PurchaseAnswer> {
    const purchase = await this.#commits.enqueue(() =>
      this.#decided(purchaseId, this.#approve.run(purchaseId).changes, withinTransaction),
    )
    return this.#complete(purchase, now)
  }

  /**
   * Declines a pending purchase, and switches auto-reload off if it made the purchase.
   * @param withinTransaction runs in the transaction that declines it
   * @throws GatewayError not_found when no such purchase is waiting
   */
  async decline(purchaseId: string, now: number, withinTransaction?: WithinTransaction): Promise<Purchase> {
    return await this.#commits.enqueue(() => {
      const { changes } = this.#move.run('declined', null, now, purchaseId, 'pending')
      this.#switchOff.run(purchaseId)
      return this.#decided(purchaseId, changes, withinTransaction)
    })
  }

  /** A purchase of any account; null when the id is unknown. */
  find(purchaseId: string): Purchase | null {
    return this.#find.get(purchaseId) ?? null
  }

  /** The account's purchases, newest first, older than a given one if there is one. */
  list(
    account: string,
    { limit, before }: { readonly limit: number; readonly before?: string | undefined },
  ): readonly Purchase[] {
    return before === undefined
      ? this.#newest.all(account, limit)
      : this.#olderThan.all(account, before, account, limit)
  }

  /** Purchases that wait for the owner, oldest first, at most 1,000. */
  pending(): readonly Purchase[] {
    return this.#byStatus.all('pending')
  }

  /**
   * Completes purchases that a process left between payment and credit when it died; the provider recognises them.
   * @returns why purchases could not be completed, one reason each
   */
  async resume(now: number): Promise<readonly unknown[]> {
    const open = this.#byStatus.all('paying').map((purchase) => this.#complete(purchase, now))
    const results = await Promise.allSettled(open)
    return results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown)
  }

  #decided(
    purchaseId: string,
    changes: number,
    withinTransaction: WithinTransaction | undefined,
  ): Purchase {
    const purchase = this.#find.get(purchaseId)
    if (changes === 0 || !purchase) {
      throw new GatewayError('not_found', 'No purchase with this id waits for approval.')
    }
    withinTransaction?.(purchase)
    return purchase
  }

  async #complete(purchase: Purchase, now: number): Promise<PurchaseAnswer> {
    const { id, account, credits } = purchase
    const reference = await this.#pay(purchase, now)
    const balance = await this.#commits.enqueue(() => {
      this.#move.run('completed', reference, now, id, 'paying')
      return this.#ledger.writeCredit({ id, account, kind: 'purchase', credits })
    })
    return toAnswer(purchase, 'completed', balance)
  }

  async #pay({ id, account, credits }: Purchase, now: number): Promise<string> {
    try {
      const payment = { purchaseId: id, account, credits, amountUsd: toPurchaseUsd(credits) }
      return (await this.#provider.pay(payment)).reference
    } catch (error) {
      await this.#commits.enqueue(() => {
        this.#move.run('failed', null, now, id, 'paying')
        this.#switchOff.run(id)
      })
      throw new Error(`The payment provider ${this.#provider.name} refused purchase ${id}`, {
        cause: error,
      })
    }
  }

  #isWithinAllowance(account: string, credits: number, now: number): boolean {
    const bought = this.#bought.get(account, now - ALLOWANCE_PERIOD_MS) ?? 0
    return bought + credits <= this.#allowance()
  }

  #refuseManyPending(account: string): void {
    if ((this.#pendingOf.get(account) ?? 0) < MAX_PENDING_PER_ACCOUNT) return
    throw new GatewayError(
      'validation_error',
      `${MAX_PENDING_PER_ACCOUNT} purchases of this key already wait for the owner's approval. Try again after ` +
        'the owner has decided.',
    )
  }
}
