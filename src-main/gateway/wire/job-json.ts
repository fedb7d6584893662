import type { Envelope } from '../../../src-shared/envelope.ts'
import { JOB_STATUSES, type JobAnswer, type JobSummary } from '../../../src-shared/jobs.ts'
import type { JobRecord } from '../../storage/jobs/job.ts'
import type { ParameterDocument } from '../openapi/operation-document.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** A job as a list shows it. */
export function toJobSummary(job: JobRecord): JobSummary {
  return {
    job_id: job.id,
    slug: job.slug,
    status: job.status,
    progress: job.progress,
    ...(job.error ? { error: job.error } : {}),
    credits_used: job.credits,
    created_at: new Date(job.createdAt).toISOString(),
    finished_at: job.finishedAt === null ? null : new Date(job.finishedAt).toISOString(),
  }
}

/** A job with the answer of its call. */
export function toJobAnswer(job: JobRecord): JobAnswer {
  if (job.envelope === null) return { ok: true, ...toJobSummary(job) }
  // Stored as envelopeJson wrote it.
  return { ok: true, ...toJobSummary(job), envelope: parseJson(job.envelope) as Envelope }
}

const TIME = { type: 'string', format: 'date-time' }

/** The members of a job, for the OpenAPI text of the routes that return one. */
export const JOB_PROPERTIES = {
  job_id: { type: 'string' },
  slug: { type: 'string' },
  status: { type: 'string', enum: JOB_STATUSES },
  progress: { type: 'integer', minimum: 0, maximum: 100 },
  error: { type: 'object', description: 'Why it failed', additionalProperties: true },
  credits_used: {
    type: 'integer',
    minimum: 0,
    nullable: true,
    description:
      'What the job was charged; null until that is decided. A job that was cancelled or ran out of time is charged ' +
      'if a model had begun to answer or, when it was cancelled, a request had been sent by then; 0 means that it ' +
      'was not charged.',
  },
  created_at: TIME,
  finished_at: { ...TIME, nullable: true },
} as const

export const JOB_REQUIRED = [
  'job_id',
  'slug',
  'status',
  'progress',
  'credits_used',
  'created_at',
  'finished_at',
] as const

/** The job in a path. */
export const JOB_PARAMETER: ParameterDocument = {
  name: 'id',
  in: 'path',
  description: 'The job_id of a job of this key',
  required: true,
  schema: { type: 'string' },
}
