import { GatewayError } from '../../../src-shared/errors.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

/** POST /app/backup: copies the database in use into the data folder, for the owner's command line. */
export const backUpRoute = defineRoute({
  method: 'POST',
  path: '/app/backup',
  access: 'admin',
  handle: async ({ context }) => {
    if (!context.backUp) throw new GatewayError('not_found', 'This instance keeps nothing on disk.')
    const { file, bytes, accounts, entries } = await context.backUp()
    return jsonReply(201, { ok: true, file, bytes, accounts, entries })
  },
})
