import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { MAX_RATE_LIMIT, MAX_WINDOW_SECONDS } from '../../accounts/new-key.ts'
import type { Account } from '../../accounts/account.ts'
import { assertRateWithin } from '../../accounts/key-bounds.ts'
import type { Services } from '../../pipeline/services.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { makerOf } from '../session/maker.ts'

/** The body that sets a rate limit. */
export const rateLimitFields = z.strictObject({
  key: z.string().max(200).optional().describe('The key itself'),
  key_id: z.string().max(200).optional().describe('The id of the key; send this or key'),
  limit: z.int().min(1).max(MAX_RATE_LIMIT).describe('Requests in a window'),
  window_seconds: z.int().min(1).max(MAX_WINDOW_SECONDS).describe('Length of the window'),
})

/** POST /v1/enterprise/rate-limits: sets how often a key may call; takes effect at once. */
export const setRateLimit = defineRoute({
  method: 'POST',
  path: '/v1/enterprise/rate-limits',
  access: 'admin',
  document: {
    operationId: 'setRateLimit',
    tag: 'Administration',
    summary: 'Sets how often a key may call; takes effect at once',
    body: { $ref: '#/components/schemas/RateLimitRequest' },
    success: { status: 200, description: 'The limit', schema: { $ref: '#/components/schemas/RateLimit' } },
    errors: [400, 403],
  },
  handle: async (request) => {
    const { event, context } = request
    const wanted = await readBody(event, rateLimitFields)
    const target = targetOf(wanted, context.services)
    const maker = makerOf(request)
    if (!maker.isOwner)
      assertRateWithin({ limit: wanted.limit, windowSeconds: wanted.window_seconds }, maker.account)
    const detail = { limit: wanted.limit, window_seconds: wanted.window_seconds }
    await context.services.keys.setRateLimit(target.id, wanted.limit, wanted.window_seconds, () =>
      context.services.audit.write(
        toAuditEvent(request, { action: 'key.rate_limit_set', target: target.id, detail }),
      ),
    )
    const body = { ok: true, key_id: target.id, ...detail }
    return jsonReply(200, body)
  },
})

function targetOf(wanted: z.output<typeof rateLimitFields>, { keys }: Services): Account {
  const target = wanted.key ? keys.find(wanted.key) : wanted.key_id ? keys.findAnyById(wanted.key_id) : null
  if (target) return target
  const message = 'Send an existing key as key or key_id'
  throw new GatewayError('validation_error', message, {
    issues: [{ path: 'key_id', message }],
    missing_fields: [],
  })
}
