import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { ActivityPage } from '../../../src-shared/activity.ts'
import { activityNdjson, toActivityDetail, toActivityEntry, toErrorGroup } from '../wire/activity-wire.ts'
import { readQuery } from '../request/query.ts'
import { jsonReply, type Reply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'
import { listActivitySessions } from './activity-sessions.ts'
import { clearActivity, removeActivity } from './forget-activity.ts'

const MAX_ERROR_GROUPS = 100

const filters = {
  slug: z.string().max(100).optional(),
  key_id: z.string().max(100).optional(),
  ok: z.stringbool().optional(),
  code: z.string().max(100).optional(),
  /** Only calls that ended then or later, in milliseconds since 1970. */
  since: z.coerce.number().int().min(0).optional(),
  /** Only calls that ended before then. */
  until: z.coerce.number().int().min(0).optional(),
  client: z.string().max(20).optional(),
  agent: z.string().max(200).optional(),
  session: z.string().max(200).optional(),
}
const query = z.object({
  ...filters,
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().min(1).optional(),
  /** Only calls after this one, for a list that has all the others. */
  after: z.coerce.number().int().min(0).optional(),
  q: z.string().trim().max(200).optional(),
})
const exportQuery = z.object(filters)

/** GET /app/activity: finished calls of every client, newest first. */
const listActivity = defineRoute({
  method: 'GET',
  path: '/app/activity',
  access: 'admin',
  handle: async (request) => {
    const {
      limit,
      cursor: before = Number.MAX_SAFE_INTEGER,
      q,
      ...filter
    } = readQuery(request.event, query)
    const { activity, services } = request.context
    const store = activity.read()
    const place = { before, limit: limit + 1 }
    const found = q ? await store.search({ ...filter, q }, place) : store.page(filter, place)
    const rows = found.slice(0, limit)
    const next = found.length > limit ? rows.at(-1)?.seq : undefined
    const page: ActivityPage = {
      mode: services.settings.get().activity,
      entries: rows.map((row) => toActivityEntry(row, services)),
      missed: activity.missed,
      ...(next === undefined ? {} : { next_cursor: next }),
    }
    return ok(page)
  },
})

/** GET /app/activity/errors: failures by tool and code, the latest first. */
const listActivityErrors = defineRoute({
  method: 'GET',
  path: '/app/activity/errors',
  access: 'admin',
  handle: async (request) => {
    const store = request.context.activity.read()
    return ok({ groups: store.errors(MAX_ERROR_GROUPS).map(toErrorGroup) })
  },
})

/** GET /app/activity/export: every call in the record, or those of a filter, oldest first, one line of JSON each. */
const exportActivity = defineRoute({
  method: 'GET',
  path: '/app/activity/export',
  access: 'admin',
  handle: async ({ event, exchange, account, context }) => {
    const { balance } = context.services.ledger.lastKnown(account.id)
    return await activityNdjson(exchange, balance, readQuery(event, exportQuery), context)
  },
})

/** GET /app/activity/{id}: one call with its bodies, by its place in the record or by its request id. */
const getActivity = defineRoute({
  method: 'GET',
  path: '/app/activity/:id',
  access: 'admin',
  handle: async (request) => {
    const id = idOf(request)
    const { activity, services } = request.context
    const store = activity.read()
    const row = store.find(/^\d{1,15}$/.test(id) ? Number(id) : id)
    if (!row)
      throw new GatewayError('not_found', 'This call is not in the record; it may have been cleared.')
    return ok({ call: toActivityDetail(row, services) })
  },
})

/** The routes of the record of calls. */
export const ACTIVITY_ROUTES = [
  listActivity,
  listActivitySessions,
  listActivityErrors,
  exportActivity,
  getActivity,
  removeActivity,
  clearActivity,
]

function ok(body: object): Reply {
  return jsonReply(200, { ok: true, ...body })
}
