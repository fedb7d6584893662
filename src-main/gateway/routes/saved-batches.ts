import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { MAX_NEW_COLUMNS } from '../../../src-shared/saved-batch.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'
import { definePageWrite, NOTHING } from '../page/page-write.ts'

const columnName = z.string().max(300)
const source = z.union([
  z.strictObject({ own: z.int().min(0).max(10_000) }),
  z.strictObject({ from: z.string().max(2) }),
  z.strictObject({ value: z.string().max(100_000) }),
])
const newColumn = z.strictObject({
  id: z.string().min(1).max(2),
  slug: z.string().max(100),
  name: columnName,
  shows: z.string().max(300).nullable(),
  fields: z.record(z.string().max(100), source),
})
const table = z.strictObject({
  names: z.array(columnName).min(1).max(10_000),
  columns: z.array(newColumn).max(MAX_NEW_COLUMNS),
  chain: z.boolean(),
  once: z.boolean(),
})
const options = z.strictObject({
  retry_once: z.boolean(),
  floor: z.int().min(0).max(1_000_000_000).nullable(),
  table: table.optional(),
})
const name = z.string().min(1).max(200)
const newBatch = z.strictObject({ name, source: z.string().max(300), options })
const change = z.strictObject({ name, options })

/** GET /app/batches: the page's saved runs, the last changed first. */
export const listSavedBatches = defineRoute({
  method: 'GET',
  path: '/app/batches',
  access: 'session',
  handle: async ({ account, context }) =>
    jsonReply(200, { ok: true, batches: await context.batches.list(account.id) }),
})

/** POST /app/batches: begins a run without rows. */
export const createSavedBatch = defineRoute({
  method: 'POST',
  path: '/app/batches',
  access: 'session',
  handle: async ({ event, account, context: { batches } }) => {
    const made = { ...(await readBody(event, newBatch)), id: randomUUID() }
    await batches.create(account.id, made)
    return jsonReply(201, { ok: true, batch_id: made.id })
  },
})

/** GET /app/batches/{id}: one run without its rows. */
export const getSavedBatch = defineRoute({
  method: 'GET',
  path: '/app/batches/:id',
  access: 'session',
  handle: async (request) => {
    const batch = await request.context.batches.find(request.account.id, idOf(request))
    return jsonReply(200, { ok: true, ...batch })
  },
})

/** POST /app/batches/{id}: changes its name or options. */
export const changeSavedBatch = definePageWrite({
  method: 'POST',
  path: '/app/batches/:id',
  body: change,
  write: (request, to) => request.context.batches.change(request.account.id, idOf(request), to),
})

/** DELETE /app/batches/{id}: deletes a run; it can be restored for an hour. */
export const deleteSavedBatch = definePageWrite({
  method: 'DELETE',
  path: '/app/batches/:id',
  body: NOTHING,
  write: (request) => request.context.batches.remove(request.account.id, idOf(request)),
})

/** POST /app/batches/{id}/restore: restores a deleted run. */
export const restoreSavedBatch = definePageWrite({
  method: 'POST',
  path: '/app/batches/:id/restore',
  body: NOTHING,
  write: (request) => request.context.batches.restore(request.account.id, idOf(request)),
})
