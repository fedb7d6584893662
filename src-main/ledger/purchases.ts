import { hash, randomUUID } from 'node:crypto'
import { GatewayError } from '../../src-shared/errors.ts'
import { AUTO_APPROVED_PURCHASE_CREDITS, toPurchaseUsd } from '../../src-shared/prices.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { all, nothing, one, run, statement, type Work } from '../storage/engine/work.ts'
import { toldBalance } from './charges/told-balance.ts'
import type { LedgerStore } from './ledger-store.ts'
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

const ALLOWANCE_PERIOD_MS = 30 * 24 * 60 * 60 * 1_000
const MAX_PENDING_PER_ACCOUNT = 10

interface Options {
  readonly engine: Engine
  readonly ledger: LedgerStore
  readonly provider: PaymentProvider
  /** Credits that a key may buy in 30 days without approval. */
  readonly allowance?: () => number
}

/** How a purchase came about. */
interface Occasion {
  readonly automatic: boolean
  /** Asked in the transaction that opens the purchase. */
  readonly isWanted: () => Work<boolean>
}

const COLUMNS = 'id, account, credits, status, created_at, closed_at, automatic'
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT :limit'
const INSERT = statement<{
  id: string
  account: string
  credits: number
  status: string
  approval: string
  provider: string
  now: number
  automatic: number
}>(
  `INSERT INTO purchase (id, account, credits, status, approval, provider, created_at, automatic)
   VALUES (:id, :account, :credits, :status, :approval, :provider, :now, :automatic)`,
)
const FIND = statement<{ id: string }, Purchase>(`SELECT ${COLUMNS} FROM purchase WHERE id = :id`)
const BY_STATUS = statement<{ status: PurchaseStatus }, Purchase>(
  `SELECT ${COLUMNS} FROM purchase WHERE status = :status ORDER BY created_at, id LIMIT 1000`,
)
const BOUGHT = statement<{ account: string; since: number }, { credits: number }>(
  `SELECT coalesce(sum(credits), 0) AS credits FROM purchase WHERE account = :account AND created_at > :since
   AND approval = 'allowance' AND status IN ('paying', 'completed')`,
)
const PENDING_OF = statement<{ account: string }, { count: number }>(
  `SELECT count(*) AS count FROM purchase WHERE account = :account AND status = 'pending'`,
)
const MOVE = statement<{
  to: PurchaseStatus
  reference: string | null
  now: number
  id: string
  from: PurchaseStatus
}>(
  'UPDATE purchase SET status = :to, reference = :reference, closed_at = :now WHERE id = :id AND status = :from',
)
const APPROVE = statement<{ id: string }>(
  `UPDATE purchase SET status = 'paying', approval = 'owner' WHERE id = :id AND status = 'pending'`,
)
const SWITCH_OFF = statement<{ id: string }>(
  `UPDATE auto_reload SET enabled = 0
   WHERE account = (SELECT account FROM purchase WHERE id = :id AND automatic = 1)`,
)
const NEWEST = statement<{ account: string; limit: number }, Purchase>(
  `SELECT ${COLUMNS} FROM purchase WHERE account = :account ${NEWEST_FIRST}`,
)
const OLDER_THAN = statement<{ account: string; limit: number; before: string }, Purchase>(
  `SELECT ${COLUMNS} FROM purchase WHERE account = :account AND (created_at, id) <
     (SELECT created_at, id FROM purchase WHERE id = :before AND account = :account) ${NEWEST_FIRST}`,
)

/**
 * Purchases of credits: recorded first, then paid, then credited under the purchase's id, so that no purchase is
 * lost or doubled.
 */
export class Purchases {
  readonly #engine: Engine
  readonly #ledger: LedgerStore
  readonly #provider: PaymentProvider
  readonly #allowance: () => number

