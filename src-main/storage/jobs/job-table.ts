import type { JobStatus } from '../../../src-shared/jobs.ts'
import { statement } from '../engine/work.ts'
import type { ClaimedJob, OpenJob } from './job.ts'
import type { Amount } from '../quota/per-key-quota.ts'

/** A job as it is stored. */
export interface JobRow {
  readonly seq: number
  readonly id: string
  readonly slug: string
  readonly status: JobStatus
  readonly progress: number
  readonly error: string | null
  readonly envelope: string | null
  readonly credits: number | null
  readonly created_at: number
  readonly finished_at: number | null
}

type Id = { readonly id: string }
/** What the end of a job writes. */
export type Ending = Pick<JobRow, 'status' | 'error' | 'envelope' | 'credits'> & {
  readonly progress: number | null
}

/** Where several gateways share the table: the gateway at which a job waits or runs is not known any more. */
export const NOBODYS = 'NOT EXISTS (SELECT 1 FROM gateway g WHERE g.id = job.gateway)'
/** A run is in vain once its gateway was taken for dead, also while nobody has taken its job yet. */
const OF_OWNER = `AND (:owner::text IS NULL
  OR (gateway = :owner AND EXISTS (SELECT 1 FROM gateway g WHERE g.id = :owner)))`
const DECIDED = 'UPDATE job SET credits = :credits WHERE id = :id AND credits IS NULL'
const UNDECIDED_JOBS = `SELECT id, charge_id AS "chargeId" FROM job WHERE status = 'cancelled' AND credits IS NULL`
const SHOWN = 'seq, id, slug, status, progress, error, credits, created_at, finished_at'
const ALIVE = '(finished_at IS NULL OR finished_at > :since)'
/** Writes a job that waits, at the gateway that was asked for it. */
export const INSERT = statement<
  Id & {
    key_id: string
    slug: string
    charge_id: string
    request_id: string
    bytes: number
    created_at: number
    gateway: string
    asked: number
  }
>(
  `INSERT INTO job (id, key_id, slug, charge_id, request_id, status, bytes, created_at)
   VALUES (:id, :key_id, :slug, :charge_id, :request_id, 'queued', :bytes, :created_at)`,
  `INSERT INTO job (id, key_id, slug, charge_id, request_id, status, bytes, created_at, gateway, is_asked)
   VALUES (:id, :key_id, :slug, :charge_id, :request_id, 'queued', :bytes, :created_at, :gateway, :asked = 1)`,
)
/** Writes the call of a job. */
export const INSERT_CALL = statement<Id & { call: string }>(
  'INSERT INTO job_call (job_id, call) VALUES (:id, :call)',
)
/** Takes a job that waits at this gateway. */
export const CLAIM = statement<Id & { gateway: string }, Omit<ClaimedJob, 'call' | 'owner'>>(
  claimed(''),
  claimed('AND gateway = :gateway'),
)
/** The call of a job that has not ended. */
export const CALL = statement<Id, { call: string }>('SELECT call FROM job_call WHERE job_id = :id')
/** Forgets the call of a job. */
export const DROP_CALL = statement<Id>('DELETE FROM job_call WHERE job_id = :id')
/** Ends a job; as its run, only while it is still that of a gateway. */
export const FINISH = statement<
  Id & Ending & { bytes: number; finished_at: number; owner: string | null },
  { key_id: string }
>(finished(''), finished(OF_OWNER))
/** Writes down the cost of a job, as its run or as whoever comes after it. */
export const DECIDE = statement<Id & { credits: number; owner: string | null }>(
  DECIDED,
  `${DECIDED} ${OF_OWNER}`,
)
/** Cancelled jobs that nobody runs, and whose cost is not written down. */
export const UNDECIDED = statement<Record<never, never>, Pick<ClaimedJob, 'id' | 'chargeId'>>(
  UNDECIDED_JOBS,
  `${UNDECIDED_JOBS} AND ${NOBODYS}`,
)
/** Puts a job back. */
export const REQUEUE = statement<Id>(
  `UPDATE job SET status = 'queued' WHERE id = :id AND status = 'running'`,
)
/** A job of a key. */
export const FIND = statement<Id & { key_id: string; since: number }, JobRow>(
  `SELECT ${SHOWN}, envelope FROM job WHERE id = :id AND key_id = :key_id AND ${ALIVE}`,
)
type Wanted = { key_id: string; before: number; status: string | null; since: number; limit: number }
/** Jobs of a key. */
export const LIST = statement<Wanted, JobRow>(listed(':status'), listed(':status::text'))
/** Jobs that have not ended. */
export const OPEN = statement<Record<never, never>, OpenJob>(
  `SELECT id, key_id AS "keyId", slug, status, charge_id AS "chargeId", attempts FROM job
   WHERE finished_at IS NULL ORDER BY seq`,
)
/** Removes a job that has ended. */
export const REMOVE = statement<Id & { key_id: string }>(
  'DELETE FROM job WHERE id = :id AND key_id = :key_id AND finished_at IS NOT NULL',
)
/** What the jobs of a key take. */
export const USAGE = statement<{ key_id: string }, Amount>(
  'SELECT jobs AS rows, bytes FROM job_usage WHERE key_id = :key_id',
)
/** Removes the oldest job of a key that has ended. */
export const FORGET_OLDEST = statement<{ key_id: string; except: string }>(
  `DELETE FROM job WHERE seq = (SELECT min(seq) FROM job
     WHERE key_id = :key_id AND id <> :except AND finished_at IS NOT NULL)`,
)
/** Removes some of those that were kept long enough. */
export const PRUNE = statement<{ until: number; rows: number }>(
  `DELETE FROM job WHERE seq IN
     (SELECT seq FROM job WHERE finished_at <= :until ORDER BY finished_at LIMIT :rows)`,
)

function claimed(where: string): string {
  return `UPDATE job SET status = 'running', attempts = attempts + 1 WHERE id = :id AND status = 'queued' ${where}
   RETURNING id, key_id AS "keyId", slug, charge_id AS "chargeId", request_id AS "requestId"`
}

function finished(where: string): string {
  return `UPDATE job SET status = :status, progress = coalesce(:progress, progress), error = :error,
     envelope = :envelope, bytes = :bytes,
     credits = coalesce(:credits, credits, CASE status WHEN 'queued' THEN 0 END), finished_at = :finished_at
   WHERE id = :id AND finished_at IS NULL ${where} RETURNING key_id`
}

// PostgreSQL cannot tell the type of a parameter that it is only asked whether it is null.
function listed(status: string): string {
  return `SELECT ${SHOWN}, NULL AS envelope FROM job WHERE key_id = :key_id AND seq < :before
     AND (${status} IS NULL OR status = :status) AND ${ALIVE} ORDER BY seq DESC LIMIT :limit`
}
