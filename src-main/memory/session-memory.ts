import { counted } from '../../src-shared/counted.ts'
import type {
  MemoryListed,
  MemoryPage,
  MemoryRecord,
  RestoredEntry,
  SessionMemory,
} from '../tool-kit/tool-context.ts'
import { CounterStore } from './memory-counters.ts'
import { namespacesOf } from './memory-namespaces.ts'
import { QueueStore } from './memory-queues.ts'
import { isAlive, toListed, toRecord, type ListedRow, type MemoryRow } from './memory-row.ts'
import { FILTER, filterOf, searchMemory } from './memory-search.ts'
import { MemoryVersions } from './memory-versions.ts'
import { PerKeyQuota, type Amount } from '../storage/quota/per-key-quota.ts'
import { PruneTimer } from '../storage/quota/prune-timer.ts'
import { QuotaExceeded } from '../storage/quota/quota-exceeded.ts'
import type { StoredData } from '../storage/quota/stored-data.ts'
import { mibOf } from './mib-of.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { all, one, run, statement, type Work } from '../storage/engine/work.ts'

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

type Place = { readonly key_id: string; readonly namespace: string; readonly key: string }

const SELECT = statement<Place, MemoryRow>(
  `SELECT value, tags, bytes, created_at, updated_at, expires_at FROM memory
   WHERE key_id = :key_id AND namespace = :namespace AND key = :key`,
)
const UPSERT = statement<Place & MemoryRow>(
  `INSERT INTO memory (key_id, namespace, key, value, tags, bytes, created_at, updated_at, expires_at)
   VALUES (:key_id, :namespace, :key, :value, :tags, :bytes, :created_at, :updated_at, :expires_at)
   ON CONFLICT (key_id, namespace, key) DO UPDATE SET value = excluded.value, tags = excluded.tags,
     bytes = excluded.bytes, created_at = excluded.created_at, updated_at = excluded.updated_at,
     expires_at = excluded.expires_at`,
)
const DELETE = statement<Place & { now: number }>(
  `DELETE FROM memory WHERE key_id = :key_id AND namespace = :namespace AND key = :key
   AND (expires_at IS NULL OR expires_at > :now)`,
)
const LIST = statement<
  ReturnType<typeof filterOf> & {
    key_id: string
    after_namespace: string
    after_key: string
    from: string
    to: string
    rows: number
  },
  ListedRow
>(listed(FILTER.sqlite), listed(FILTER.postgres))
const USAGE = statement<{ key_id: string }, Amount>(
  'SELECT entries AS rows, bytes FROM memory_usage WHERE key_id = :key_id',
)
const PRUNE = statement<{ at: number; rows: number }>(
  'DELETE FROM memory WHERE id IN (SELECT id FROM memory WHERE expires_at <= :at LIMIT :rows)',
)
const PRUNE_KEY = statement<{ key_id: string; at: number }>(
  'DELETE FROM memory WHERE key_id = :key_id AND expires_at <= :at',
)

type MemoryEntry = Parameters<SessionMemory['set']>[0]
type Update = Parameters<SessionMemory['update']>

type Page = Parameters<SessionMemory['list']>[0]

/** The session memory of all keys. A key has access only to its own entries, within a quota. */
export class SessionMemoryStore {
  readonly #engine: Engine
  readonly #now: () => number
  readonly #quota: PerKeyQuota
  readonly #stored: StoredData
  readonly #pruning: PruneTimer
  readonly #versions: MemoryVersions
  readonly #counters: CounterStore
  readonly #queues: QueueStore

  /** @param now milliseconds since 1970 */
  constructor(engine: Engine, now: () => number, stored: StoredData) {
    this.#engine = engine
    this.#now = now
    this.#stored = stored
    const most = { rows: MAX_ENTRIES_PER_KEY, bytes: MAX_BYTES_PER_KEY }
    this.#quota = new PerKeyQuota(most, (keyId) => one(USAGE, { key_id: keyId }), stored)
    this.#pruning = new PruneTimer((at, rows) => this.#prune(at, rows))
    this.#versions = new MemoryVersions(stored)
    this.#counters = new CounterStore(engine, now, stored)
    this.#queues = new QueueStore(engine, now, stored)
  }