  constructor({ engine, ledger, provider, allowance }: Options) {
    this.#engine = engine
    this.#ledger = ledger
    this.#provider = provider
    this.#allowance = allowance ?? (() => AUTO_APPROVED_PURCHASE_CREDITS)
  }

  /**
   * Buys credits, or asks the owner when the key's allowance is not enough. An order that a dead process already
   * recorded is continued.
   * @throws GatewayError validation_error for a sum that cannot be bought, forbidden when the owner has declined it
   */
  async buy(order: Order): Promise<PurchaseAnswer> {
    const answer = await this.#buy(order, { automatic: false, isWanted: always })
    if (answer === null) throw new Error('An unconditional purchase was not made')
    return answer
  }

  /**
   * Buys for auto-reload.
   * @param isWanted called inside the transaction that opens the purchase
   * @returns null when it is no longer wanted
   * @throws GatewayError validation_error for a sum that cannot be bought, or when too many wait for the owner
   */
  async buyAutomatically(order: Order, isWanted: () => Work<boolean>): Promise<PurchaseAnswer | null> {
    return await this.#buy(order, { automatic: true, isWanted })
  }

  async #buy(order: Order, occasion: Occasion): Promise<PurchaseAnswer | null> {
    const { account, credits, now, orderId } = order
    assertPurchasable(credits)
    const id = idOf(orderId ?? randomUUID())
    // Decided inside the transaction: of two purchases at once only one may use up the allowance.
    const purchase = await this.#engine.write(account.id, () => this.#open(id, order, occasion))
    if (!purchase) return null
    if (purchase.status === 'paying') return this.#complete(purchase, now)
    const { balance } = await this.#ledger.balanceOf(account.id)
    return toAnswer(purchase, statusForRepeat(purchase), balance)
  }

  *#open(
    id: string,
    { account, credits, now }: Order,
    { automatic, isWanted }: Occasion,
  ): Work<Purchase | null> {
    if (!(yield* isWanted())) return null
    const known = yield* one(FIND, { id })
    if (known) return known
    const isOwner = account.permissions.has('admin')
    const open = isOwner || (yield* this.#isWithinAllowance(account.id, credits, now))
    if (!open) yield* refuseManyPending(account.id)
    yield* run(INSERT, {
      ...{ id, account: account.id, credits, now, provider: this.#provider.name },
      status: open ? 'paying' : 'pending',
      approval: isOwner ? 'owner' : 'allowance',
      automatic: Number(automatic),
    })
    return (yield* one(FIND, { id })) ?? null
  }

  /**
   * Completes a pending purchase on the owner's behalf.
   * @param withinTransaction runs in the transaction that approves it
   * @throws GatewayError not_found when no such purchase is waiting
   */
  async approve(
    purchaseId: string,
    now: number,
    withinTransaction: WithinTransaction = nothing,
  ): Promise<PurchaseAnswer> {
    const purchase = await this.#engine.write('purchases', () => approve(purchaseId, withinTransaction))
    return this.#complete(purchase, now)
  }

  /**
   * Declines a pending purchase, and switches auto-reload off if it made the purchase.
   * @param withinTransaction runs in the transaction that declines it
   * @throws GatewayError not_found when no such purchase is waiting
   */
  async decline(
    purchaseId: string,
    now: number,
    withinTransaction: WithinTransaction = nothing,
  ): Promise<Purchase> {
    return await this.#engine.write('purchases', () => decline(purchaseId, now, withinTransaction))
  }

  /** A purchase of any account; null when the id is unknown. */
  async find(purchaseId: string): Promise<Purchase | null> {
    return (await this.#engine.read(() => one(FIND, { id: purchaseId }))) ?? null
  }

  /** Whether the purchase of an order is recorded, and neither completed nor refused. */
  async isOpen(orderId: string): Promise<boolean> {
    return (await this.find(idOf(orderId)))?.status === 'paying'
  }

  /** The account's purchases, newest first, older than a given one if there is one. */
  async list(
    account: string,
    { limit, before }: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<readonly Purchase[]> {
    return await this.#engine.read(() =>
      before === undefined ? all(NEWEST, { account, limit }) : all(OLDER_THAN, { account, limit, before }),
    )
  }

  /** Purchases that wait for the owner, oldest first, at most 1,000. */
  async pending(): Promise<readonly Purchase[]> {
    return await this.#engine.read(() => all(BY_STATUS, { status: 'pending' }))
  }

  /**
   * Completes purchases that a process left between payment and credit when it died; the provider recognises them.
   * @returns why purchases could not be completed, one reason each
   */
  async resume(now: number): Promise<readonly unknown[]> {
    const paying = await this.#engine.read(() => all(BY_STATUS, { status: 'paying' }))
    const open = paying.map((purchase) => this.#complete(purchase, now))
    const results = await Promise.allSettled(open)
    return results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown)
  }

  async #complete(purchase: Purchase, now: number): Promise<PurchaseAnswer> {
    const reference = await this.#pay(purchase, now)
    const balance = await this.#engine.write(purchase.account, () => this.#credit(purchase, reference, now))
    // Answers that cost nothing tell it, too.
    await toldBalance(this.#ledger, purchase.account)
    return toAnswer(purchase, 'completed', balance)
  }

  *#credit({ id, account, credits }: Purchase, reference: string, now: number): Work<number> {
    yield* run(MOVE, { to: 'completed', reference, now, id, from: 'paying' })
    return yield* this.#ledger.writeCredit({ id, account, kind: 'purchase', credits })
  }

  async #pay({ id, account, credits }: Purchase, now: number): Promise<string> {
    try {
      const payment = { purchaseId: id, account, credits, amountUsd: toPurchaseUsd(credits) }
      return (await this.#provider.pay(payment)).reference
    } catch (error) {
      await this.#engine.write(account, () => close(id, 'failed', 'paying', now))
      throw new Error(`The payment provider ${this.#provider.name} refused purchase ${id}`, {
        cause: error,
      })
    }
  }

  *#isWithinAllowance(account: string, credits: number, now: number): Work<boolean> {
    const bought = yield* one(BOUGHT, { account, since: now - ALLOWANCE_PERIOD_MS })
    return (bought?.credits ?? 0) + credits <= this.#allowance()
  }
}

