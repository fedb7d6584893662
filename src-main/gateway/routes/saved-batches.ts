import { randomUUID } from 'node:crypto'
import { getRouterParam } from 'h3'
import { z } from 'zod'
import { ownerOfSession } from '../owner-session.ts'
import { readFields } from '../query.ts'
import { readJsonBody } from '../read-body.ts'
import { jsonReply } from '../reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'

const options = z.strictObject({
  retry_once: z.boolean(),
  floor: z.int().min(0).max(1_000_000_000).nullable(),
})
const name = z.string().min(1).max(200)
const newBatch = z.strictObject({ name, source: z.string().max(300), options })
const change = z.strictObject({ name, options })

/** GET /app/batches: the page's saved runs, the one changed last first. */
export const listSavedBatches = defineRoute({
  method: 'GET',
  path: '/app/batches',
  access: 'key',
  handle: (request) => {
    const { id } = ownerOfSession(request)
    return jsonReply(200, { ok: true, batches: request.context.batches.list(id) }, { balance: null })
  },
})

/** POST /app/batches: begins a run without rows. */
export const createSavedBatch = defineRoute({
  method: 'POST',
  path: '/app/batches',
  access: 'key',
  handle: async (request) => {
    const owner = ownerOfSession(request)
    const { value } = await readJsonBody(request.event)
    const made = { ...readFields(value, newBatch), id: randomUUID() }
    const { batches, services } = request.context
    await services.commits.enqueue(() => batches.create(owner.id, made))
    return jsonReply(201, { ok: true, batch_id: made.id }, { balance: null })
  },
})

/** GET /app/batches/{id}: one run without its rows. */
export const getSavedBatch = defineRoute({
  method: 'GET',
  path: '/app/batches/:id',
  access: 'key',
  handle: (request) => {
    const batch = request.context.batches.find(ownerOfSession(request).id, idOf(request))
    return jsonReply(200, { ok: true, ...batch }, { balance: null })
  },
})

/** POST /app/batches/{id}: another name, other options. */
export const changeSavedBatch = defineRoute({
  method: 'POST',
  path: '/app/batches/:id',
  access: 'key',
  handle: async (request) => {
    const owner = ownerOfSession(request)
    const { value } = await readJsonBody(request.event)
    const to = readFields(value, change)
    const { batches, services } = request.context
    await services.commits.enqueue(() => batches.change(owner.id, idOf(request), to))
    return jsonReply(200, { ok: true }, { balance: null })
  },
})

/** DELETE /app/batches/{id}: deletes a run; for an hour it can be brought back. */
export const deleteSavedBatch = defineRoute({
  method: 'DELETE',
  path: '/app/batches/:id',
  access: 'key',
  handle: async (request) => {
    const owner = ownerOfSession(request)
    const { batches, services } = request.context
    await services.commits.enqueue(() => batches.remove(owner.id, idOf(request)))
    return jsonReply(200, { ok: true }, { balance: null })
  },
})

/** POST /app/batches/{id}/restore: brings a deleted run back. */
export const restoreSavedBatch = defineRoute({
  method: 'POST',
  path: '/app/batches/:id/restore',
  access: 'key',
  handle: async (request) => {
    const owner = ownerOfSession(request)
    const { batches, services } = request.context
    await services.commits.enqueue(() => batches.restore(owner.id, idOf(request)))
    return jsonReply(200, { ok: true }, { balance: null })
  },
})

function idOf({ event }: KeyedRequest): string {
  return getRouterParam(event, 'id') ?? ''
}
