import { GatewayError } from '../../../src-shared/errors.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

/** POST /app/backup: copies the database in use into the data folder, for the owner's command line. */
export const backUpRoute = defineRoute({
  method: 'POST',
  path: '/app/backup',
  access: 'admin',
  handle: async (request) => {
    const { context } = request
    if (!context.backUp) throw new GatewayError('not_found', 'This instance keeps nothing on disk.')
    await context.services.audit.record(toAuditEvent(request, { action: 'instance.backed_up' }))
    const { file, bytes, accounts, entries } = await context.backUp()
    return jsonReply(201, { ok: true, file, bytes, accounts, entries })
  },
})
