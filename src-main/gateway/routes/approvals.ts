import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { decisionFields, toApprovalWire } from '../wire/approval-fields.ts'

/** GET /v1/enterprise/approvals: the calls that wait for the owner, oldest first. */
export const listApprovals = defineRoute({
  method: 'GET',
  path: '/v1/enterprise/approvals',
  access: 'admin',
  document: {
    operationId: 'listApprovals',
    tag: 'Administration',
    summary: 'The calls that wait for approval, oldest first',
    description:
      'The rules of a key say which of its calls wait. GET /v1/stream/usage?keys=all tells when their number changes. ' +
      'Only the owner may see them.',
    success: {
      status: 200,
      description: 'The calls',
      schema: { $ref: '#/components/schemas/ApprovalList' },
    },
    errors: [403],
  },
  handle: (request) => {
    assertOwner(request)
    const calls = request.context.services.approvals.list()
    return jsonReply(200, { ok: true, approvals: calls.map(toApprovalWire) })
  },
})

/** POST /v1/enterprise/approvals/{id}: approves or refuses a call that waits. */
export const decideApproval = defineRoute({
  method: 'POST',
  path: '/v1/enterprise/approvals/:id',
  access: 'admin',
  document: {
    operationId: 'decideApproval',
    tag: 'Administration',
    summary: 'Approves or refuses a call that waits for approval',
    description:
      'Only the owner may decide. A call that was decided, timed out or was withdrawn is not found.',
    parameters: [
      {
        name: 'id',
        in: 'path',
        description: 'The approval_id of the call',
        required: true,
        schema: { type: 'string' },
      },
    ],
    body: { $ref: '#/components/schemas/ApprovalRequest' },
    success: {
      status: 200,
      description: 'What was decided',
      schema: { $ref: '#/components/schemas/ApprovalAnswer' },
    },
    errors: [400, 403, 404],
  },
  handle: async (request) => {
    assertOwner(request)
    const { approvals, audit } = request.context.services
    const { decision } = await readBody(request.event, decisionFields)
    const isApproved = decision === 'approve'
    const action = isApproved ? 'call.approved' : 'call.refused'
    const call = await approvals.decide(idOf(request), isApproved, async ({ account, slug, requestId }) => {
      const detail = { slug, request_id: requestId }
      await audit.record(toAuditEvent(request, { action, target: account.id, detail }))
    })
    return jsonReply(200, { ok: true, decision, approval: toApprovalWire(call) })
  },
})
