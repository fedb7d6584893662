import type { ErrorObject } from '../../src-shared/errors.ts'
import type { JobStatus } from '../../src-shared/jobs.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { PerKeyQuota, type Amount } from './quota/per-key-quota.ts'
import { PruneTimer } from './quota/prune-timer.ts'
import type { StoredData } from './quota/stored-data.ts'
import { all, one, run, statement, type Work } from './engine/work.ts'

const KEPT_MS = 7 * 24 * 60 * 60 * 1_000
/** The most bytes that one key's jobs may take; beyond that its oldest finished ones are deleted early. */
const MAX_JOBS_PER_KEY = 1_000
const MAX_BYTES_PER_KEY = 64 * 1024 * 1024
/** Bytes counted for each job besides its call or its envelope. */
const ROW_BYTES = 512

/** A new job. `call` is its call as JSON; `chargeId` identifies the charge, however often the job runs. */
export interface NewJob {
  readonly id: string
  readonly keyId: string
  readonly slug: string
  readonly chargeId: string
  readonly requestId: string
  readonly call: string
}

/** A job that was taken out of the queue. */
export type ClaimedJob = NewJob

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

interface Row {
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
type Ending = Pick<Row, 'status' | 'error' | 'envelope' | 'credits'> & { readonly progress: number | null }

const SHOWN = 'seq, id, slug, status, progress, error, credits, created_at, finished_at'
const ALIVE = '(finished_at IS NULL OR finished_at > :since)'
const INSERT = statement<
  Id & {
    key_id: string
    slug: string
    charge_id: string
    request_id: string
    bytes: number
    created_at: number
  }
>(
  `INSERT INTO job (id, key_id, slug, charge_id, request_id, status, bytes, created_at)
   VALUES (:id, :key_id, :slug, :charge_id, :request_id, 'queued', :bytes, :created_at)`,
)
const INSERT_CALL = statement<Id & { call: string }>(
  'INSERT INTO job_call (job_id, call) VALUES (:id, :call)',
)
const CLAIM = statement<Id, Omit<ClaimedJob, 'call'>>(
  `UPDATE job SET status = 'running', attempts = attempts + 1 WHERE id = :id AND status = 'queued'
   RETURNING id, key_id AS "keyId", slug, charge_id AS "chargeId", request_id AS "requestId"`,
)
const CALL = statement<Id, { call: string }>('SELECT call FROM job_call WHERE job_id = :id')
const DROP_CALL = statement<Id>('DELETE FROM job_call WHERE job_id = :id')
const FINISH = statement<Id & Ending & { bytes: number; finished_at: number }, { key_id: string }>(
  `UPDATE job SET status = :status, progress = coalesce(:progress, progress), error = :error,
     envelope = :envelope, bytes = :bytes,
     credits = coalesce(:credits, credits, CASE status WHEN 'queued' THEN 0 END), finished_at = :finished_at
   WHERE id = :id AND finished_at IS NULL RETURNING key_id`,
)
const DECIDE = statement<Id & { credits: number }>(
  'UPDATE job SET credits = :credits WHERE id = :id AND credits IS NULL',
)
const UNDECIDED = statement<Record<never, never>, Pick<ClaimedJob, 'id' | 'chargeId'>>(
  `SELECT id, charge_id AS "chargeId" FROM job WHERE status = 'cancelled' AND credits IS NULL`,
)
const REQUEUE = statement<Id>(`UPDATE job SET status = 'queued' WHERE id = :id AND status = 'running'`)
const FIND = statement<Id & { key_id: string; since: number }, Row>(
  `SELECT ${SHOWN}, envelope FROM job WHERE id = :id AND key_id = :key_id AND ${ALIVE}`,
)
type Wanted = { key_id: string; before: number; status: string | null; since: number; limit: number }
const LIST = statement<Wanted, Row>(listed(':status'), listed(':status::text'))
const OPEN = statement<Record<never, never>, OpenJob>(
  `SELECT id, key_id AS "keyId", slug, status, charge_id AS "chargeId", attempts FROM job
   WHERE finished_at IS NULL ORDER BY seq`,
)
const REMOVE = statement<Id & { key_id: string }>(
  'DELETE FROM job WHERE id = :id AND key_id = :key_id AND finished_at IS NOT NULL',
)
const USAGE = statement<{ key_id: string }, Amount>(
  'SELECT jobs AS rows, bytes FROM job_usage WHERE key_id = :key_id',
)
const FORGET_OLDEST = statement<{ key_id: string; except: string }>(
  `DELETE FROM job WHERE seq = (SELECT min(seq) FROM job
     WHERE key_id = :key_id AND id <> :except AND finished_at IS NOT NULL)`,
)
const PRUNE = statement<{ until: number; rows: number }>(
  `DELETE FROM job WHERE seq IN
     (SELECT seq FROM job WHERE finished_at <= :until ORDER BY finished_at LIMIT :rows)`,
)

/** The jobs of all keys. What changes one belongs into a transaction; finished ones are kept for seven days. */
export class JobStore {
  readonly #now: () => number
  readonly #quota: PerKeyQuota
  readonly #pruning: PruneTimer

