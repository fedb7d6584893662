import { LOW_BALANCE_CREDITS } from '../../../src-shared/prices.ts'
import { jsonReply } from '../reply/reply.ts'
import { toBudgetWire } from '../wire/budget-wire.ts'
import { defineRoute } from '../route.ts'

/** GET /v1/credits/balance: the balance of the key, and its budget for language models. */
export const getBalance = defineRoute({
  method: 'GET',
  path: '/v1/credits/balance',
  access: 'key',
  document: {
    operationId: 'getBalance',
    tag: 'Keys and credits',
    summary: 'The balance of the key, and its budget for language models',
    success: { status: 200, description: 'The balance', schema: { $ref: '#/components/schemas/Balance' } },
  },
  handle: async ({ account, context }) => {
    const { balance, reserved } = await context.services.ledger.balanceOf(account.id)
    const low_balance = balance < LOW_BALANCE_CREDITS
    const auto_reload = await context.services.autoReload.of(account.id)
    const model_budget = toBudgetWire(account, context.services)
    const body = { ok: true, balance, reserved, low_balance, auto_reload, model_budget }
    return jsonReply(200, body, { balance })
  },
})
