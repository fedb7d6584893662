import { dryRun } from '../../pipeline/dry-run.ts'
import { CALL_BODY, SLUG_PARAMETER } from '../openapi/operation-document.ts'
import { readJsonBody } from '../request/read-body.ts'
import { callerOf, refuseUnknownSlug, slugOf } from '../calls/read-tool-call.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

/** POST /v1/dry-run/{slug}: previews the cost of a call and validates its input; charges nothing. */
export const dryRunTool = defineRoute({
  method: 'POST',
  path: '/v1/dry-run/:slug',
  access: 'key',
  precheck: refuseUnknownSlug,
  document: {
    operationId: 'dryRun',
    tag: 'Calls',
    summary: 'Previews the cost of a call and validates its input; charges nothing',
    parameters: [SLUG_PARAMETER],
    body: CALL_BODY,
    success: {
      status: 200,
      description: 'The preview',
      schema: { $ref: '#/components/schemas/DryRun' },
    },
    errors: [400, 404],
  },
  handle: async ({ event, exchange, account, context }) => {
    const { value } = await readJsonBody(event)
    const from = {
      account,
      requestId: exchange.requestId,
      address: exchange.address,
      caller: callerOf(event),
    }
    const preview = await dryRun(slugOf(event), value, from, context.services)
    return jsonReply(200, preview)
  },
})
