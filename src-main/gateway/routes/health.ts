import { jsonReply } from '../reply.ts'
import { defineRoute } from '../route.ts'

/** GET /v1/health: that the gateway answers, and which version it is. */
export const health = defineRoute({
  method: 'GET',
  path: '/v1/health',
  access: 'open',
  document: {
    operationId: 'health',
    tag: 'Service',
    summary: 'That the gateway answers, and which version it is',
    success: { status: 200, description: 'Alive', schema: { $ref: '#/components/schemas/Health' } },
  },
  handle: ({ context }) =>
    jsonReply(200, { ok: true, status: 'live', version: context.version }, { balance: null }),
})
