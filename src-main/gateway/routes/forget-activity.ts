import { GatewayError } from '../../../src-shared/errors.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'

/** DELETE /app/activity/{id}: deletes one call, by its place in the record. */
export const removeActivity = defineRoute({
  method: 'DELETE',
  path: '/app/activity/:id',
  access: 'admin',
  handle: async (request) => {
    const id = idOf(request)
    const { activity } = request.context
    const { audit } = request.context.services
    const store = activity.read()
    if (!store.remove(/^\d{1,15}$/.test(id) ? Number(id) : 0))
      throw new GatewayError('not_found', 'This call is not in the record; it may have been cleared.')
    await audit.record(toAuditEvent(request, { action: 'activity.removed', target: id }))
    return jsonReply(200, { ok: true })
  },
})

/** DELETE /app/activity: deletes every call from the record. */
export const clearActivity = defineRoute({
  method: 'DELETE',
  path: '/app/activity',
  access: 'admin',
  handle: async (request) => {
    const { activity } = request.context
    const { audit } = request.context.services
    const cleared = activity.read().count
    await audit.record(toAuditEvent(request, { action: 'activity.cleared', detail: { calls: cleared } }))
    activity.clear()
    return jsonReply(200, { ok: true, cleared })
  },
})
