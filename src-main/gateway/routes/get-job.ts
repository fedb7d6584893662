import { JOB_PARAMETER, JOB_PROPERTIES, JOB_REQUIRED, toJobAnswer } from '../wire/job-json.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'

/** GET /v1/jobs/{id}: the state of a job, and its answer. */
export const getJob = defineRoute({
  method: 'GET',
  path: '/v1/jobs/:id',
  access: 'key',
  document: {
    operationId: 'getJob',
    tag: 'Calls',
    summary: 'The state of a job, and its answer',
    parameters: [JOB_PARAMETER],
    success: {
      status: 200,
      description: 'The job; results are kept for seven days',
      schema: {
        type: 'object',
        required: ['ok', ...JOB_REQUIRED],
        properties: {
          ok: { type: 'boolean', enum: [true] },
          ...JOB_PROPERTIES,
          envelope: {
            type: 'object',
            description: 'The answer of the call, once the job is completed',
            additionalProperties: true,
          },
        },
      },
    },
    errors: [404],
  },
  handle: async (request) => {
    const job = await request.context.jobs.find(request.account.id, idOf(request))
    // Its result may have been charged just now; no paid answer is sent before its charge is on disk.
    await request.context.services.engine.durable()
    return jsonReply(200, toJobAnswer(job))
  },
})
