import type { Database, Statement } from 'better-sqlite3'
import { GatewayError } from '../../src-shared/errors.ts'
import type { MemoryRecord, SessionMemory } from '../tools/tool-context.ts'
import { toCallerError } from './storage-error.ts'

const MAX_ENTRIES_PER_KEY = 10_000
const MAX_BYTES_PER_KEY = 64 * 1024 * 1024
const PRUNE_EVERY_MS = 60_000
const PRUNE_ROWS = 1_000

type MemoryEntry = Parameters<SessionMemory['set']>[0]

interface Row {
  readonly value: string
  readonly tags: string
  readonly bytes: number
  readonly created_at: number
  readonly updated_at: number
  readonly expires_at: number | null
}

interface Usage {
  readonly entries: number
  readonly bytes: number
}

/** The session memory of all keys. A key reaches its own entries only, within a quota. */
export class SessionMemoryStore {
  readonly #now: () => number
  readonly #select: Statement<[string, string, string], Row>
  readonly #usage: Statement<[string], Usage>
  readonly #upsert: Statement<(string | number | null)[]>
  readonly #pruneAll: Statement<[number, number]>
  readonly #pruneKey: Statement<[string, number]>
  #nextPrune = 0

  /** @param now milliseconds since 1970 */
  constructor(db: Database, now: () => number) {
    this.#now = now
    this.#select = db.prepare(
      `SELECT value, tags, bytes, created_at, updated_at, expires_at FROM memory
       WHERE key_id = ? AND namespace = ? AND key = ?`,
    )
    this.#usage = db.prepare('SELECT entries, bytes FROM memory_usage WHERE key_id = ?')
    this.#upsert = db.prepare(
      `INSERT INTO memory (key_id, namespace, key, value, tags, bytes, created_at, updated_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (key_id, namespace, key) DO UPDATE SET value = excluded.value, tags = excluded.tags,
         bytes = excluded.bytes, created_at = excluded.created_at, updated_at = excluded.updated_at,
         expires_at = excluded.expires_at`,
    )
    this.#pruneAll = db.prepare('DELETE FROM memory WHERE expires_at <= ? LIMIT ?')
    this.#pruneKey = db.prepare('DELETE FROM memory WHERE key_id = ? AND expires_at <= ?')
  }

  /** The memory that a call with this key sees. */
  forKey(keyId: string): SessionMemory {
    return {
      set: (entry) => this.put(keyId, entry),
      get: (namespace, key) => this.#get(keyId, namespace, key),
    }
  }

  /**
   * Writes one entry, inside the current transaction when there is one.
   * @throws GatewayError validation_error when the key's quota is used up, storage_full when the disk is
   */
  put(keyId: string, entry: MemoryEntry): MemoryRecord {
    try {
      return this.#put(keyId, entry)
    } catch (error) {
      throw toCallerError(error)
    }
  }

  /** Deletes expired entries; a bounded number, so that a call never waits for it. */
  prune(): void {
    this.#pruneAll.run(this.#now(), PRUNE_ROWS)
  }

  #put(keyId: string, { namespace, key, value, tags = [], ttlSeconds }: MemoryEntry): MemoryRecord {
    const now = this.#now()
    if (now >= this.#nextPrune) {
      this.prune()
      this.#nextPrune = now + PRUNE_EVERY_MS
    }
    const json = JSON.stringify(value)
    if (json === undefined) throw new TypeError('A memory value must be JSON')
    const tagsJson = JSON.stringify(tags)
    const bytes = Buffer.byteLength(namespace + key + json + tagsJson)

    const before = this.#select.get(keyId, namespace, key)
    if (!this.#fits(keyId, bytes, before)) {
      this.#pruneKey.run(keyId, now)
      const left = this.#select.get(keyId, namespace, key)
      if (!this.#fits(keyId, bytes, left)) throw quotaError()
    }
    const row: Row = {
      value: json,
      tags: tagsJson,
      bytes,
      created_at: before && isAlive(before, now) ? before.created_at : now,
      updated_at: now,
      expires_at: ttlSeconds === undefined ? null : now + ttlSeconds * 1_000,
    }
    this.#upsert.run(
      keyId,
      namespace,
      key,
      json,
      tagsJson,
      bytes,
      row.created_at,
      row.updated_at,
      row.expires_at,
    )
    return toRecord(namespace, key, row)
  }

  #get(keyId: string, namespace: string, key: string): MemoryRecord | null {
    const row = this.#select.get(keyId, namespace, key)
    return row && isAlive(row, this.#now()) ? toRecord(namespace, key, row) : null
  }

  #fits(keyId: string, bytes: number, replaced: Row | undefined): boolean {
    const usage = this.#usage.get(keyId) ?? { entries: 0, bytes: 0 }
    const entries = usage.entries + (replaced ? 0 : 1)
    return (
      entries <= MAX_ENTRIES_PER_KEY && usage.bytes - (replaced?.bytes ?? 0) + bytes <= MAX_BYTES_PER_KEY
    )
  }
}

function isAlive(row: Row, now: number): boolean {
  return row.expires_at === null || row.expires_at > now
}

function toRecord(namespace: string, key: string, row: Row): MemoryRecord {
  return {
    namespace,
    key,
    value: JSON.parse(row.value),
    // Written by this file from a list of strings.
    tags: JSON.parse(row.tags) as readonly string[],
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    expires_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  }
}

function quotaError(): GatewayError {
  return new GatewayError(
    'validation_error',
    `The session memory of this key is full (at most ${MAX_ENTRIES_PER_KEY} entries and 64 MiB ` +
      'together). Overwrite entries that are no longer needed with shorter values, or store new ones ' +
      'with a time to live.',
  )
}
