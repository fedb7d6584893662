import type { Database, Statement } from 'better-sqlite3'
import type { ErrorObject } from '../../src-shared/errors.ts'
import type { JobStatus } from '../../src-shared/jobs.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { PerKeyQuota, type Amount } from './quota/per-key-quota.ts'
import { PruneTimer } from './quota/prune-timer.ts'
import type { StoredData } from './quota/stored-data.ts'

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

/** The jobs of all keys. What changes one belongs into a transaction; finished ones are kept for seven days. */
export class JobStore {
  readonly #now: () => number
  readonly #insert: Statement<(string | number)[]>
  readonly #insertCall: Statement<[string, string]>
  readonly #claim: Statement<[string], Omit<ClaimedJob, 'call'>>
  readonly #call: Statement<[string], string>
  readonly #dropCall: Statement<[string]>
  readonly #finish: Statement<(string | number | null)[], string>
  readonly #decide: Statement<[number, string]>
  readonly #undecided: Statement<[], Pick<ClaimedJob, 'id' | 'chargeId'>>
  readonly #requeue: Statement<[string]>
  readonly #find: Statement<[string, string, number], Row>
  readonly #list: Statement<
    [{ keyId: string; before: number; status: string | null; since: number; limit: number }],
    Row
  >
  readonly #open: Statement<[], OpenJob>
  readonly #remove: Statement<[string, string]>
  readonly #quota: PerKeyQuota
  readonly #forgetOldest: Statement<[string, string]>
  readonly #pruning: PruneTimer

