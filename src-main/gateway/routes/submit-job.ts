import { idempotently } from '../calls/idempotent.ts'
import { CALL_BODY, SLUG_PARAMETER } from '../openapi/operation-document.ts'
import { recordRefusedCall } from '../calls/refused-call.ts'
import { originOf, readToolCall, refuseUnknownSlug } from '../calls/read-tool-call.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

/** POST /v1/async/{slug}: accepts a call as a job and answers before it has run. */
export const submitJob = defineRoute({
  method: 'POST',
  path: '/v1/async/:slug',
  access: 'key',
  callForm: 'job',
  precheck: refuseUnknownSlug,
  document: {
    operationId: 'submitJob',
    tag: 'Calls',
    summary: 'Runs a tool as a job; answers before the result exists',
    description:
      'Input, scope and credits are checked now; the credits are charged when the job has run. Jobs survive a ' +
      'restart of the gateway.',
    parameters: [SLUG_PARAMETER],
    body: CALL_BODY,
    success: {
      status: 202,
      description: 'The job is waiting to run',
      headers: ['Location'],
      schema: {
        type: 'object',
        required: ['ok', 'job_id', 'status', 'poll'],
        properties: {
          ok: { type: 'boolean', enum: [true] },
          job_id: { type: 'string' },
          status: { type: 'string', enum: ['queued'] },
          poll: { type: 'string', description: 'The path of the job, to poll; also in Location' },
        },
      },
    },
    idempotent: true,
    errors: [400, 402, 403, 404, 503],
  },
  handle: async (request) => {
    const { call, body } = await readToolCall(request)
    const { jobs, services } = request.context
    return await idempotently(request, body, call.chargeId, async ({ chargeId, save }) => {
      const { balance } = services.ledger.lastKnown(call.account.id)
      const toReply = (accepted: { readonly poll: string }) =>
        jsonReply(202, accepted, { balance, headers: [['location', accepted.poll]] })
      const origin = originOf(request.event, 'job')
      const job = { ...call, origin, chargeId }
      const accepted = jobs.submit(job, (taken) => save(toReply(taken)))
      // A job that was not accepted never reaches the pipeline, which would record it.
      void accepted.catch((error: unknown) => recordRefusedCall(error, request, { form: 'job' }))
      return toReply(await accepted)
    })
  },
})
