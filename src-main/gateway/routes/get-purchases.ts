import { z } from 'zod'
import { toPurchaseWire } from '../wire/purchase-wire.ts'
import { readQuery, unknownCursor } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

const query = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50).describe('Purchases a page, 1 to 500'),
  cursor: z.string().max(100).optional().describe('next_cursor of the previous page'),
})

/** GET /v1/credits/purchases: the purchases of the key, newest first. */
export const getPurchases = defineRoute({
  method: 'GET',
  path: '/v1/credits/purchases',
  access: 'key',
  document: {
    operationId: 'getPurchases',
    tag: 'Keys and credits',
    summary: 'The purchases of the key, newest first, pending ones included',
    query,
    success: {
      status: 200,
      description: 'The purchases',
      schema: { $ref: '#/components/schemas/PurchaseList' },
    },
    errors: [400],
  },
  handle: async ({ event, account, context: { services } }) => {
    const { limit, cursor } = readQuery(event, query)
    const { purchases } = services
    if (cursor !== undefined && (await purchases.find(cursor))?.account !== account.id)
      throw unknownCursor()
    const found = await purchases.list(account.id, { limit: limit + 1, before: cursor })
    const page = found.slice(0, limit)
    const next = found.length > limit ? page.at(-1)?.id : undefined
    const body = { ok: true, purchases: page.map(toPurchaseWire), ...(next ? { next_cursor: next } : {}) }
    return jsonReply(200, body)
  },
})
