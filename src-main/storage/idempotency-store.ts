import { GatewayError } from '../../src-shared/errors.ts'
import type { Engine } from './engine/engine.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { PerKeyQuota } from './quota/per-key-quota.ts'
import { PruneTimer } from './quota/prune-timer.ts'
import type { StoredData } from './quota/stored-data.ts'
import { one, run, type Work } from './engine/work.ts'
import * as table from './idempotency-table.ts'
import { CUT, type Begun, type Identity, type IdempotencyRow, type Own } from './idempotency-table.ts'

const KEPT_MS = 24 * 60 * 60 * 1_000
const MAX_KEY_CHARS = 255
/** The most bytes that one key's remembered requests may take; beyond that its oldest answers are deleted early. */
const MAX_BYTES_PER_KEY = 64 * 1024 * 1024
/** How often it is looked at what other gateways have made of a request, before it is taken for one that runs. */
const MOST_ATTEMPTS = 5
/** Bytes counted for each row besides its body, so that many small ones are limited too. */
const ROW_BYTES = 512

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

/** A request as it is sent. `fingerprint` identifies the body; `chargeId` is used when the request is new. */
type NewRequest = IdempotencyId & {
  readonly fingerprint: string
  readonly chargeId: string
  readonly now: number
}

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
  readonly #gateway: (() => string) | null
  readonly #quota: PerKeyQuota
  readonly #pruning: PruneTimer

  /** @param gateway the id of this gateway now, where others share its database; null where it is alone */
  constructor(engine: Engine, stored: StoredData, gateway: (() => string) | null = null) {
    this.#engine = engine
    this.#gateway = gateway
    this.#stored = stored
    const usageOf = (keyId: string) => one(table.USAGE, { key_id: keyId })
    this.#quota = new PerKeyQuota({ bytes: MAX_BYTES_PER_KEY }, usageOf, stored)
    this.#pruning = new PruneTimer((now, rows) => run(table.PRUNE, { until: now - KEPT_MS, rows }))
  }

  /**
   * Looks up a request and, when it is new, records it durably before it may run. A request that a dead process left
   * unfinished is new again under its first charge id, so that an earlier charge is recognised.
   * @throws GatewayError validation_error for a key that is empty or too long; storage_full, before the request can
   *   run, when all keys together store too much
   */
  async begin(request: NewRequest): Promise<BeginResult> {
    refuseBadKey(request.idemKey)
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const begun = await this.#tryToBegin(request)
      if (begun) return begun
    }
    return { state: 'in_progress' }
  }

  /** @returns null when something else has become of the request meanwhile */
  async #tryToBegin(request: NewRequest): Promise<BeginResult | null> {
    const { keyId, fingerprint, now } = request
    const identity = toIdentity(request)
    const found = await this.#engine.read(() => one(table.SELECT, { ...identity, ...this.#own }))
    const row = found && found.created_at > now - KEPT_MS ? found : undefined
    // From here to the place in #running nothing is awaited, so of equal requests one alone gets it.
    const name = nameOf(identity)
    const running = this.#running.get(name)

    const known = running ?? row?.fingerprint
    if (known !== undefined && known !== fingerprint) return { state: 'mismatch' }
    if (running !== undefined || row?.runs) return { state: 'in_progress' }
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
    const begun = {
      fingerprint,
      charge_id: chargeId,
      body: part,
      bytes,
      created_at: now,
    }
    const hasBegun = await this.#engine.write(
      keyId,
      () => this.#begin(identity, begun, row !== undefined),
      (committed) => {
        if (!committed) this.#running.delete(name)
      },
    )
    if (!hasBegun) {
      this.#running.delete(name)
      return null
    }
    const wasLeft = row !== undefined && row.status === null && part === null
    return {
      state: 'new',
      chargeId,
      ...(part === null ? {} : { part }),
      ...(wasLeft ? { wasLeft } : {}),
    }
  }

  /** @param isAgain whether it goes on under the charge id of a row @returns false when that is gone, or taken */
  *#begin(identity: Identity, begun: Begun, isAgain: boolean): Work<boolean> {
    const now = begun.created_at
    yield* this.#pruning.pruneWhenDue(now)
    yield* this.#stored.refuseFull(identity.key_id, ROW_BYTES)
    const removed = yield* run(table.REMOVE_ENDED, {
      ...identity,
      ...this.#own,
      until: now - KEPT_MS,
    })
    if (isAgain && removed === 0) return false
    return (yield* run(table.INSERT, { ...identity, ...begun, ...this.#own })) === 1
  }

  /** Stores the answer; must run inside the transaction that settles the charge. */
  *finish(request: IdempotencyId & StoredAnswer): Work<void> {
    const { status, headers, body } = request
    const identity = toIdentity(request)
    const headersJson = JSON.stringify(headers)
    const bytes = ROW_BYTES + Buffer.byteLength(headersJson) + Buffer.byteLength(body)
    const ended = { status, headers: headersJson, body, bytes }
    const changed = yield* run(table.FINISH, {
      ...identity,
      ...this.#own,
      ...ended,
    })
    if (changed !== 1) throw notRunning(this.#gateway !== null)
    // If the transaction fails, the row is again one that nobody runs, and a repetition takes it over.
    this.#running.delete(nameOf(identity))
    yield* this.#quota.makeRoom(request.keyId, () => run(table.FORGET_OLDEST, { key_id: request.keyId }))
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
  async leave(request: IdempotencyId): Promise<void> {
    const identity = toIdentity(request)
    // Other gateways would take it for one that runs here. If the server is away, they do until this gateway ends.
    if (this.#gateway)
      await this.#engine
        .write(request.keyId, () => run(table.LEAVE, { ...identity, ...this.#own }))
        .catch(() => undefined)
    this.#running.delete(nameOf(identity))
  }

  /** Deletes a failed request, so that it can be sent again with the same key. */
  async abandon(request: IdempotencyId): Promise<void> {
    const identity = toIdentity(request)
    // Until the row is gone it still runs: a repetition would take over its charge id, and pay nothing.
    await this.#engine.write(
      request.keyId,
      () => run(table.REMOVE, { ...identity, ...this.#own }),
      () => this.#running.delete(nameOf(identity)),
    )
  }

  get #own(): Own {
    return { gateway: this.#gateway?.() ?? '' }
  }
}

// A gateway that was taken for dead: by now another one may run the request.
function notRunning(isShared: boolean): Error {
  if (!isShared) return new Error('An idempotent request was finished that is not running')
  return new GatewayError(
    'idempotency_in_progress',
    'Another gateway has taken this request over, because it could not reach this one. Nothing is charged here. ' +
      'Repeat it in a second to get its answer.',
    { retry_after: 1 },
  )
}

function toIdentity({ keyId, path, idemKey }: IdempotencyId): Identity {
  return { key_id: keyId, path, idem_key: idemKey }
}

function nameOf({ key_id, path, idem_key }: Identity): string {
  return JSON.stringify([key_id, path, idem_key])
}

function toAnswer(row: IdempotencyRow, status: number): StoredAnswer {
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
