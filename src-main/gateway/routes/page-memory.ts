import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { MAX_BATCH_CALLS } from '../../../src-shared/limits.ts'
import type { SessionMemory } from '../../tool-kit/memory-contract.ts'
import { jsonReply } from '../reply/reply.ts'
import { readBody, readQuery } from '../request/query.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'
import { hasPageSession } from '../session/authenticate.ts'

const PAGE = 100
const place = z.string().max(1_000)
const listQuery = z.object({ after_namespace: place.optional(), after_key: place.optional() })
const searchQuery = z.object({ q: z.string().trim().min(1).max(1_000) })
const valuesBody = z.strictObject({
  entries: z.array(z.strictObject({ namespace: place, key: place })).max(MAX_BATCH_CALLS),
})

/** GET /app/memory: up to a hundred entries of the page's key, in order; nothing of it is recorded. */
export const listPageMemory = defineRoute({
  method: 'GET',
  path: '/app/memory',
  access: 'key',
  handle: async (request) => {
    const { after_namespace: namespace, after_key: key } = readQuery(request.event, listQuery)
    const after = namespace === undefined || key === undefined ? undefined : { namespace, key }
    const { entries, more } = await memoryOf(request).list({ limit: PAGE, after })
    return jsonReply(200, { ok: true, entries, more })
  },
})

/** GET /app/memory/search: the hundred entries that fit the words best. */
export const searchPageMemory = defineRoute({
  method: 'GET',
  path: '/app/memory/search',
  access: 'key',
  handle: async (request) => {
    const { q: query } = readQuery(request.event, searchQuery)
    const { entries, more } = await memoryOf(request).search({ query, limit: PAGE, offset: 0 })
    return jsonReply(200, { ok: true, entries, more })
  },
})

/** POST /app/memory/values: the values of up to fifty entries; those that have gone are left out. */
export const readPageMemory = defineRoute({
  method: 'POST',
  path: '/app/memory/values',
  access: 'key',
  handle: async (request) => {
    const { entries } = await readBody(request.event, valuesBody)
    const memory = memoryOf(request)
    const records = await Promise.all(entries.map(({ namespace, key }) => memory.get(namespace, key)))
    return jsonReply(200, { ok: true, entries: records.filter((record) => record !== null) })
  },
})

// Other keys read their memory with its tools, which their scopes cover and their history shows.
function memoryOf({ event, context, account }: KeyedRequest): SessionMemory {
  if (hasPageSession(event, context) || account.kind === 'demo')
    return context.services.memory.forKey(account.id)
  throw new GatewayError('forbidden', 'Only the page reads memory here. Call memory-list or memory-get.')
}
