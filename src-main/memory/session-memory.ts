import { counted } from '../../src-shared/counted.ts'
import type { Database, Statement } from 'better-sqlite3'
import type {
  MemoryListed,
  MemoryPage,
  MemoryRecord,
  RestoredEntry,
  SessionMemory,
} from '../tool-kit/tool-context.ts'
import { CounterStore } from './memory-counters.ts'
import { MemoryNamespaces } from './memory-namespaces.ts'
import { QueueStore } from './memory-queues.ts'
import { isAlive, toListed, toRecord, type ListedRow, type MemoryRow } from './memory-row.ts'
import { FILTER, filterOf, MemorySearch } from './memory-search.ts'
import { MemoryVersions } from './memory-versions.ts'
import { PerKeyQuota, type Amount } from '../storage/quota/per-key-quota.ts'
import { PruneTimer } from '../storage/quota/prune-timer.ts'
import { QuotaExceeded } from '../storage/quota/quota-exceeded.ts'
import type { StoredData } from '../storage/quota/stored-data.ts'
import { mibOf } from './mib-of.ts'
import { writing } from '../storage/storage-error.ts'

const MAX_ENTRIES_PER_KEY = 10_000
const MAX_BYTES_PER_KEY = 64 * 1024 * 1024
/** Sorts after every key; keys are shorter. */
const PAST_EVERY_KEY = '\u{10ffff}'.repeat(1_000)

/**
 * An entry as it is stored. Times are milliseconds since 1970; without a creation time, the
 * existing entry's is kept.
 */
interface Stored {
  readonly namespace: string
  readonly key: string
  readonly value: unknown
  readonly tags: readonly string[]
  readonly createdAt?: number
  readonly expiresAt: number | null
}

type MemoryEntry = Parameters<SessionMemory['set']>[0]
type Update = Parameters<SessionMemory['update']>

type Page = Parameters<SessionMemory['list']>[0]

/** The session memory of all keys. A key has access only to its own entries, within a quota. */
export class SessionMemoryStore {
  readonly #now: () => number
  readonly #select: Statement<[string, string, string], MemoryRow>
  readonly #quota: PerKeyQuota
  readonly #stored: StoredData
  readonly #upsert: Statement<(string | number | null)[]>
  readonly #delete: Statement<[string, string, string, number]>
  readonly #list: Statement<(string | number | null)[], ListedRow>
  readonly #search: MemorySearch
  readonly #pruning: PruneTimer
  readonly #pruneKey: Statement<[string, number]>
  readonly #versions: MemoryVersions
  readonly #namespaces: MemoryNamespaces
  readonly #counters: CounterStore
  readonly #queues: QueueStore
  readonly #restoreAll: (keyId: string, entries: readonly RestoredEntry[], replace: boolean) => number

