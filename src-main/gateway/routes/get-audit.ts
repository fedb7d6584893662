import { nothing } from '../../storage/engine/work.ts'
import { z } from 'zod'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { AUDIT_ACTIONS, auditJson } from '../../accounts/audit-row.ts'
import type { AuditFilter } from '../../accounts/audit-trail.ts'
import { exportAudit } from '../wire/audit-export.ts'
import { exportResponse } from '../reply/export-response.ts'
import { readQuery } from '../request/query.ts'
import { jsonReply, type Reply } from '../reply/reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'

const NDJSON = 'application/x-ndjson'
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString())

const query = z.object({
  from: time.optional().describe('Only rows from this time on'),
  to: time.optional().describe('Only rows up to this time'),
  actor: z.string().max(100).optional().describe('Only actions of the key with this id'),
  action: z.enum(AUDIT_ACTIONS).optional().describe('Only actions of this kind'),
  limit: z.coerce.number().int().min(1).max(500).default(50).describe('Rows a page, 1 to 500'),
  cursor: z.coerce.number().int().min(1).optional().describe('next_cursor of the previous page'),
  format: z.enum(['json', 'ndjson']).optional().describe('ndjson exports every row, oldest first'),
})

/** GET /v1/enterprise/audit: who administered the gateway and who was refused. */
export const getAudit = defineRoute({
  method: 'GET',
  path: '/v1/enterprise/audit',
  access: 'admin',
  document: {
    operationId: 'getAudit',
    tag: 'Administration',
    summary:
      'Who administered the gateway and who was refused, newest first; every row contains the hash of the previous one',
    description:
      'Accept: application/x-ndjson, or format=ndjson, exports every row, oldest first, one per line.',
    query,
    success: { status: 200, description: 'The rows', schema: { $ref: '#/components/schemas/AuditPage' } },
    errors: [400, 403],
  },
  handle: async (request) => {
    const { limit, cursor, format, ...filter } = readQuery(request.event, query)
    // Refusals that are only counted so far belong in the answer.
    await request.context.services.refusals.flush()
    // And so does what is being written.
    await request.context.services.engine.write('audit', nothing)
    const accepts = request.event.req.headers.get('accept') ?? ''
    if (format === 'ndjson' || (format === undefined && accepts.includes(NDJSON)))
      return sendAll(request, filter)
    return pageOf(request, filter, { limit, before: cursor ?? Number.MAX_SAFE_INTEGER })
  },
})

async function pageOf(
  { context: { services } }: KeyedRequest,
  filter: AuditFilter,
  { limit, before }: { readonly limit: number; readonly before: number },
): Promise<Reply> {
  const found = await services.audit.newest(filter, { before, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const next = found.length > limit ? rows.at(-1)?.seq : undefined
  const body = {
    ok: true,
    entries: rows.map((row): unknown => parseJson(auditJson(row))),
    head: await services.audit.head(),
    ...(next === undefined ? {} : { next_cursor: next }),
  }
  return jsonReply(200, body)
}

async function sendAll(
  { exchange, account, context: { services } }: KeyedRequest,
  filter: AuditFilter,
): Promise<Response> {
  const { body, outputHash } = await exportAudit(services.audit, filter)
  const { balance } = services.ledger.lastKnown(account.id)
  const facts = { contentType: NDJSON, balance, fileName: 'toolgate-audit.ndjson', outputHash } as const
  return exportResponse(exchange, facts, body)
}
