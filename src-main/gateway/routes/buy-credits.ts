import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { MIN_PURCHASE_CREDITS } from '../../../src-shared/prices.ts'
import { assertHoldsCredits } from '../../accounts/own-credits.ts'
import { idempotently } from '../calls/idempotent.ts'
import { readFields } from '../request/query.ts'
import { readJsonBody } from '../request/read-body.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

// The ledger decides how many may be bought; only the shape is checked here.
const credits = z.number().optional().meta({ type: 'integer', minimum: MIN_PURCHASE_CREDITS })

/** The body of a purchase. */
export const purchaseFields = z
  .strictObject({
    credits: credits.describe('How many credits to buy; $1 buys 1,000'),
    amount: credits.describe('Another name for credits'),
  })
  .refine(({ credits, amount }) => (credits ?? amount) !== undefined, {
    path: ['credits'],
    error: 'Send the number of credits',
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
    description:
      "A key may buy up to its allowance in 30 days; a larger purchase waits for the owner's approval.",
    success: {
      status: 201,
      description: 'The credits were added',
      schema: { $ref: '#/components/schemas/Purchase' },
    },
    alsoAnswers: [
      {
        status: 202,
        description: "The purchase waits for the owner's approval",
        schema: { $ref: '#/components/schemas/Purchase' },
      },
    ],
    idempotent: true,
    errors: [400, 403],
  },
  handle: async (request) => {
    const { event, account, context } = request
    assertHoldsCredits(account)
    const body = await readJsonBody(event)
    const { credits, amount } = readFields(body.value, purchaseFields)
    const { purchases, now } = context.services
    return await idempotently(request, body, randomUUID(), async (attempt) => {
      const orderId = attempt.chargeId
      const order = { account, credits: credits ?? amount ?? 0, now: now(), orderId }
      const purchase = await purchases.buy(order).catch(async (error: unknown) => {
        // It may be paid: a repetition completes it, where a new order would be a second one.
        if (await purchases.isOpen(orderId)) attempt.keepId()
        throw error
      })
      const status = purchase.status === 'completed' ? 201 : 202
      const reply = jsonReply(status, { ok: true, ...purchase }, { balance: purchase.balance })
      await attempt.saveCharged(reply)
      return reply
    })
  },
})