  /** @param now milliseconds since 1970 */
  constructor(db: Database, now: () => number, stored: StoredData) {
    this.#now = now
    this.#stored = stored
    this.#select = db.prepare(
      `SELECT value, tags, bytes, created_at, updated_at, expires_at FROM memory
       WHERE key_id = ? AND namespace = ? AND key = ?`,
    )
    const usage = db.prepare<[string], Amount>(
      'SELECT entries AS rows, bytes FROM memory_usage WHERE key_id = ?',
    )
    const most = { rows: MAX_ENTRIES_PER_KEY, bytes: MAX_BYTES_PER_KEY }
    this.#quota = new PerKeyQuota(most, (keyId) => usage.get(keyId), stored)
    this.#upsert = db.prepare(
      `INSERT INTO memory (key_id, namespace, key, value, tags, bytes, created_at, updated_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (key_id, namespace, key) DO UPDATE SET value = excluded.value, tags = excluded.tags,
         bytes = excluded.bytes, created_at = excluded.created_at, updated_at = excluded.updated_at,
         expires_at = excluded.expires_at`,
    )
    this.#delete = db.prepare(
      `DELETE FROM memory WHERE key_id = ? AND namespace = ? AND key = ?
       AND (expires_at IS NULL OR expires_at > ?)`,
    )
    this.#list = db.prepare(
      `SELECT id, namespace, key, tags, bytes, created_at, updated_at, expires_at FROM memory
       WHERE key_id = ? AND (namespace, key) > (?, ?) AND ${FILTER} AND key >= ? AND key < ?
       ORDER BY namespace, key LIMIT ?`,
    )
    this.#search = new MemorySearch(db)
    const prune = db.prepare<[number, number]>('DELETE FROM memory WHERE expires_at <= ? LIMIT ?')
    this.#pruning = new PruneTimer((at, rows) => {
      prune.run(at, rows)
      this.#counters.prune(rows)
      this.#queues.prune(rows)
    })
    this.#pruneKey = db.prepare('DELETE FROM memory WHERE key_id = ? AND expires_at <= ?')
    this.#versions = new MemoryVersions(db, stored)
    this.#namespaces = new MemoryNamespaces(db)
    this.#counters = new CounterStore(db, now, stored)
    this.#queues = new QueueStore(db, now, stored)
    this.#restoreAll = db.transaction(
      (keyId: string, entries: readonly RestoredEntry[], replace: boolean) => {
        const wanted = entries.filter((entry) => this.#isRestored(keyId, entry, replace))
        for (const entry of wanted) this.#put(keyId, entry)
        return wanted.length
      },
    )
  }

  /** The memory that a call with this key sees. */
  forKey(keyId: string): SessionMemory {
    return {
      set: (entry) => this.put(keyId, entry),
      get: (namespace, key) => this.#get(keyId, namespace, key),
      update: (place, change) => this.#update(keyId, place, change),
      history: (namespace, key) => this.#versions.of(keyId, namespace, key, this.#now()),
      namespaces: (page) => this.#namespaces.page(keyId, page, this.#now()),
      restore: (entries, replace) => writing(() => this.#restoreAll(keyId, entries, replace)),
      counters: this.#counters.forKey(keyId),
      queues: this.#queues.forKey(keyId),
      delete: (namespace, key) => this.#remove(keyId, namespace, key),
      list: (page) => this.#page(keyId, page),
      search: (page) => this.#search.search(keyId, page, this.#now()),
    }
  }

  /**
   * Writes one entry, inside the current transaction when there is one.
   * @throws QuotaExceeded when the key's quota is used up, or that of all keys
   * @throws GatewayError storage_full when the disk is full
   */
  put(keyId: string, { ttlSeconds, tags = [], ...entry }: MemoryEntry): MemoryRecord {
    return writing(() => this.#put(keyId, { ...entry, tags, expiresAt: this.#endOf(ttlSeconds) }))
  }

  /** Deletes what has expired; a bounded number of rows, so that a call never waits for it. */
  prune(): void {
    this.#pruning.prune(this.#now())
  }

  #put(keyId: string, { namespace, key, value, tags, createdAt, expiresAt }: Stored): MemoryRecord {
    const now = this.#now()
    this.#pruning.pruneWhenDue(now)
    const json = JSON.stringify(value)
    if (json === undefined) throw new TypeError('A memory value must be JSON')
    const tagsJson = JSON.stringify(tags)
    const bytes = Buffer.byteLength(namespace + key + json + tagsJson)

    const before = this.#select.get(keyId, namespace, key)
    let replaced = before
    const prune = (): number => {
      const { changes } = this.#pruneKey.run(keyId, now)
      // It may have gone with the others, and then makes no room by being replaced.
      replaced = this.#select.get(keyId, namespace, key)
      return changes
    }
    if (!this.#quota.makeRoom(keyId, prune, () => moreThan(replaced, bytes)))
      throw quotaError(this.#quota.mostOf(keyId))
    // What is replaced may stay as an earlier value.
    if (replaced) this.#stored.refuseFull(keyId, bytes)
    const row: MemoryRow = {
      value: json,
      tags: tagsJson,
      bytes,
      created_at: createdAt ?? (before && isAlive(before, now) ? before.created_at : now),
      updated_at: now,
      expires_at: expiresAt,
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
    this.#versions.trim(keyId)
    return toRecord(namespace, key, row)
  }

  #endOf(ttlSeconds: number | undefined): number | null {
    return ttlSeconds === undefined ? null : this.#now() + ttlSeconds * 1_000
  }

  // Reading and writing happen in one turn of the event loop, and no other process writes, so nothing comes in between.
  #update(keyId: string, { namespace, key, ttlSeconds }: Update[0], change: Update[1]): MemoryRecord {
    const before = this.#get(keyId, namespace, key)
    const value = change(before)
    const kept = before?.expires_at ? Date.parse(before.expires_at) : null
    const expiresAt = ttlSeconds === undefined ? kept : this.#endOf(ttlSeconds)
    const tags = before?.tags ?? []
    return writing(() => this.#put(keyId, { namespace, key, value, tags, expiresAt }))
  }

  #isRestored(keyId: string, { namespace, key, expiresAt }: RestoredEntry, replace: boolean): boolean {
    if (expiresAt !== null && expiresAt <= this.#now()) return false
    return replace || this.#get(keyId, namespace, key) === null
  }

  #get(keyId: string, namespace: string, key: string): MemoryRecord | null {
    const row = this.#select.get(keyId, namespace, key)
    return row && isAlive(row, this.#now()) ? toRecord(namespace, key, row) : null
  }

  #remove(keyId: string, namespace: string, key: string): boolean {
    return writing(() => this.#delete.run(keyId, namespace, key, this.#now()).changes > 0)
  }

  #page(keyId: string, page: Page): MemoryPage<MemoryListed> {
    // A namespace is never empty, so nothing sorts before the empty name.
    const { limit, prefix = '', after = { namespace: page.namespace ?? '', key: '' } } = page
    const rows = this.#list.all(
      keyId,
      after.namespace,
      after.key,
      ...filterOf(page, this.#now()),
      prefix,
      prefix + PAST_EVERY_KEY,
      limit + 1,
    )
    return { entries: rows.slice(0, limit).map(toListed), more: rows.length > limit }
  }
}

function moreThan(replaced: MemoryRow | undefined, bytes: number): Amount {
  return replaced ? { rows: 0, bytes: bytes - replaced.bytes } : { rows: 1, bytes }
}

function quotaError({ rows, bytes }: Amount): QuotaExceeded {
  return new QuotaExceeded(
    'validation_error',
    `The session memory of this key is full (at most ${counted(rows, 'entry', 'entries')} and ${mibOf(bytes)} in total). Delete ` +
      'entries that you do not need with memory-delete, or store new ones with a time to live.',
  )
}