function idOf(orderId: string): string {
  return `pur_${hash('sha256', orderId).slice(0, 16)}`
}

function* always(): Work<boolean> {
  return true
}

function* approve(id: string, withinTransaction: WithinTransaction): Work<Purchase> {
  return yield* decided(id, yield* run(APPROVE, { id }), withinTransaction)
}

function* decline(id: string, now: number, withinTransaction: WithinTransaction): Work<Purchase> {
  return yield* decided(id, yield* close(id, 'declined', 'pending', now), withinTransaction)
}

/** Ends a purchase that brings no credits, and switches auto-reload off if it made it. @returns how many it ended */
function* close(id: string, to: PurchaseStatus, from: PurchaseStatus, now: number): Work<number> {
  const ended = yield* run(MOVE, { to, reference: null, now, id, from })
  yield* run(SWITCH_OFF, { id })
  return ended
}

function* decided(id: string, changes: number, withinTransaction: WithinTransaction): Work<Purchase> {
  const purchase = yield* one(FIND, { id })
  if (changes === 0 || !purchase) {
    throw new GatewayError('not_found', 'No purchase with this id waits for approval.')
  }
  yield* withinTransaction(purchase)
  return purchase
}

function* refuseManyPending(account: string): Work<void> {
  if (((yield* one(PENDING_OF, { account }))?.count ?? 0) < MAX_PENDING_PER_ACCOUNT) return
  throw new GatewayError(
    'validation_error',
    `${MAX_PENDING_PER_ACCOUNT} purchases of this key already wait for the owner's approval. Try again after ` +
      'the owner has decided.',
  )
}
