import { z } from 'zod'
import type { Entry } from '../../ledger/ledger-store.ts'
import { readQuery } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

const query = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50).describe('Entries a page'),
  cursor: z.coerce.number().int().min(1).optional().describe('next_cursor of the previous page'),
})

/** GET /v1/credits/history: the key's ledger entries, newest first. */
export const getHistory = defineRoute({
  method: 'GET',
  path: '/v1/credits/history',
  access: 'key',
  document: {
    operationId: 'getHistory',
    tag: 'Keys and credits',
    summary: 'The ledger entries of the key, newest first',
    query,
    success: { status: 200, description: 'The entries', schema: { $ref: '#/components/schemas/History' } },
    errors: [400],
  },
  handle: async ({ event, account, context }) => {
    const { limit, cursor } = readQuery(event, query)
    const { ledger } = context.services
    const before = cursor ? { before: cursor } : {}
    const page = await ledger.entries(account.id, { limit: limit + 1, ...before })
    const entries = page.slice(0, limit)
    const next = page.length > limit ? entries.at(-1)?.seq : undefined
    const { balance } = await ledger.balanceOf(account.id)
    const body = { ok: true, balance, entries: entries.map(toWire), ...(next ? { next_cursor: next } : {}) }
    return jsonReply(200, body, { balance })
  },
})

function toWire(entry: Entry): object {
  return {
    id: entry.id,
    seq: entry.seq,
    type: entry.kind,
    credits: entry.credits,
    balance_after: entry.balanceAfter,
    request_id: entry.requestId,
    slug: entry.slug,
    ...(entry.unanswered ? { unanswered: entry.unanswered } : {}),
    // A team key's spending is also in the history of the key that pays for it.
    key_id: entry.spender ?? entry.account,
    ts: new Date(entry.at).toISOString(),
  }
}
