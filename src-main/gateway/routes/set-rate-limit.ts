import { z } from 'zod'
import { MAX_RATE_LIMIT, MAX_WINDOW_SECONDS } from '../../accounts/new-key.ts'
import { assertRateWithin } from '../../accounts/key-bounds.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { namedKey, namedKeyFields } from '../request/named-key.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { makerOf } from '../session/maker.ts'

/** The body that sets a rate limit. */
export const rateLimitFields = z.strictObject({
  ...namedKeyFields,
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
    const target = namedKey(wanted, context.services.keys)
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
