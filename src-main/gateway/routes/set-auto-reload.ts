import { z } from 'zod'
import { MIN_PURCHASE_CREDITS } from '../../../src-shared/prices.ts'
import { assertHoldsCredits } from '../../accounts/own-credits.ts'
import { MAX_PURCHASE_CREDITS } from '../../ledger/purchase.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

/** The body of POST /v1/credits/auto-reload. */
export const autoReloadFields = z.strictObject({
  threshold: z.int().min(0).max(MAX_PURCHASE_CREDITS).describe('A balance below this buys credits'),
  credits: z.int().min(MIN_PURCHASE_CREDITS).max(MAX_PURCHASE_CREDITS).describe('How many it buys'),
  enabled: z.boolean().default(true).describe('false switches it off'),
})

/** POST /v1/credits/auto-reload: buys credits automatically when the balance is low. */
export const setAutoReload = defineRoute({
  method: 'POST',
  path: '/v1/credits/auto-reload',
  access: 'key',
  document: {
    operationId: 'setAutoReload',
    tag: 'Keys and credits',
    summary: 'Buys credits automatically when the balance is low',
    description:
      'Automatic purchases count against the same allowance as others; a larger one waits for the approval of the ' +
      'owner. At most one is open at a time. A declined one switches auto-reload off.',
    body: { $ref: '#/components/schemas/AutoReloadRequest' },
    success: {
      status: 200,
      description: 'The settings, and the purchase if the balance was already below the threshold',
      schema: { $ref: '#/components/schemas/AutoReloadAnswer' },
    },
    errors: [400, 403],
  },
  handle: async (request) => {
    const { event, account, context } = request
    assertHoldsCredits(account)
    const settings = await readBody(event, autoReloadFields)
    const { autoReload, audit, ledger } = context.services
    const purchase = await autoReload.set(account.id, settings, () =>
      audit.write(
        toAuditEvent(request, { action: 'auto_reload.set', target: account.id, detail: { ...settings } }),
      ),
    )
    const { balance } = await ledger.balanceOf(account.id)
    return jsonReply(200, { ok: true, ...settings, balance, purchase }, { balance })
  },
})
