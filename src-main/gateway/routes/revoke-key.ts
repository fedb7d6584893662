import { toAuditEvent } from '../request/audit-event.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'
import { assertOwner } from '../session/maker.ts'

/** DELETE /v1/enterprise/keys/{id}: revokes a key at once and permanently. */
export const revokeKey = defineRoute({
  method: 'DELETE',
  path: '/v1/enterprise/keys/:id',
  access: 'admin',
  document: {
    operationId: 'revokeKey',
    tag: 'Administration',
    summary: 'Revokes a key at once and permanently',
    parameters: [
      {
        name: 'id',
        in: 'path',
        description: 'The key_id of the key',
        required: true,
        schema: { type: 'string' },
      },
    ],
    success: {
      status: 200,
      description: 'The key is revoked',
      schema: { $ref: '#/components/schemas/RevokedKey' },
    },
    errors: [403, 404],
  },
  handle: async (request) => {
    const { context } = request
    if (idOf(request) === context.owner.id) assertOwner(request)
    const { keys, audit, now } = context.services
    const ended = await keys.revoke(idOf(request), ({ id: target }) =>
      audit.write(toAuditEvent(request, { action: 'key.revoked', target })),
    )
    // The holder of the key may have opened the page with it.
    if (ended.permissions.has('admin')) await context.sessions.closeAll()
    const revokedAt = new Date(ended.revokedAt ?? now()).toISOString()
    const body = { ok: true, key_id: ended.id, status: 'revoked', revoked_at: revokedAt }
    return jsonReply(200, body)
  },
})
