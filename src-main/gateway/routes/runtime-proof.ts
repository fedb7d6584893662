import { z } from 'zod'
import { runtimeProof } from '../../data-folder/runtime-proof.ts'
import { readQuery } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

const query = z.object({
  nonce: z.string().regex(/^[\w-]{22,86}$/, 'Send 22 to 86 characters of base64url.'),
})

/**
 * GET /app/runtime-proof: proves that this gateway wrote `runtime.json` to a program that can read
 * it, before it sends a key.
 */
export const getRuntimeProof = defineRoute({
  method: 'GET',
  path: '/app/runtime-proof',
  access: 'open',
  handle: ({ event, context }) => {
    const { nonce } = readQuery(event, query)
    const port = Number(new URL(context.baseUrl()).port || 80)
    return jsonReply(200, { ok: true, proof: runtimeProof(context.runtimeSecret, nonce, port) })
  },
})
