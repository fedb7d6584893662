import type { AuditAction } from '../../accounts/audit-row.ts'
import type { WithinTransaction } from '../../ledger/purchase.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { toPurchaseWire } from '../wire/purchase-wire.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf, type KeyedRequest } from '../route.ts'
import { assertOwner } from '../session/maker.ts'

/** GET /app/purchases: the purchases that wait for the owner's approval, oldest first, with their keys. */
export const listPendingPurchases = defineRoute({
  method: 'GET',
  path: '/app/purchases',
  access: 'admin',
  handle: async ({ context: { services } }) => {
    const pending = await services.purchases.pending()
    const purchases = pending.map((purchase) => {
      const buyer = services.keys.findAnyById(purchase.account)
      const { name = null, last4 = null } = buyer ?? {}
      return { ...toPurchaseWire(purchase), key_id: purchase.account, name, last4 }
    })
    return jsonReply(200, { ok: true, purchases })
  },
})

/** POST /app/purchases/{id}/approve: approves a purchase on the owner's behalf. */
export const approvePurchase = defineRoute({
  method: 'POST',
  path: '/app/purchases/:id/approve',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { purchases, now } = request.context.services
    const answer = await purchases.approve(idOf(request), now(), audited(request, 'purchase.approved'))
    return jsonReply(200, { ok: true, ...answer })
  },
})

/** POST /app/purchases/{id}/decline: declines a purchase. */
export const declinePurchase = defineRoute({
  method: 'POST',
  path: '/app/purchases/:id/decline',
  access: 'admin',
  handle: async (request) => {
    const { purchases, now } = request.context.services
    const { id } = await purchases.decline(idOf(request), now(), audited(request, 'purchase.declined'))
    return jsonReply(200, { ok: true, purchase_id: id, status: 'declined' })
  },
})

function audited(request: KeyedRequest, action: AuditAction): WithinTransaction {
  return ({ id, account, credits }) =>
    request.context.services.audit.write(
      toAuditEvent(request, { action, target: id, detail: { key_id: account, credits } }),
    )
}
