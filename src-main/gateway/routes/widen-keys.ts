import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { withTool } from '../../accounts/add-tool.ts'
import type { Account } from '../../accounts/account.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { unrevokedKey } from '../request/named-key.ts'
import { jsonReply, type Reply } from '../reply/reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { toKeyWire } from '../wire/key-wire.ts'

const keyId = z.string().min(1).max(100)
const limitFields = z.strictObject({
  key_id: keyId,
  credit_limit: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
})
const toolFields = z.strictObject({ key_id: keyId, slug: z.string().min(1).max(100) })

/** POST /app/keys/credit-limit: raises the credit limit of a key; in force with its next call. */
export const raiseCreditLimit = defineRoute({
  method: 'POST',
  path: '/app/keys/credit-limit',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const sent = await readBody(request.event, limitFields)
    const { audit, keys } = request.context.services
    const target = unrevokedKey(sent.key_id, keys)
    const detail = { credit_limit: sent.credit_limit }
    const done = await keys.raiseCreditLimit(target.id, sent.credit_limit, () =>
      audit.write(toAuditEvent(request, { action: 'key.credit_limit_raised', target: target.id, detail })),
    )
    return answer(done, request)
  },
})

/** POST /app/keys/tool: lets a key call one tool more; in force with its next call. */
export const addToolToKey = defineRoute({
  method: 'POST',
  path: '/app/keys/tool',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const sent = await readBody(request.event, toolFields)
    const { audit, keys, registry } = request.context.services
    const target = unrevokedKey(sent.key_id, keys)
    const tool = registry.find(sent.slug)
    if (!tool) {
      const message = 'is unknown here'
      throw new GatewayError('validation_error', `slug ${message}. GET /v1/tools lists every tool.`, {
        issues: [{ path: 'slug', message }],
        missing_fields: [],
      })
    }
    const all = registry.tools.map(({ facts }) => facts)
    const scopes = (now: Account['scopes']) => withTool({ ...target, scopes: now }, tool.facts, all)
    const detail = { slug: tool.slug }
    const done = await keys.setScopes(target.id, scopes, () =>
      audit.write(toAuditEvent(request, { action: 'key.tool_added', target: target.id, detail })),
    )
    return answer(done, request)
  },
})

async function answer(key: Account, { context }: KeyedRequest): Promise<Reply> {
  return jsonReply(200, { ok: true, keys: [await toKeyWire(key, context.services)] })
}
