import type { Database, Statement } from 'better-sqlite3'
import { ERROR_STATUS, GatewayError } from '../../src-shared/errors.ts'
import type { GroupCommit } from './group-commit.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { PerKeyQuota, type Amount } from './quota/per-key-quota.ts'
import { PruneTimer } from './quota/prune-timer.ts'
import type { StoredData } from './quota/stored-data.ts'

const KEPT_MS = 24 * 60 * 60 * 1_000
const MAX_KEY_CHARS = 255
/** The most bytes that one key's remembered requests may take; beyond that its oldest answers are deleted early. */
const MAX_BYTES_PER_KEY = 64 * 1024 * 1024
/** Bytes counted for each row besides its body, so that many small ones are limited too. */
const ROW_BYTES = 512
/** The status of a request that its caller left; its body is what had ended by then. */
const CUT = ERROR_STATUS.caller_left

/** The identity of a request: its key, its path and its Idempotency-Key header. */
export interface IdempotencyId {
  readonly keyId: string
  readonly path: string
  readonly idemKey: string
}

/** An answer as it is sent again. */
export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type BeginResult =
  | {
      readonly state: 'new'
      readonly chargeId: string
      /** The part that an earlier attempt had finished when its caller left. */
      readonly part?: string
      /** Present when an earlier attempt ended with its process, and nobody knows how far it came. */
      readonly wasLeft?: true
    }
  | ({ readonly state: 'replay' } & StoredAnswer)
  | { readonly state: 'mismatch' }
  | { readonly state: 'in_progress' }

interface Row {
  readonly fingerprint: string
  readonly charge_id: string
  readonly status: number | null
  readonly headers: string | null
  readonly body: string | null
  readonly created_at: number
}

type Identity = [keyId: string, path: string, idemKey: string]

/**
 * Remembers requests with an Idempotency-Key for 24 hours, so that a repetition neither runs nor costs anything.
 */
export class IdempotencyStore {
  readonly #commits: GroupCommit
  readonly #stored: StoredData
  /**
   * Fingerprints of the requests running in this process. A running row without one was left by a dead
   * process.
   */
  readonly #running = new Map<string, string>()
  readonly #select: Statement<Identity, Row>
  readonly #insert: Statement<[...Identity, string, string, string | null, number, number]>
  readonly #finish: Statement<[number, string, string, number, ...Identity]>
  readonly #remove: Statement<Identity>
  readonly #quota: PerKeyQuota
  readonly #forgetOldest: Statement<[string]>
  readonly #pruning: PruneTimer