  /** @param now milliseconds since 1970 */
  constructor(now: () => number, stored: StoredData) {
    this.#now = now
    const most = { rows: MAX_JOBS_PER_KEY, bytes: MAX_BYTES_PER_KEY }
    this.#quota = new PerKeyQuota(most, (keyId) => one(USAGE, { key_id: keyId }), stored)
    this.#pruning = new PruneTimer((at, rows) => run(PRUNE, { until: at - KEPT_MS, rows }))
  }

  /**
   * Puts a job into the queue.
   * @returns false when the key's waiting jobs fill its quota; then nothing is stored
   * @throws QuotaExceeded storage_full when all keys together store too much
   */
  *insert({ id, keyId, slug, chargeId, requestId, call }: NewJob): Work<boolean> {
    const now = this.#now()
    yield* this.#pruning.pruneWhenDue(now)
    const bytes = ROW_BYTES + Buffer.byteLength(call)
    if (!(yield* this.#makeRoom(keyId, id, { rows: 1, bytes }))) return false
    yield* run(INSERT, {
      ...{ id, slug, bytes },
      key_id: keyId,
      charge_id: chargeId,
      request_id: requestId,
      created_at: now,
    })
    yield* run(INSERT_CALL, { id, call })
    return true
  }

  /** Takes a job out of the queue; null when it is no longer there. */
  *claim(id: string): Work<ClaimedJob | null> {
    const job = yield* one(CLAIM, { id })
    const call = yield* this.callOf(id)
    return job && call !== null ? { ...job, call } : null
  }

  /** The stored call of a job; null for one that has ended. */
  *callOf(id: string): Work<string | null> {
    return (yield* one(CALL, { id }))?.call ?? null
  }

  /** Ends a job. @returns false when it had already ended */
  *finish(id: string, outcome: JobOutcome): Work<boolean> {
    const { status, credits } = outcome
    if (status === 'completed')
      return yield* this.#end(id, {
        status,
        progress: 100,
        error: null,
        envelope: outcome.envelope,
        credits,
      })
    const { progress, error } = outcome
    return yield* this.#end(id, { status, progress, error: JSON.stringify(error), envelope: null, credits })
  }

  /**
   * Cancels a job. One that waits costs nothing; what one that runs costs is decided by its run.
   * @returns false when it had already ended
   */
  *cancel(id: string): Work<boolean> {
    return yield* this.#end(id, {
      status: 'cancelled',
      progress: null,
      error: null,
      envelope: null,
      credits: null,
    })
  }

  /** Writes down what a job was charged, unless that is known already. */
  *decide(id: string, credits: number): Work<void> {
    yield* run(DECIDE, { id, credits })
  }

  /** The cancelled jobs of which a dead process had not written down what they were charged. */
  undecided(): Work<readonly Pick<ClaimedJob, 'id' | 'chargeId'>[]> {
    return all(UNDECIDED, {})
  }

  /** Puts a job that a dead process was running back into the queue. */
  *requeue(id: string): Work<void> {
    yield* run(REQUEUE, { id })
  }

  /** A job of this key, with its envelope. */
  *find(keyId: string, id: string): Work<JobRecord | null> {
    const row = yield* one(FIND, { id, key_id: keyId, since: this.#now() - KEPT_MS })
    return row ? toRecord(row) : null
  }

  /** Jobs of this key, newest first, older than `before` (a seq) when given. */
  *list(
    keyId: string,
    {
      limit,
      before,
      status,
    }: { readonly limit: number; readonly before?: number; readonly status?: JobStatus },
  ): Work<readonly JobRecord[]> {
    const place = { before: before ?? Number.MAX_SAFE_INTEGER, since: this.#now() - KEPT_MS }
    const rows = yield* all(LIST, { key_id: keyId, ...place, status: status ?? null, limit })
    return rows.map(toRecord)
  }

  /** Every job that is not finished, oldest first. */
  open(): Work<readonly OpenJob[]> {
    return all(OPEN, {})
  }

  /** Deletes a finished job. @returns false when there is none */
  *remove(keyId: string, id: string): Work<boolean> {
    return (yield* run(REMOVE, { id, key_id: keyId })) === 1
  }

  *#end(id: string, ending: Ending): Work<boolean> {
    const { error, envelope } = ending
    const bytes = ROW_BYTES + Buffer.byteLength(error ?? '') + Buffer.byteLength(envelope ?? '')
    const ended = yield* one(FINISH, { ...ending, id, bytes, finished_at: this.#now() })
    if (!ended) return false
    yield* run(DROP_CALL, { id })
    yield* this.#makeRoom(ended.key_id, id)
    return true
  }

  #makeRoom(keyId: string, except: string, more?: Amount): Work<boolean> {
    return this.#quota.makeRoom(keyId, () => run(FORGET_OLDEST, { key_id: keyId, except }), more)
  }
}

// PostgreSQL cannot tell the type of a parameter that it is only asked whether it is null.
function listed(status: string): string {
  return `SELECT ${SHOWN}, NULL AS envelope FROM job WHERE key_id = :key_id AND seq < :before
     AND (${status} IS NULL OR status = :status) AND ${ALIVE} ORDER BY seq DESC LIMIT :limit`
}

function toRecord(row: Row): JobRecord {
  return {
    seq: row.seq,
    id: row.id,
    slug: row.slug,
    status: row.status,
    progress: row.progress,
    // finish() wrote it from an error object.
    error: row.error === null ? null : (parseJson(row.error) as ErrorObject),
    envelope: row.envelope,
    credits: row.credits,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}
