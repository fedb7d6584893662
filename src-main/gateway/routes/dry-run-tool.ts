import { dryRun } from '../../pipeline/dry-run.ts'
import { readJsonBody } from '../read-body.ts'
import { refuseUnknownSlug, slugOf } from '../read-tool-call.ts'
import { jsonReply } from '../reply.ts'
import { defineRoute } from '../route.ts'

/** POST /v1/dry-run/{slug}: says what a call would cost and whether its input is right; charges nothing. */
export const dryRunTool = defineRoute({
  method: 'POST',
  path: '/v1/dry-run/:slug',
  access: 'key',
  precheck: refuseUnknownSlug,
  document: {
    operationId: 'dryRun',
    tag: 'Calls',
    summary: 'What a call would cost and whether its input is right; nothing is charged',
    parameters: [
      {
        name: 'slug',
        in: 'path',
        required: true,
        description: 'The name of a tool',
        schema: { type: 'string' },
      },
    ],
    body: {
      type: 'object',
      description: 'The same body as POST /v1/{slug} takes',
      additionalProperties: true,
    },
    success: {
      status: 200,
      description: 'The preview',
      schema: { $ref: '#/components/schemas/DryRun' },
    },
    errors: [400, 404],
  },
  handle: async ({ event, account, context }) => {
    const { value } = await readJsonBody(event)
    const preview = dryRun(slugOf(event), value, account, context.services)
    return jsonReply(200, preview, { balance: context.services.ledger.balanceOf(account.id).balance })
  },
})
