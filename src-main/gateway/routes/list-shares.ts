import type { ShareList } from '../../../src-shared/shares.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

/** GET /app/shares: what keys share, how much of it is in use, and what was refused. */
export const listShares = defineRoute({
  method: 'GET',
  path: '/app/shares',
  access: 'admin',
  handle: ({ context }) => {
    const body: ShareList = { ok: true, shares: context.services.shares.states() }
    return jsonReply(200, body)
  },
})