  /** @param now milliseconds since 1970 */
  constructor(db: Database, now: () => number, stored: StoredData) {
    this.#now = now
    const shown = 'seq, id, slug, status, progress, error, credits, created_at, finished_at'
    const alive = '(finished_at IS NULL OR finished_at > '
    this.#insert = db.prepare(
      `INSERT INTO job (id, key_id, slug, charge_id, request_id, status, bytes, created_at)
       VALUES (?, ?, ?, ?, ?, 'queued', ?, ?)`,
    )
    this.#insertCall = db.prepare('INSERT INTO job_call (job_id, call) VALUES (?, ?)')
    this.#claim = db.prepare(
      `UPDATE job SET status = 'running', attempts = attempts + 1 WHERE id = ? AND status = 'queued'
       RETURNING id, key_id AS keyId, slug, charge_id AS chargeId, request_id AS requestId`,
    )
    this.#call = db.prepare<[string], string>('SELECT call FROM job_call WHERE job_id = ?').pluck()
    this.#dropCall = db.prepare('DELETE FROM job_call WHERE job_id = ?')
    this.#finish = db
      .prepare<(string | number | null)[], string>(
        `UPDATE job SET status = ?, progress = coalesce(?, progress), error = ?, envelope = ?, bytes = ?,
           credits = coalesce(?, credits, CASE status WHEN 'queued' THEN 0 END), finished_at = ? WHERE id = ? AND finished_at IS NULL RETURNING key_id`,
      )
      .pluck()
    this.#decide = db.prepare('UPDATE job SET credits = ? WHERE id = ? AND credits IS NULL')
    this.#undecided = db.prepare(
      `SELECT id, charge_id AS chargeId FROM job WHERE status = 'cancelled' AND credits IS NULL`,
    )
    this.#requeue = db.prepare(`UPDATE job SET status = 'queued' WHERE id = ? AND status = 'running'`)
    this.#find = db.prepare(`SELECT ${shown}, envelope FROM job WHERE id = ? AND key_id = ? AND ${alive}?)`)
    this.#list = db.prepare(
      `SELECT ${shown}, NULL AS envelope FROM job WHERE key_id = @keyId AND seq < @before
         AND (@status IS NULL OR status = @status) AND ${alive}@since) ORDER BY seq DESC LIMIT @limit`,
    )
    this.#open = db.prepare(
      `SELECT id, key_id AS keyId, slug, status, charge_id AS chargeId, attempts FROM job WHERE finished_at IS NULL ORDER BY seq`,
    )
    this.#remove = db.prepare('DELETE FROM job WHERE id = ? AND key_id = ? AND finished_at IS NOT NULL')
    const usage = db.prepare<[string], Amount>('SELECT jobs AS rows, bytes FROM job_usage WHERE key_id = ?')
    const most = { rows: MAX_JOBS_PER_KEY, bytes: MAX_BYTES_PER_KEY }
    this.#quota = new PerKeyQuota(most, (keyId) => usage.get(keyId), stored)
    this.#forgetOldest = db.prepare(
      'DELETE FROM job WHERE key_id = ? AND id <> ? AND finished_at IS NOT NULL ORDER BY seq LIMIT 1',
    )
    const prune = db.prepare<[number, number]>('DELETE FROM job WHERE finished_at <= ? LIMIT ?')
    this.#pruning = new PruneTimer((at, rows) => prune.run(at - KEPT_MS, rows))
  }

  /**
   * Puts a job into the queue.
   * @returns false when the key's waiting jobs fill its quota; then nothing is stored
   * @throws QuotaExceeded storage_full when all keys together store too much
   */
  insert({ id, keyId, slug, chargeId, requestId, call }: NewJob): boolean {
    const now = this.#now()
    this.#pruning.pruneWhenDue(now)
    const bytes = ROW_BYTES + Buffer.byteLength(call)
    if (!this.#makeRoom(keyId, id, { rows: 1, bytes })) return false
    this.#insert.run(id, keyId, slug, chargeId, requestId, bytes, now)
    this.#insertCall.run(id, call)
    return true
  }

  /** Takes a job out of the queue; null when it is no longer there. */
  claim(id: string): ClaimedJob | null {
    const job = this.#claim.get(id)
    const call = this.#call.get(id)
    return job && call !== undefined ? { ...job, call } : null
  }

  /** The stored call of a job; null for one that has ended. */
  callOf(id: string): string | null {
    return this.#call.get(id) ?? null
  }

  /** Ends a job. @returns false when it had already ended */
  finish(id: string, outcome: JobOutcome): boolean {
    const { status, credits } = outcome
    if (status === 'completed')
      return this.#end(id, { status, progress: 100, error: null, envelope: outcome.envelope, credits })
    const { progress, error } = outcome
    return this.#end(id, { status, progress, error: JSON.stringify(error), envelope: null, credits })
  }

  /**
   * Cancels a job. One that waits costs nothing; what one that runs costs is decided by its run.
   * @returns false when it had already ended
   */
  cancel(id: string): boolean {
    return this.#end(id, {
      status: 'cancelled',
      progress: null,
      error: null,
      envelope: null,
      credits: null,
    })
  }

  /** Writes down what a job was charged, unless that is known already. */
  decide(id: string, credits: number): void {
    this.#decide.run(credits, id)
  }

  /** The cancelled jobs of which a dead process had not written down what they were charged. */
  undecided(): readonly Pick<ClaimedJob, 'id' | 'chargeId'>[] {
    return this.#undecided.all()
  }

  /** Puts a job that a dead process was running back into the queue. */
  requeue(id: string): void {
    this.#requeue.run(id)
  }

  /** A job of this key, with its envelope. */
  find(keyId: string, id: string): JobRecord | null {
    const row = this.#find.get(id, keyId, this.#now() - KEPT_MS)
    return row ? toRecord(row) : null
  }

  /** Jobs of this key, newest first, older than `before` (a seq) when given. */
  list(
    keyId: string,
    {
      limit,
      before,
      status,
    }: { readonly limit: number; readonly before?: number; readonly status?: JobStatus },
  ): readonly JobRecord[] {
    const place = { before: before ?? Number.MAX_SAFE_INTEGER, since: this.#now() - KEPT_MS }
    return this.#list.all({ keyId, ...place, status: status ?? null, limit }).map(toRecord)
  }

  /** Every job that is not finished, oldest first. */
  open(): readonly OpenJob[] {
    return this.#open.all()
  }

  /** Deletes a finished job. @returns false when there is none */
  remove(keyId: string, id: string): boolean {
    return this.#remove.run(id, keyId).changes === 1
  }

  #end(
    id: string,
    {
      status,
      progress,
      error,
      envelope,
      credits,
    }: Pick<Row, 'status' | 'error' | 'envelope' | 'credits'> & { readonly progress: number | null },
  ): boolean {
    const bytes = ROW_BYTES + Buffer.byteLength(error ?? '') + Buffer.byteLength(envelope ?? '')
    const keyId = this.#finish.get(status, progress, error, envelope, bytes, credits, this.#now(), id)
    if (keyId === undefined) return false
    this.#dropCall.run(id)
    this.#makeRoom(keyId, id)
    return true
  }

  #makeRoom(keyId: string, except: string, more?: Amount): boolean {
    return this.#quota.makeRoom(keyId, () => this.#forgetOldest.run(keyId, except).changes, more)
  }
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
