import { z } from 'zod'
import { assertHoldsCredits } from '../../accounts/own-credits.ts'
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
    errors: [400, 403],
  },
  handle: async ({ event, account, context }) => {
    assertHoldsCredits(account)
    const { value } = await readJsonBody(event)
    const { credits, amount } = readFields(value, fields)
    const { purchases, now } = context.services
    const purchase = await purchases.buy({ account, credits: credits ?? amount ?? 0, now: now() })
    const status = purchase.status === 'completed' ? 201 : 202
    return jsonReply(status, { ok: true, ...purchase }, { balance: purchase.balance })
  },
})
