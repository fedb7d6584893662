import type { z } from 'zod'
import { toPurchaseUsd } from '../../../src-shared/prices.ts'
import type { Purchase } from '../../ledger/purchase.ts'
import type { purchaseRecord } from '../openapi/account-shapes.ts'

/** A purchase as its buyer and the owner see it. */
export function toPurchaseWire(purchase: Purchase): z.output<typeof purchaseRecord> {
  const { id, credits, status, automatic, created_at, closed_at } = purchase
  return {
    purchase_id: id,
    credits,
    amount_usd: toPurchaseUsd(credits),
    status,
    automatic: automatic === 1,
    created_at: new Date(created_at).toISOString(),
    closed_at: closed_at === null ? null : new Date(closed_at).toISOString(),
  }
}
