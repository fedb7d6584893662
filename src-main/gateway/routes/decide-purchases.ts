import type { AuditAction } from '../../accounts/audit-row.ts'
import type { Alongside } from '../../ledger/purchase.ts'
import { actOf } from '../request/act-of.ts'
import { toPurchaseWire } from '../wire/purchase-wire.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf, type KeyedRequest } from '../route.ts'

/** GET /app/purchases: what waits for the owner's approval, oldest first, and whose it is. */
export const listPendingPurchases = defineRoute({
  method: 'GET',
  path: '/app/purchases',
  access: 'admin',
  handle: ({ context: { services } }) => {
    const purchases = services.purchases.pending().map((purchase) => {
      const buyer = services.keys.findAnyById(purchase.account)
      const { name = null, last4 = null } = buyer ?? {}
      return { ...toPurchaseWire(purchase), key_id: purchase.account, name, last4 }
    })
    return jsonReply(200, { ok: true, purchases })
  },
})

/** POST /app/purchases/{id}/approve: completes a purchase in the owner's name. */
export const approvePurchase = defineRoute({
  method: 'POST',
  path: '/app/purchases/:id/approve',
  access: 'admin',
  handle: async (request) => {
    const { purchases, now } = request.context.services
    const answer = await purchases.approve(idOf(request), now(), audited(request, 'purchase.approved'))
    return jsonReply(200, { ok: true, ...answer })
  },
})

/** POST /app/purchases/{id}/decline: turns a purchase down. */
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

function audited(request: KeyedRequest, action: AuditAction): Alongside {
  return ({ id, account, credits }) =>
    request.context.services.audit.write(
      actOf(request, { action, target: id, detail: { key_id: account, credits } }),
    )
}
