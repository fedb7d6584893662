import type { Envelope } from './envelope.ts'
import type { ErrorObject } from './errors.ts'

/** The states of a job: the last three are final. */
export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const

export type JobStatus = (typeof JOB_STATUSES)[number]

/** One job, as a list of jobs shows it. Times are ISO 8601 in UTC. */
export interface JobSummary {
  readonly job_id: string
  readonly slug: string
  readonly status: JobStatus
  /** 0 to 100; 100 when it completed. */
  readonly progress: number
  readonly error?: ErrorObject
  /** What it was charged; null until that is decided. */
  readonly credits_used: number | null
  readonly created_at: string
  readonly finished_at: string | null
}

/** The answer to GET /v1/jobs/{id}. */
export interface JobAnswer extends JobSummary {
  readonly ok: true
  /** The answer of the call; only for a completed job. */
  readonly envelope?: Envelope
}

/** The answer to POST /v1/async/{slug}. */
export interface JobAccepted {
  readonly ok: true
  readonly job_id: string
  readonly status: 'queued'
  /** The path of the job, to poll. */
  readonly poll: string
}

/** The answer to DELETE /v1/jobs/{id}. */
export interface JobDeletion {
  readonly ok: true
  readonly job_id: string
  /** The state that the job has now, or had when it was deleted. */
  readonly status: JobStatus
  /** `none`: it finished just before it could be cancelled, and its result is kept. */
  readonly action: 'cancelled' | 'removed' | 'none'
  /** What the job was charged; null if its run has not stopped yet. */
  readonly credits_used: number | null
}
