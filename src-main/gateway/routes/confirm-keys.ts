import type { Work } from '../../storage/engine/work.ts'
import { z } from 'zod'
import type { AuditAction } from '../../accounts/audit-row.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { unrevokedKey } from '../request/named-key.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { toKeyWire } from '../wire/key-wire.ts'

const keyId = z.string().min(1).max(100)
const confirmed = z.union([z.strictObject({ key_id: keyId }), z.strictObject({ all: z.literal(true) })])
const adopted = z.strictObject({ key_id: keyId })

/** POST /app/keys/confirm: lets keys that a restore suspended work again, one or all. */
export const confirmKeys = defineRoute({
  method: 'POST',
  path: '/app/keys/confirm',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const wanted = await readBody(request.event, confirmed)
    const { keys } = request.context.services
    const ids =
      'all' in wanted
        ? keys
            .list()
            .filter((key) => keys.statusOf(key) === 'suspended')
            .map(({ id }) => id)
        : [unrevokedKey(wanted.key_id, keys).id]
    const done = await Promise.all(
      ids.map((id) => keys.confirm(id, ({ id: target }) => record(request, 'key.confirmed', target))),
    )
    const told = done.map((key) => toKeyWire(key, request.context.services))
    return jsonReply(200, { ok: true, keys: await Promise.all(told) })
  },
})

/** POST /app/keys/adopt: makes a key the owner's own, so that it no longer ends with its maker. */
export const adoptKey = defineRoute({
  method: 'POST',
  path: '/app/keys/adopt',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { key_id: id } = await readBody(request.event, adopted)
    const { keys } = request.context.services
    const done = await keys.adopt(unrevokedKey(id, keys).id, ({ id: target }) =>
      record(request, 'key.adopted', target),
    )
    return jsonReply(200, { ok: true, keys: [await toKeyWire(done, request.context.services)] })
  },
})

function record(request: KeyedRequest, action: AuditAction, target: string): Work<void> {
  return request.context.services.audit.write(toAuditEvent(request, { action, target }))
}
