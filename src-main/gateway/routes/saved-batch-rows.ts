import { z } from 'zod'
import type { ErrorObject } from '../../../src-shared/errors.ts'
import {
  MAX_BATCH_ROWS,
  MAX_ROWS_AT_ONCE,
  ROW_STATES,
  type SavedOutcome,
} from '../../../src-shared/saved-batch.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { readQuery } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'
import { definePageWrite } from '../page/page-write.ts'

const position = z
  .int()
  .min(0)
  .max(MAX_BATCH_ROWS - 1)
const row = z.strictObject({
  position,
  slug: z.string().max(100),
  input: z.string(),
  label: z.string().max(300),
  // An array of pairs, which only the page reads again.
  cells: z.string().refine(isJsonList, 'must be a JSON array').nullable().default(null),
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
  // When an answer never arrived, the page uses codes of its own.
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
  access: 'session',
  handle: async (request) => {
    const { from, limit } = readQuery(request.event, query)
    const page = await request.context.batches.rows(request.account.id, idOf(request), from, limit)
    return jsonReply(200, { ok: true, ...page })
  },
})

/** POST /app/batches/{id}/rows: adds or replaces rows. */
export const putSavedRows = definePageWrite({
  method: 'POST',
  path: '/app/batches/:id/rows',
  body: rowsBody,
  write: (request, { rows }) => request.context.batches.putRows(request.account.id, idOf(request), rows),
})

/** POST /app/batches/{id}/outcomes: saves the outcomes of rows, and tells how many results it had no room for. */
export const putSavedOutcomes = definePageWrite({
  method: 'POST',
  path: '/app/batches/:id/outcomes',
  body: outcomesBody,
  write: async (request, { rows }) => ({
    left_out: await request.context.batches.putOutcomes(
      request.account.id,
      idOf(request),
      rows.map(toOutcome),
    ),
  }),
})

function isJsonList(text: string): boolean {
  try {
    return Array.isArray(parseJson(text))
  } catch {
    // Not JSON: the refusal says so.
    return false
  }
}

function toOutcome({ error, ...rest }: z.output<typeof outcome>): SavedOutcome {
  // Shown by the page again; a code outside the table is the page's own.
  return { ...rest, error: error as ErrorObject | null }
}
