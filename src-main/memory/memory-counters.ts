import { InvalidInput, type CounterState, type MemoryCounters } from '../tool-kit/tool-context.ts'
import { PerKeyQuota } from '../storage/quota/per-key-quota.ts'
import { QuotaExceeded } from '../storage/quota/quota-exceeded.ts'
import type { StoredData } from '../storage/quota/stored-data.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { one, run, statement, type Work } from '../storage/engine/work.ts'
import { spaceOf } from './memory-space.ts'

const MAX_PER_KEY = 10_000
interface CounterRow {
  readonly value: number
  readonly updated_at: number
  readonly expires_at: number | null
}

type Place = { readonly key_id: string; readonly name: string }

const SELECT = statement<Place & { now: number }, CounterRow>(
  `SELECT value, updated_at, expires_at FROM memory_counter
   WHERE key_id = :key_id AND name = :name AND (expires_at IS NULL OR expires_at > :now)`,
)
const UPSERT = statement<
  Place & { value: number; bytes: number; updated_at: number; expires_at: number | null }
>(
  `INSERT INTO memory_counter (key_id, name, value, bytes, updated_at, expires_at)
   VALUES (:key_id, :name, :value, :bytes, :updated_at, :expires_at)
   ON CONFLICT (key_id, name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
     expires_at = excluded.expires_at`,
)
const PRUNE_KEY = statement<{ key_id: string; now: number }>(
  'DELETE FROM memory_counter WHERE key_id = :key_id AND expires_at <= :now',
)
const PRUNE_ALL = statement<{ now: number; rows: number }>(
  `DELETE FROM memory_counter WHERE (key_id, name) IN
     (SELECT key_id, name FROM memory_counter WHERE expires_at <= :now LIMIT :rows)`,
)

/** Counters of whole numbers. A key has access only to its own. */
export class CounterStore {
  readonly #engine: Engine
  readonly #now: () => number
  readonly #quota: PerKeyQuota

  /** @param now milliseconds since 1970 */
  constructor(engine: Engine, now: () => number, stored: StoredData) {
    this.#engine = engine
    this.#now = now
    this.#quota = new PerKeyQuota({ rows: MAX_PER_KEY }, spaceOf('counter'), stored)
  }

  /** The counters that a call with this key sees. */
  forKey(keyId: string): MemoryCounters {
    return {
      add: (change) => this.#engine.commit(keyId, () => this.#add(keyId, change)),
      get: async (name) => {
        const place = { key_id: keyId, name, now: this.#now() }
        return toState(await this.#engine.read(() => one(SELECT, place)))
      },
    }
  }

  /** Deletes at most this many expired counters. */
  *prune(rows: number): Work<void> {
    yield* run(PRUNE_ALL, { now: this.#now(), rows })
  }

  *#add(keyId: string, { name, by, ttlSeconds }: Parameters<MemoryCounters['add']>[0]): Work<CounterState> {
    const now = this.#now()
    const place = { key_id: keyId, name }
    const before = yield* one(SELECT, { ...place, now })
    const value = (before?.value ?? 0) + by
    if (!Number.isSafeInteger(value))
      throw new InvalidInput(
        'by',
        'The counter would exceed the numbers that JSON represents exactly (2^53); use a smaller step',
      )
    if (!before) yield* this.#makeRoom(keyId, name, now)
    const end = ttlSeconds === undefined ? null : now + ttlSeconds * 1_000
    const row = { value, updated_at: now, expires_at: before ? before.expires_at : end }
    yield* run(UPSERT, { ...place, ...row, bytes: Buffer.byteLength(name) })
    return toState(row)
  }

  *#makeRoom(keyId: string, name: string, now: number): Work<void> {
    const more = { rows: 1, bytes: Buffer.byteLength(name) }
    const prune = () => run(PRUNE_KEY, { key_id: keyId, now })
    if (yield* this.#quota.makeRoom(keyId, prune, more)) return
    throw new QuotaExceeded(
      'validation_error',
      `This key has ${MAX_PER_KEY} counters, which is the maximum. Reuse them, or give new ones a time to live.`,
    )
  }
}

function toState(row: CounterRow): CounterState
function toState(row: CounterRow | undefined): CounterState | null
function toState(row: CounterRow | undefined): CounterState | null {
  if (!row) return null
  return {
    value: row.value,
    updated_at: new Date(row.updated_at).toISOString(),
    expires_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  }
}
