import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { idempotently } from '../idempotent.ts'
import { readFields } from '../query.ts'
import { readJsonBody } from '../read-body.ts'
import { jsonReply } from '../reply.ts'
import { defineRoute } from '../route.ts'

// How many may be bought is the ledger's own rule; here only the shape is checked.
const fields = z
  .strictObject({ credits: z.number().optional(), amount: z.number().optional() })
  .refine(({ credits, amount }) => (credits ?? amount) !== undefined, {
    path: ['credits'],
    error: 'Say how many credits',
  })

/** POST /v1/credits/buy: buys credits for the calling key. */
export const buyCreditsRoute = defineRoute({
  method: 'POST',
  path: '/v1/credits/buy',
  access: 'key',
  document: {
    operationId: 'buyCredits',
    tag: 'Keys and credits',
    summary: 'Buys credits: $1 for 1,000, at least 1,000',
    body: { $ref: '#/components/schemas/PurchaseRequest' },
    success: {
      status: 201,
      description: 'The purchase',
      schema: { $ref: '#/components/schemas/Purchase' },
    },
    errors: [400, 409, 422],
  },
  handle: async (request) => {
    const { event, account, context } = request
    const body = await readJsonBody(event)
    const { credits, amount } = readFields(body.value, fields)
    const { purchases, commits, now } = context.services
    return await idempotently(request, body, randomUUID(), async (_chargeId, save) => {
      const purchase = await purchases.buy({ account, credits: credits ?? amount ?? 0, now: now() })
      const status = purchase.status === 'completed' ? 201 : 202
      const reply = jsonReply(status, { ok: true, ...purchase }, { balance: purchase.balance })
      await commits.enqueue(() => save(reply))
      return reply
    })
  },
})
