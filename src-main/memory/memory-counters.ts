import type { Database, Statement } from 'better-sqlite3'
import { InvalidInput, type CounterState, type MemoryCounters } from '../tool-kit/tool-context.ts'
import { PerKeyQuota } from '../storage/quota/per-key-quota.ts'
import { QuotaExceeded } from '../storage/quota/quota-exceeded.ts'
import type { StoredData } from '../storage/quota/stored-data.ts'
import { runWork } from '../storage/sqlite/run-work.ts'
import { run, statement } from '../storage/engine/work.ts'
import { spaceOf } from './memory-space.ts'
import { writing } from '../storage/storage-error.ts'

const MAX_PER_KEY = 10_000
const PRUNE_KEY = statement<{ key_id: string; now: number }>(
  'DELETE FROM memory_counter WHERE key_id = :key_id AND expires_at <= :now',
)

interface CounterRow {
  readonly value: number
  readonly updated_at: number
  readonly expires_at: number | null
}

/** Counters of whole numbers. A key has access only to its own. */
export class CounterStore {
  readonly #db: Database
  readonly #now: () => number
  readonly #select: Statement<[string, string, number], CounterRow>
  readonly #upsert: Statement<(string | number | null)[]>
  readonly #quota: PerKeyQuota
  readonly #pruneAll: Statement<[number, number]>

  /** @param now milliseconds since 1970 */
  constructor(db: Database, now: () => number, stored: StoredData) {
    this.#db = db
    this.#now = now
    this.#select = db.prepare(
      `SELECT value, updated_at, expires_at FROM memory_counter
       WHERE key_id = ? AND name = ? AND (expires_at IS NULL OR expires_at > ?)`,
    )
    this.#upsert = db.prepare(
      `INSERT INTO memory_counter (key_id, name, value, bytes, updated_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (key_id, name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
         expires_at = excluded.expires_at`,
    )
    this.#quota = new PerKeyQuota({ rows: MAX_PER_KEY }, spaceOf('counter'), stored)
    this.#pruneAll = db.prepare('DELETE FROM memory_counter WHERE expires_at <= ? LIMIT ?')
  }

  /** The counters that a call with this key sees. */
  forKey(keyId: string): MemoryCounters {
    return {
      add: (change) => this.#add(keyId, change),
      get: (name) => toState(this.#select.get(keyId, name, this.#now())),
    }
  }

  /** Deletes at most this many expired counters. */
  prune(rows: number): void {
    this.#pruneAll.run(this.#now(), rows)
  }

  // Reading and writing happen in one turn of the event loop, and no other process writes, so nothing comes in between.
  #add(keyId: string, { name, by, ttlSeconds }: Parameters<MemoryCounters['add']>[0]): CounterState {
    const now = this.#now()
    const before = this.#select.get(keyId, name, now)
    const value = (before?.value ?? 0) + by
    if (!Number.isSafeInteger(value))
      throw new InvalidInput(
        'by',
        'The counter would exceed the numbers that JSON represents exactly (2^53); use a smaller step',
      )
    if (!before) this.#makeRoom(keyId, name, now)
    const end = ttlSeconds === undefined ? null : now + ttlSeconds * 1_000
    const row = { value, updated_at: now, expires_at: before ? before.expires_at : end }
    writing(() => this.#upsert.run(keyId, name, value, Buffer.byteLength(name), now, row.expires_at))
    return toState(row)
  }

  #makeRoom(keyId: string, name: string, now: number): void {
    const more = { rows: 1, bytes: Buffer.byteLength(name) }
    const prune = () => run(PRUNE_KEY, { key_id: keyId, now })
    if (runWork(this.#db, this.#quota.makeRoom(keyId, prune, more))) return
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
