import { getRouterParam } from 'h3'
import { z } from 'zod'
import type { ErrorObject } from '../../../src-shared/errors.ts'
import {
  MAX_BATCH_ROWS,
  MAX_ROWS_AT_ONCE,
  ROW_STATES,
  type SavedOutcome,
} from '../../../src-shared/saved-batch.ts'
import { ownerOfSession } from '../owner-session.ts'
import { readFields, readQuery } from '../query.ts'
import { readJsonBody } from '../read-body.ts'
import { jsonReply } from '../reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'

const position = z
  .int()
  .min(0)
  .max(MAX_BATCH_ROWS - 1)
const row = z.strictObject({
  position,
  slug: z.string().max(100),
  input: z.string(),
  label: z.string().max(300),
})
const outcome = z.strictObject({
  position,
  state: z.enum(ROW_STATES),
  chunk: z.string().max(100).nullable(),
  sent_at: z.int().min(0).nullable(),
  request_id: z.string().max(100).nullable(),
  credits: z.int().min(0),
  latency_ms: z.int().min(0).nullable(),
  result: z.string().nullable(),
  // The page's own words for an answer it never got have codes that are no gateway's.
  error: z.looseObject({ code: z.string().max(60), message: z.string().max(2_000) }).nullable(),
})
const rowsBody = z.strictObject({ rows: z.array(row).min(1).max(MAX_ROWS_AT_ONCE) })
const outcomesBody = z.strictObject({ rows: z.array(outcome).min(1).max(MAX_ROWS_AT_ONCE) })
const query = z.object({
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_ROWS_AT_ONCE).default(MAX_ROWS_AT_ONCE),
})

/** GET /app/batches/{id}/rows: the rows of a run, a page at a time. */
export const getSavedRows = defineRoute({
  method: 'GET',
  path: '/app/batches/:id/rows',
  access: 'key',
  handle: (request) => {
    const owner = ownerOfSession(request)
    const { from, limit } = readQuery(request.event, query)
    const page = request.context.batches.rows(owner.id, idOf(request), from, limit)
    return jsonReply(200, { ok: true, ...page }, { balance: null })
  },
})

/** POST /app/batches/{id}/rows: adds rows, or puts others in their place. */
export const putSavedRows = defineRoute({
  method: 'POST',
  path: '/app/batches/:id/rows',
  access: 'key',
  handle: async (request) => {
    const owner = ownerOfSession(request)
    const { value } = await readJsonBody(request.event)
    const { rows } = readFields(value, rowsBody)
    const { batches, services } = request.context
    await services.commits.enqueue(() => batches.putRows(owner.id, idOf(request), rows))
    return jsonReply(200, { ok: true }, { balance: null })
  },
})

/** POST /app/batches/{id}/outcomes: what became of rows. */
export const putSavedOutcomes = defineRoute({
  method: 'POST',
  path: '/app/batches/:id/outcomes',
  access: 'key',
  handle: async (request) => {
    const owner = ownerOfSession(request)
    const { value } = await readJsonBody(request.event)
    const outcomes = readFields(value, outcomesBody).rows.map(toOutcome)
    const { batches, services } = request.context
    await services.commits.enqueue(() => batches.putOutcomes(owner.id, idOf(request), outcomes))
    return jsonReply(200, { ok: true }, { balance: null })
  },
})

function toOutcome({ error, ...rest }: z.output<typeof outcome>): SavedOutcome {
  // What the page shows again; a code that is none of the table's is the page's own.
  return { ...rest, error: error as ErrorObject | null }
}

function idOf({ event }: KeyedRequest): string {
  return getRouterParam(event, 'id') ?? ''
}