  constructor(db: Database, commits: GroupCommit, stored: StoredData) {
    this.#commits = commits
    this.#stored = stored
    const where = 'key_id = ? AND path = ? AND idem_key = ?'
    this.#select = db.prepare(
      `SELECT fingerprint, charge_id, status, headers, body, created_at FROM idempotency WHERE ${where}`,
    )
    this.#insert = db.prepare(
      `INSERT OR REPLACE INTO idempotency
         (key_id, path, idem_key, fingerprint, charge_id, body, bytes, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#finish = db.prepare(
      `UPDATE idempotency SET status = ?, headers = ?, body = ?, bytes = ?
       WHERE ${where} AND status IS NULL`,
    )
    this.#remove = db.prepare(`DELETE FROM idempotency WHERE ${where} AND status IS NULL`)
    const usage = db.prepare<[string], Amount>(
      'SELECT 0 AS rows, bytes FROM idempotency_usage WHERE key_id = ?',
    )
    this.#quota = new PerKeyQuota({ bytes: MAX_BYTES_PER_KEY }, (keyId) => usage.get(keyId), stored)
    this.#forgetOldest = db.prepare(
      'DELETE FROM idempotency WHERE key_id = ? AND status IS NOT NULL ORDER BY seq LIMIT 1',
    )
    const prune = db.prepare<[number, number]>('DELETE FROM idempotency WHERE created_at <= ? LIMIT ?')
    this.#pruning = new PruneTimer((now, rows) => prune.run(now - KEPT_MS, rows))
  }

  /**
   * Looks up a request and, when it is new, records it durably before it may run. A request that a dead process left
   * unfinished is new again under its first charge id, so that an earlier charge is recognised.
   * @param request `fingerprint` identifies the body; `chargeId` is used when the request is new
   * @throws GatewayError validation_error for a key that is empty or too long; storage_full, before the request can
   *   run, when all keys together store too much
   */
  async begin(
    request: IdempotencyId & {
      readonly fingerprint: string
      readonly chargeId: string
      readonly now: number
    },
  ): Promise<BeginResult> {
    refuseBadKey(request.idemKey)
    const { keyId, fingerprint, now } = request
    const identity = toIdentity(request)
    const found = this.#select.get(...identity)
    const row = found && found.created_at > now - KEPT_MS ? found : undefined
    const name = JSON.stringify(identity)
    const running = this.#running.get(name)

    const known = running ?? row?.fingerprint
    if (known !== undefined && known !== fingerprint) return { state: 'mismatch' }
    if (running !== undefined) return { state: 'in_progress' }
    if (row && row.status !== null && row.status !== CUT) {
      // Its charge may have been committed just now; no answer is sent before it is on disk.
      await this.#commits.durable()
      return { state: 'replay', ...toAnswer(row, row.status) }
    }

    const chargeId = row?.charge_id ?? request.chargeId
    // Kept while the rest runs: if the process dies, the next repetition begins with it too.
    const part = row?.body ?? null
    const bytes = ROW_BYTES + Buffer.byteLength(part ?? '')
    this.#running.set(name, fingerprint)
    await this.#commits.enqueue(
      () => {
        this.#pruning.pruneWhenDue(now)
        this.#stored.refuseFull(keyId, ROW_BYTES)
        this.#insert.run(...identity, fingerprint, chargeId, part, bytes, now)
      },
      (committed) => {
        if (!committed) this.#running.delete(name)
      },
    )
    const wasLeft = row !== undefined && row.status === null && part === null
    return {
      state: 'new',
      chargeId,
      ...(part === null ? {} : { part }),
      ...(wasLeft ? { wasLeft } : {}),
    }
  }

  /** Stores the answer; must run inside the transaction that settles the charge. */
  finish(request: IdempotencyId & StoredAnswer): void {
    const { status, headers, body } = request
    const identity = toIdentity(request)
    const headersJson = JSON.stringify(headers)
    const bytes = ROW_BYTES + Buffer.byteLength(headersJson) + Buffer.byteLength(body)
    const { changes } = this.#finish.run(status, headersJson, body, bytes, ...identity)
    if (changes !== 1) throw new Error('An idempotent request was finished that is not running')
    // If the transaction fails, the row is again one that nobody runs, and a repetition takes it over.
    this.#running.delete(JSON.stringify(identity))
    this.#quota.makeRoom(request.keyId, () => this.#forgetOldest.run(request.keyId).changes)
  }

  /**
   * Stores what a request had finished when its caller left; a repetition goes on from there. Must run inside a
   * transaction.
   */
  keepPart(request: IdempotencyId, part: string): void {
    this.finish({ ...request, status: CUT, headers: {}, body: part })
  }

  /**
   * Ends a request. Without a stored answer a repetition takes it over under its charge id, as after a crash.
   */
  leave(request: IdempotencyId): void {
    this.#running.delete(JSON.stringify(toIdentity(request)))
  }

  /** Deletes a failed request, so that it can be sent again with the same key. */
  async abandon(request: IdempotencyId): Promise<void> {
    const identity = toIdentity(request)
    // Until the row is gone it still runs: a repetition would take over its charge id, and pay nothing.
    await this.#commits.enqueue(
      () => this.#remove.run(...identity),
      () => this.#running.delete(JSON.stringify(identity)),
    )
  }
}

function toIdentity({ keyId, path, idemKey }: IdempotencyId): Identity {
  return [keyId, path, idemKey]
}

function toAnswer(row: Row, status: number): StoredAnswer {
  // finish() wrote it from a record of strings.
  const headers = parseJson(row.headers ?? '{}') as Record<string, string>
  return { status, headers, body: row.body ?? '' }
}

function refuseBadKey(idemKey: string): void {
  if (idemKey.length > 0 && idemKey.length <= MAX_KEY_CHARS) return
  throw new GatewayError(
    'validation_error',
    `Idempotency-Key must have 1 to ${MAX_KEY_CHARS} characters; use a UUID, for example.`,
  )
}
