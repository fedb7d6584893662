import { ERROR_STATUS, GatewayError } from '../../src-shared/errors.ts'
import type { Engine } from './engine/engine.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { PerKeyQuota, type Amount } from './quota/per-key-quota.ts'
import { PruneTimer } from './quota/prune-timer.ts'
import type { StoredData } from './quota/stored-data.ts'
import { one, run, statement, type Work } from './engine/work.ts'

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

type Identity = { readonly key_id: string; readonly path: string; readonly idem_key: string }

type Begun = {
  readonly fingerprint: string
  readonly charge_id: string
  readonly body: string | null
  readonly bytes: number
  readonly created_at: number
}

const WHERE = 'key_id = :key_id AND path = :path AND idem_key = :idem_key'
const SELECT = statement<Identity, Row>(
  `SELECT fingerprint, charge_id, status, headers, body, created_at FROM idempotency WHERE ${WHERE}`,
)
const REMOVE_ANY = statement<Identity>(`DELETE FROM idempotency WHERE ${WHERE}`)
const INSERT = statement<Identity & Begun>(
  `INSERT INTO idempotency (key_id, path, idem_key, fingerprint, charge_id, body, bytes, created_at)
   VALUES (:key_id, :path, :idem_key, :fingerprint, :charge_id, :body, :bytes, :created_at)`,
)
const FINISH = statement<Identity & { status: number; headers: string; body: string; bytes: number }>(
  `UPDATE idempotency SET status = :status, headers = :headers, body = :body, bytes = :bytes
   WHERE ${WHERE} AND status IS NULL`,
)
const REMOVE = statement<Identity>(`DELETE FROM idempotency WHERE ${WHERE} AND status IS NULL`)
const USAGE = statement<{ key_id: string }, Amount>(
  'SELECT 0 AS rows, bytes FROM idempotency_usage WHERE key_id = :key_id',
)
const FORGET_OLDEST = statement<{ key_id: string }>(
  `DELETE FROM idempotency WHERE seq =
     (SELECT min(seq) FROM idempotency WHERE key_id = :key_id AND status IS NOT NULL)`,
)
const PRUNE = statement<{ until: number; rows: number }>(
  `DELETE FROM idempotency WHERE seq IN
     (SELECT seq FROM idempotency WHERE created_at <= :until ORDER BY created_at LIMIT :rows)`,
)

/**
 * Remembers requests with an Idempotency-Key for 24 hours, so that a repetition neither runs nor costs anything.
 */
export class IdempotencyStore {
  readonly #engine: Engine
  readonly #stored: StoredData
  /**
   * Fingerprints of the requests running in this process. A running row without one was left by a dead
   * process.
   */
  readonly #running = new Map<string, string>()
  readonly #quota: PerKeyQuota
  readonly #pruning: PruneTimer

  constructor(engine: Engine, stored: StoredData) {
    this.#engine = engine
    this.#stored = stored
    const usageOf = (keyId: string) => one(USAGE, { key_id: keyId })
    this.#quota = new PerKeyQuota({ bytes: MAX_BYTES_PER_KEY }, usageOf, stored)
    this.#pruning = new PruneTimer((now, rows) => run(PRUNE, { until: now - KEPT_MS, rows }))
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
    const found = await this.#engine.read(() => one(SELECT, identity))
    const row = found && found.created_at > now - KEPT_MS ? found : undefined
    // From here to the place in #running nothing is awaited, so of equal requests one alone gets it.
    const name = nameOf(identity)
    const running = this.#running.get(name)

    const known = running ?? row?.fingerprint
    if (known !== undefined && known !== fingerprint) return { state: 'mismatch' }
    if (running !== undefined) return { state: 'in_progress' }
    if (row && row.status !== null && row.status !== CUT) {
      // Its charge may have been committed just now; no answer is sent before it is on disk.
      await this.#engine.durable()
      return { state: 'replay', ...toAnswer(row, row.status) }
    }

    const chargeId = row?.charge_id ?? request.chargeId
    // Kept while the rest runs: if the process dies, the next repetition begins with it too.
    const part = row?.body ?? null
    const bytes = ROW_BYTES + Buffer.byteLength(part ?? '')
    this.#running.set(name, fingerprint)
    const begun = { fingerprint, charge_id: chargeId, body: part, bytes, created_at: now }
    await this.#engine.write(
      keyId,
      () => this.#begin(identity, begun),
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

  *#begin(identity: Identity, begun: Begun): Work<void> {
    yield* this.#pruning.pruneWhenDue(begun.created_at)
    yield* this.#stored.refuseFull(identity.key_id, ROW_BYTES)
    yield* run(REMOVE_ANY, identity)
    yield* run(INSERT, { ...identity, ...begun })
  }

  /** Stores the answer; must run inside the transaction that settles the charge. */
  *finish(request: IdempotencyId & StoredAnswer): Work<void> {
    const { status, headers, body } = request
    const identity = toIdentity(request)
    const headersJson = JSON.stringify(headers)
    const bytes = ROW_BYTES + Buffer.byteLength(headersJson) + Buffer.byteLength(body)
    const changed = yield* run(FINISH, { ...identity, status, headers: headersJson, body, bytes })
    if (changed !== 1) throw new Error('An idempotent request was finished that is not running')
    // If the transaction fails, the row is again one that nobody runs, and a repetition takes it over.
    this.#running.delete(nameOf(identity))
    yield* this.#quota.makeRoom(request.keyId, () => run(FORGET_OLDEST, { key_id: request.keyId }))
  }

  /**
   * Stores what a request had finished when its caller left; a repetition goes on from there. Must run inside a
   * transaction.
   */
  *keepPart(request: IdempotencyId, part: string): Work<void> {
    yield* this.finish({ ...request, status: CUT, headers: {}, body: part })
  }

  /**
   * Ends a request. Without a stored answer a repetition takes it over under its charge id, as after a crash.
   */
  leave(request: IdempotencyId): void {
    this.#running.delete(nameOf(toIdentity(request)))
  }

  /** Deletes a failed request, so that it can be sent again with the same key. */
  async abandon(request: IdempotencyId): Promise<void> {
    const identity = toIdentity(request)
    // Until the row is gone it still runs: a repetition would take over its charge id, and pay nothing.
    await this.#engine.write(
      request.keyId,
      () => run(REMOVE, identity),
      () => this.#running.delete(nameOf(identity)),
    )
  }
}

function toIdentity({ keyId, path, idemKey }: IdempotencyId): Identity {
  return { key_id: keyId, path, idem_key: idemKey }
}

function nameOf({ key_id, path, idem_key }: Identity): string {
  return JSON.stringify([key_id, path, idem_key])
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
