import { z } from 'zod'
import { JOB_STATUSES } from '../../../src-shared/jobs.ts'
import { JOB_PROPERTIES, JOB_REQUIRED, toJobSummary } from '../wire/job-json.ts'
import { readQuery } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

const query = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50).describe('Jobs a page, 1 to 500'),
  cursor: z.coerce.number().int().min(1).optional().describe('next_cursor of the previous page'),
  status: z.enum(JOB_STATUSES).optional().describe('Only jobs in this state'),
})

/** GET /v1/jobs: the key's jobs, newest first. */
export const listJobs = defineRoute({
  method: 'GET',
  path: '/v1/jobs',
  access: 'key',
  document: {
    operationId: 'listJobs',
    tag: 'Calls',
    summary: 'The jobs of the key, newest first',
    query,
    success: {
      status: 200,
      description: 'The jobs, without their answers',
      schema: {
        type: 'object',
        required: ['ok', 'jobs'],
        properties: {
          ok: { type: 'boolean', enum: [true] },
          jobs: {
            type: 'array',
            items: { type: 'object', required: JOB_REQUIRED, properties: JOB_PROPERTIES },
          },
          next_cursor: {
            type: 'integer',
            description: 'Send it as cursor for the next page; absent on the last',
          },
        },
      },
    },
    errors: [400],
  },
  handle: async ({ event, account, context }) => {
    const { limit, cursor, status } = readQuery(event, query)
    const page = await context.jobs.list(account.id, {
      limit: limit + 1,
      ...(cursor ? { before: cursor } : {}),
      ...(status ? { status } : {}),
    })
    const jobs = page.slice(0, limit)
    const next = page.length > limit ? jobs.at(-1)?.seq : undefined
    const body = { ok: true, jobs: jobs.map(toJobSummary), ...(next ? { next_cursor: next } : {}) }
    return jsonReply(200, body)
  },
})
