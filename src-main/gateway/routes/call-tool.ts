import { execute } from '../../pipeline/execute.ts'
import { envelopeJson, envelopeReply } from '../calls/envelope-json.ts'
import { idempotently } from '../calls/idempotent.ts'
import { readToolCall, refuseUnknownSlug } from '../calls/read-tool-call.ts'
import { defineRoute } from '../route.ts'

/** POST /v1/{slug}: runs one tool and answers with the success envelope. */
export const callTool = defineRoute({
  method: 'POST',
  path: '/v1/:slug',
  access: 'key',
  callForm: 'call',
  precheck: refuseUnknownSlug,
  handle: async (request) => {
    const { call, body } = await readToolCall(request)
    return await idempotently(request, body, call.chargeId, async ({ chargeId, save }) => {
      let json: string | undefined
      const answer = await execute(
        {
          ...call,
          chargeId,
          withinTransaction: (charged) => {
            json = envelopeJson(charged)
            return save(envelopeReply(charged, json))
          },
        },
        request.context.services,
      )
      return envelopeReply(answer, json ?? envelopeJson(answer))
    })
  },
})
