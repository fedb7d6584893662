import { z } from 'zod'
import { readQuery } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

const query = z.object({
  check: z
    .enum(['live', 'ready'])
    .default('live')
    .describe(
      'live: the gateway answers. ready: the disk is writable and the ledger adds up; otherwise an error',
    ),
})

/** GET /v1/health: shows that the gateway answers; with `check=ready` also that calls can be charged. */
export const health = defineRoute({
  method: 'GET',
  path: '/v1/health',
  access: 'open',
  document: {
    operationId: 'health',
    tag: 'Service',
    summary: 'Shows that the gateway answers, and on request that it can charge calls',
    query,
    success: { status: 200, description: 'Live or ready', schema: { $ref: '#/components/schemas/Health' } },
    errors: [400],
  },
  handle: async ({ event, context }) => {
    const { check } = readQuery(event, query)
    if (check === 'ready') await context.services.readiness.check()
    return jsonReply(200, { ok: true, status: check, version: context.version })
  },
})
