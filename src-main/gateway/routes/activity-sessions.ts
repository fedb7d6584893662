import { z } from 'zod'
import { jsonReply } from '../reply/reply.ts'
import { readQuery } from '../request/query.ts'
import { defineRoute } from '../route.ts'
import { toActivitySession } from '../wire/activity-wire.ts'

const MAX_SESSIONS = 200
/** Milliseconds since 1970. */
const query = z.object({ since: z.coerce.number().int().min(0).default(0) })

/** GET /app/activity/sessions: what each client's sessions did and cost, the latest first. */
export const listActivitySessions = defineRoute({
  method: 'GET',
  path: '/app/activity/sessions',
  access: 'admin',
  handle: async ({ event, context: { activity, services } }) => {
    const { since } = readQuery(event, query)
    const rows = activity.read().sessions(since, MAX_SESSIONS)
    return jsonReply(200, { ok: true, sessions: rows.map((row) => toActivitySession(row, services)) })
  },
})
