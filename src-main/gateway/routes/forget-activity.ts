import { GatewayError } from '../../../src-shared/errors.ts'
import { actOf } from '../request/act-of.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'

/** DELETE /app/activity/{id}: forgets one call, by its place in the record. */
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
    await audit.record(actOf(request, { action: 'activity.removed', target: id }))
    return jsonReply(200, { ok: true })
  },
})

/** DELETE /app/activity: forgets every call. */
export const clearActivity = defineRoute({
  method: 'DELETE',
  path: '/app/activity',
  access: 'admin',
  handle: async (request) => {
    const { activity } = request.context
    const { audit } = request.context.services
    const cleared = activity.read().count
    await audit.record(actOf(request, { action: 'activity.cleared', detail: { calls: cleared } }))
    activity.clear()
    return jsonReply(200, { ok: true, cleared })
  },
})
