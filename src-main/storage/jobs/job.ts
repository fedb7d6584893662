import type { ErrorObject } from '../../../src-shared/errors.ts'
import type { JobStatus } from '../../../src-shared/jobs.ts'

/** A new job. `call` is its call as JSON; `chargeId` identifies the charge, however often the job runs. */
export interface NewJob {
  readonly id: string
  readonly keyId: string
  readonly slug: string
  readonly chargeId: string
  readonly requestId: string
  readonly call: string
  /** Whether the owner is asked before it runs. */
  readonly isAsked?: boolean
}

/** A job that was taken out of the queue. */
export interface ClaimedJob extends NewJob {
  /** The gateway that took it; null where it is alone. */
  readonly owner: string | null
}

/** A job that is not finished. */
export interface OpenJob {
  readonly id: string
  readonly keyId: string
  readonly slug: string
  readonly status: 'queued' | 'running'
  readonly chargeId: string
  /** How often it has been started. */
  readonly attempts: number
}

/** A job to show. Times are milliseconds since 1970. */
export interface JobRecord {
  readonly seq: number
  readonly id: string
  readonly slug: string
  readonly status: JobStatus
  readonly progress: number
  readonly error: ErrorObject | null
  /** The envelope as JSON; null in a list. */
  readonly envelope: string | null
  /** What it was charged; null while that is not decided. */
  readonly credits: number | null
  readonly createdAt: number
  readonly finishedAt: number | null
}

/** How a job ended. */
export type JobOutcome =
  | { readonly status: 'completed'; readonly envelope: string; readonly credits: number }
  | {
      readonly status: 'failed'
      readonly error: ErrorObject
      readonly progress: number
      readonly credits: number
    }
