import type { Work } from '../storage/engine/work.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { MIN_PURCHASE_CREDITS, toPurchaseUsd } from '../../src-shared/prices.ts'

export const MAX_PURCHASE_CREDITS = 1_000_000_000

/** A buyer, such as an Account. The owner, with the permission `admin`, needs no approval. */
export interface Buyer {
  readonly id: string
  readonly permissions: ReadonlySet<string>
}

export type PurchaseStatus = 'paying' | 'pending' | 'completed' | 'declined' | 'failed'

/** A purchase as it is stored. Times are milliseconds since 1970. */
export interface Purchase {
  readonly id: string
  readonly account: string
  readonly credits: number
  readonly status: PurchaseStatus
  readonly created_at: number
  readonly closed_at: number | null
  /** 1 when auto-reload made it. */
  readonly automatic: number
}

/** What is to be bought. */
export interface Order {
  readonly account: Buyer
  readonly credits: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** The id of the order: an order repeated with the same id is not bought again. */
  readonly orderId?: string
}

/** Work that must become durable together with a decision, such as the audit trail's row. */
export type WithinTransaction = (purchase: Purchase) => Work<void>

/** The fields of the answer to a purchase. */
export interface PurchaseAnswer {
  readonly status: 'completed' | 'pending'
  readonly credits_added: number
  readonly balance: number
  readonly amount_usd: string
  readonly purchase_id: string
}

/**
 * The status to answer for a purchase that was already recorded.
 * @throws GatewayError forbidden when the owner has declined it
 */
export function statusForRepeat({ id, status }: Purchase): PurchaseAnswer['status'] {
  if (status === 'completed' || status === 'pending') return status
  if (status === 'declined')
    throw new GatewayError(
      'forbidden',
      'The owner has declined this purchase. Ask the owner, then buy again with a new request.',
    )
  throw new Error(`The payment of purchase ${id} was already refused`)
}

/** Answers a purchase; one that waits for the owner has not changed the balance. */
export function toAnswer(
  purchase: Purchase,
  status: PurchaseAnswer['status'],
  balance: number,
): PurchaseAnswer {
  return {
    status,
    credits_added: status === 'completed' ? purchase.credits : 0,
    balance,
    amount_usd: toPurchaseUsd(purchase.credits),
    purchase_id: purchase.id,
  }
}

/** @throws GatewayError validation_error for a number of credits that cannot be bought */
export function assertPurchasable(credits: number): void {
  if (Number.isInteger(credits) && credits >= MIN_PURCHASE_CREDITS && credits <= MAX_PURCHASE_CREDITS)
    return
  const message = `must be a whole number from ${MIN_PURCHASE_CREDITS} to ${MAX_PURCHASE_CREDITS}`
  throw new GatewayError('validation_error', `credits ${message}; $1 buys ${MIN_PURCHASE_CREDITS}.`, {
    issues: [{ path: 'credits', message }],
  })
}
