import { z } from 'zod'
import { KEY_KINDS } from '../../accounts/account.ts'
import { toKeyWire } from '../wire/key-wire.ts'
import { readQuery, unknownCursor } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

const query = z.object({
  kind: z.enum(KEY_KINDS).optional().describe('Only keys of this kind'),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe('Keys a page, 1 to 1,000'),
  cursor: z.string().max(100).optional().describe('next_cursor of the previous page'),
})

/** GET /v1/enterprise/keys: every key ever made, oldest first, with its limits and what it can spend. */
export const listKeys = defineRoute({
  method: 'GET',
  path: '/v1/enterprise/keys',
  access: 'admin',
  document: {
    operationId: 'listKeys',
    tag: 'Administration',
    summary: 'Every key, oldest first, with its limits and what it can spend',
    query,
    success: { status: 200, description: 'The keys', schema: { $ref: '#/components/schemas/KeyList' } },
    errors: [400, 403],
  },
  handle: async ({ event, context: { services } }) => {
    const { kind, limit, cursor } = readQuery(event, query)
    const keys = services.keys.list().filter((key) => kind === undefined || key.kind === kind)
    const last = keys.findIndex(({ id }) => id === cursor)
    if (cursor !== undefined && last === -1) throw unknownCursor()
    const start = last + 1
    const page = keys.slice(start, start + limit)
    const next = start + limit < keys.length ? page.at(-1)?.id : undefined
    const body = {
      ok: true,
      total: keys.length,
      keys: await Promise.all(page.map((key) => toKeyWire(key, services))),
      ...(next === undefined ? {} : { next_cursor: next }),
    }
    return jsonReply(200, body)
  },
})