  /** The memory that a call with this key sees. */
  forKey(keyId: string): SessionMemory {
    const engine = this.#engine
    return {
      set: (entry) => engine.commit(keyId, () => this.write(keyId, entry)),
      get: (namespace, key) => engine.read(() => this.#get({ key_id: keyId, namespace, key })),
      update: (place, change) => engine.commit(keyId, () => this.#update(keyId, place, change)),
      history: (namespace, key) => engine.read(() => this.#versions.of(keyId, namespace, key, this.#now())),
      namespaces: (page) => engine.read(() => namespacesOf(keyId, page, this.#now())),
      restore: (entries, replace) => engine.commit(keyId, () => this.#restore(keyId, entries, replace)),
      counters: this.#counters.forKey(keyId),
      queues: this.#queues.forKey(keyId),
      delete: async (namespace, key) => {
        const gone = { key_id: keyId, namespace, key, now: this.#now() }
        return (await engine.commit(keyId, () => run(DELETE, gone))) > 0
      },
      list: (page) => engine.read(() => this.#page(keyId, page)),
      search: (page) => engine.read(() => searchMemory(keyId, page, this.#now())),
    }
  }

  /**
   * Writes one entry.
   * @throws QuotaExceeded when the key's quota is used up, or that of all keys
   */
  write(keyId: string, { ttlSeconds, tags = [], ...entry }: MemoryEntry): Work<MemoryRecord> {
    return this.#put(keyId, { ...entry, tags, expiresAt: this.#endOf(ttlSeconds) })
  }

  /** Deletes what has expired; a bounded number of rows, so that a call never waits for it. */
  prune(): Work<void> {
    return this.#pruning.prune(this.#now())
  }

  *#prune(at: number, rows: number): Work<void> {
    yield* run(PRUNE, { at, rows })
    yield* this.#counters.prune(rows)
    yield* this.#queues.prune(rows)
  }

  *#put(keyId: string, { namespace, key, value, tags, createdAt, expiresAt }: Stored): Work<MemoryRecord> {
    const now = this.#now()
    yield* this.#pruning.pruneWhenDue(now)
    const json = JSON.stringify(value)
    if (json === undefined) throw new TypeError('A memory value must be JSON')
    const tagsJson = JSON.stringify(tags)
    const bytes = Buffer.byteLength(namespace + key + json + tagsJson)

    const place = { key_id: keyId, namespace, key }
    const before = yield* one(SELECT, place)
    const found = { replaced: before }
    const prune = () => this.#pruneBefore(place, now, found)
    if (!(yield* this.#quota.makeRoom(keyId, prune, () => moreThan(found.replaced, bytes))))
      throw quotaError(this.#quota.mostOf(keyId))
    // What is replaced may stay as an earlier value.
    if (found.replaced) yield* this.#stored.refuseFull(keyId, bytes)
    const row: MemoryRow = {
      value: json,
      tags: tagsJson,
      bytes,
      created_at: createdAt ?? (before && isAlive(before, now) ? before.created_at : now),
      updated_at: now,
      expires_at: expiresAt,
    }
    yield* run(UPSERT, { ...place, ...row })
    yield* this.#versions.trim(keyId)
    return toRecord(namespace, key, row)
  }

  *#pruneBefore(place: Place, now: number, found: { replaced: MemoryRow | undefined }): Work<number> {
    const pruned = yield* run(PRUNE_KEY, { key_id: place.key_id, at: now })
    // It may have gone with the others, and then makes no room by being replaced.
    found.replaced = yield* one(SELECT, place)
    return pruned
  }

  #endOf(ttlSeconds: number | undefined): number | null {
    return ttlSeconds === undefined ? null : this.#now() + ttlSeconds * 1_000
  }

  *#update(
    keyId: string,
    { namespace, key, ttlSeconds }: Update[0],
    change: Update[1],
  ): Work<MemoryRecord> {
    const before = yield* this.#get({ key_id: keyId, namespace, key })
    const value = change(before)
    const kept = before?.expires_at ? Date.parse(before.expires_at) : null
    const expiresAt = ttlSeconds === undefined ? kept : this.#endOf(ttlSeconds)
    const tags = before?.tags ?? []
    return yield* this.#put(keyId, { namespace, key, value, tags, expiresAt })
  }

  *#restore(keyId: string, entries: readonly RestoredEntry[], replace: boolean): Work<number> {
    const wanted: RestoredEntry[] = []
    for (const entry of entries) if (yield* this.#isRestored(keyId, entry, replace)) wanted.push(entry)
    for (const entry of wanted) yield* this.#put(keyId, entry)
    return wanted.length
  }

  *#isRestored(
    keyId: string,
    { namespace, key, expiresAt }: RestoredEntry,
    replace: boolean,
  ): Work<boolean> {
    if (expiresAt !== null && expiresAt <= this.#now()) return false
    return replace || (yield* this.#get({ key_id: keyId, namespace, key })) === null
  }

  *#get(place: Place): Work<MemoryRecord | null> {
    const row = yield* one(SELECT, place)
    return row && isAlive(row, this.#now()) ? toRecord(place.namespace, place.key, row) : null
  }

  *#page(keyId: string, page: Page): Work<MemoryPage<MemoryListed>> {
    // A namespace is never empty, so nothing sorts before the empty name.
    const { limit, prefix = '', after = { namespace: page.namespace ?? '', key: '' } } = page
    const rows = yield* all(LIST, {
      key_id: keyId,
      after_namespace: after.namespace,
      after_key: after.key,
      ...filterOf(page, this.#now()),
      from: prefix,
      to: prefix + PAST_EVERY_KEY,
      rows: limit + 1,
    })
    return { entries: rows.slice(0, limit).map(toListed), more: rows.length > limit }
  }
}

function listed(filter: string): string {
  return `SELECT id, namespace, key, tags, bytes, created_at, updated_at, expires_at FROM memory
   WHERE key_id = :key_id AND (namespace, key) > (:after_namespace, :after_key) AND ${filter}
     AND key >= :from AND key < :to
   ORDER BY namespace, key LIMIT :rows`
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
