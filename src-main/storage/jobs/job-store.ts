import type { ErrorObject } from '../../../src-shared/errors.ts'
import type { JobStatus } from '../../../src-shared/jobs.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { PerKeyQuota, type Amount } from '../quota/per-key-quota.ts'
import { PruneTimer } from '../quota/prune-timer.ts'
import type { StoredData } from '../quota/stored-data.ts'
import { all, one, run, type Work } from '../engine/work.ts'
import type { NewJob, ClaimedJob, OpenJob, JobRecord, JobOutcome } from './job.ts'
import * as table from './job-table.ts'
import type { Ending, JobRow } from './job-table.ts'

const KEPT_MS = 7 * 24 * 60 * 60 * 1_000
/** The most bytes that one key's jobs may take; beyond that its oldest finished ones are deleted early. */
const MAX_JOBS_PER_KEY = 1_000
const MAX_BYTES_PER_KEY = 64 * 1024 * 1024
/** Bytes counted for each job besides its call or its envelope. */
const ROW_BYTES = 512

/** The jobs of all keys. What changes one belongs into a transaction; finished ones are kept for seven days. */
export class JobStore {
  readonly #now: () => number
  readonly #gateway: (() => string) | null
  readonly #quota: PerKeyQuota
  readonly #pruning: PruneTimer

  /**
   * @param now milliseconds since 1970
   * @param gateway the id of this gateway now, where others share its database; null where it is alone
   */
  constructor(now: () => number, stored: StoredData, gateway: (() => string) | null = null) {
    this.#now = now
    this.#gateway = gateway
    const most = { rows: MAX_JOBS_PER_KEY, bytes: MAX_BYTES_PER_KEY }
    this.#quota = new PerKeyQuota(most, (keyId) => one(table.USAGE, { key_id: keyId }), stored)
    this.#pruning = new PruneTimer((at, rows) => run(table.PRUNE, { until: at - KEPT_MS, rows }))
  }

  /**
   * Puts a job into the queue.
   * @returns false when the key's waiting jobs fill its quota; then nothing is stored
   * @throws QuotaExceeded storage_full when all keys together store too much
   */
  *insert({ id, keyId, slug, chargeId, requestId, call, isAsked = false }: NewJob): Work<boolean> {
    const now = this.#now()
    yield* this.#pruning.pruneWhenDue(now)
    const bytes = ROW_BYTES + Buffer.byteLength(call)
    if (!(yield* this.#makeRoom(keyId, id, { rows: 1, bytes }))) return false
    yield* run(table.INSERT, {
      ...{ id, slug, bytes },
      key_id: keyId,
      charge_id: chargeId,
      request_id: requestId,
      created_at: now,
      gateway: this.#own,
      asked: Number(isAsked),
    })
    yield* run(table.INSERT_CALL, { id, call })
    return true
  }

  /** Takes a job out of the queue; null when it is no longer there. */
  *claim(id: string): Work<ClaimedJob | null> {
    const owner = this.#gateway?.() ?? null
    const job = yield* one(table.CLAIM, { id, gateway: owner ?? '' })
    const call = yield* this.callOf(id)
    return job && call !== null ? { ...job, call, owner } : null
  }

  /** The stored call of a job; null for one that has ended. */
  *callOf(id: string): Work<string | null> {
    return (yield* one(table.CALL, { id }))?.call ?? null
  }

  /**
   * Ends a job.
   * @param owner of the run that ends, which is in vain once another gateway has taken the job; null for anybody
   * @returns false when it had already ended, or is no longer that of its owner
   */
  *finish(id: string, outcome: JobOutcome, owner: string | null = null): Work<boolean> {
    const { status, credits } = outcome
    if (status === 'completed') {
      const { envelope } = outcome
      return yield* this.#end(id, { status, progress: 100, error: null, envelope, credits }, owner)
    }
    const { progress, error } = outcome
    const ending = { status, progress, error: JSON.stringify(error), envelope: null, credits }
    return yield* this.#end(id, ending, owner)
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

  /** Writes down what a job was charged, unless that is known already. @param owner as with `finish` */
  *decide(id: string, credits: number, owner: string | null = null): Work<void> {
    yield* run(table.DECIDE, { id, credits, owner })
  }

  /** The cancelled jobs of which a dead process had not written down what they were charged. */
  undecided(): Work<readonly Pick<ClaimedJob, 'id' | 'chargeId'>[]> {
    return all(table.UNDECIDED, {})
  }

  /** Puts a job that a dead process was running back into the queue. */
  *requeue(id: string): Work<void> {
    yield* run(table.REQUEUE, { id })
  }

  /** A job of this key, with its envelope. */
  *find(keyId: string, id: string): Work<JobRecord | null> {
    const row = yield* one(table.FIND, { id, key_id: keyId, since: this.#now() - KEPT_MS })
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
    const rows = yield* all(table.LIST, { key_id: keyId, ...place, status: status ?? null, limit })
    return rows.map(toRecord)
  }

  /** Every job that is not finished, oldest first. */
  open(): Work<readonly OpenJob[]> {
    return all(table.OPEN, {})
  }

  /** Deletes a finished job. @returns false when there is none */
  *remove(keyId: string, id: string): Work<boolean> {
    return (yield* run(table.REMOVE, { id, key_id: keyId })) === 1
  }

  *#end(id: string, ending: Ending, owner: string | null = null): Work<boolean> {
    const { error, envelope } = ending
    const bytes = ROW_BYTES + Buffer.byteLength(error ?? '') + Buffer.byteLength(envelope ?? '')
    const ended = yield* one(table.FINISH, { ...ending, id, bytes, owner, finished_at: this.#now() })
    if (!ended) return false
    yield* run(table.DROP_CALL, { id })
    yield* this.#makeRoom(ended.key_id, id)
    return true
  }

  /** Whether other gateways take jobs from the same queue. */
  get isShared(): boolean {
    return this.#gateway !== null
  }

  get #own(): string {
    return this.#gateway?.() ?? ''
  }

  #makeRoom(keyId: string, except: string, more?: Amount): Work<boolean> {
    return this.#quota.makeRoom(keyId, () => run(table.FORGET_OLDEST, { key_id: keyId, except }), more)
  }
}

function toRecord(row: JobRow): JobRecord {
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
