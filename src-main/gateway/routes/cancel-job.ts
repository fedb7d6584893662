import { JOB_PARAMETER, JOB_PROPERTIES } from '../wire/job-json.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'

/** DELETE /v1/jobs/{id}: cancels a waiting or running job, deletes a finished one. */
export const cancelJob = defineRoute({
  method: 'DELETE',
  path: '/v1/jobs/:id',
  access: 'key',
  document: {
    operationId: 'cancelJob',
    tag: 'Calls',
    summary: 'Cancels a waiting or running job; deletes a finished one',
    description:
      'A cancelled job costs nothing unless it had made something happen outside: a model had begun to answer, or a ' +
      'request had been sent. The answer says what was done, and what the job was charged.',
    parameters: [JOB_PARAMETER],
    success: {
      status: 200,
      description: 'What was done',
      schema: {
        type: 'object',
        required: ['ok', 'job_id', 'status', 'action', 'credits_used'],
        properties: {
          ok: { type: 'boolean', enum: [true] },
          job_id: JOB_PROPERTIES.job_id,
          status: JOB_PROPERTIES.status,
          credits_used: JOB_PROPERTIES.credits_used,
          action: {
            type: 'string',
            enum: ['cancelled', 'removed', 'none'],
            description: 'none: the job finished just before it could be cancelled, and its result is kept',
          },
        },
      },
    },
    errors: [404, 507],
  },
  handle: async (request) => {
    const deletion = await request.context.jobs.delete(request.account.id, idOf(request))
    return jsonReply(200, deletion)
  },
})
