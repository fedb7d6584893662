import type { Database, Statement } from 'better-sqlite3'
import type { MemoryQueues, QueueMessage, QueueSize } from '../tool-kit/tool-context.ts'
import { PerKeyQuota, type Amount } from '../storage/quota/per-key-quota.ts'
import { QuotaExceeded } from '../storage/quota/quota-exceeded.ts'
import type { StoredData } from '../storage/quota/stored-data.ts'
import { mibOf } from './mib-of.ts'
import { writing } from '../storage/storage-error.ts'
import { runWork } from '../storage/sqlite/run-work.ts'
import { run, statement } from '../storage/engine/work.ts'
import { spaceOf } from './memory-space.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

const MAX_MESSAGES_PER_KEY = 10_000
const MAX_BYTES_PER_KEY = 16 * 1024 * 1024
const PRUNE_KEY = statement<{ key_id: string; now: number }>(
  'DELETE FROM memory_message WHERE key_id = :key_id AND expires_at <= :now',
)

interface MessageRow {
  readonly id: number
  readonly value: string
  readonly pushed_at: number
  readonly attempts: number
}

type Push = Parameters<MemoryQueues['push']>[0]
type Pop = Parameters<MemoryQueues['pop']>[0]

const ALIVE = '(expires_at IS NULL OR expires_at > ?)'

/** Queues of messages, first in, first out. A key has access only to its own. */
export class QueueStore {
  readonly #db: Database
  readonly #now: () => number
  readonly #insert: Statement<(string | number | null)[]>
  readonly #next: Statement<[string, string, number, number], MessageRow>
  readonly #lease: Statement<[string, number, number]>
  readonly #remove: Statement<[number]>
  readonly #acknowledge: Statement<[string, string, string]>
  readonly #size: Statement<(string | number)[], QueueSize>
  readonly #quota: PerKeyQuota
  readonly #pruneAll: Statement<[number, number]>

  /** @param now milliseconds since 1970 */
  constructor(db: Database, now: () => number, stored: StoredData) {
    this.#db = db
    this.#now = now
    this.#insert = db.prepare(
      `INSERT INTO memory_message (key_id, queue, value, bytes, pushed_at, visible_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#next = db.prepare(
      `SELECT id, value, pushed_at, attempts FROM memory_message
       WHERE key_id = ? AND queue = ? AND visible_at <= ? AND ${ALIVE} ORDER BY id LIMIT 1`,
    )
    this.#lease = db.prepare(
      'UPDATE memory_message SET lease = ?, visible_at = ?, attempts = attempts + 1 WHERE id = ?',
    )
    this.#remove = db.prepare('DELETE FROM memory_message WHERE id = ?')
    this.#acknowledge = db.prepare(
      'DELETE FROM memory_message WHERE key_id = ? AND queue = ? AND lease = ?',
    )
    this.#size = db.prepare(
      `SELECT count(*) FILTER (WHERE visible_at <= ?) AS ready, count(*) FILTER (WHERE visible_at > ?) AS hidden
       FROM memory_message WHERE key_id = ? AND queue = ? AND ${ALIVE}`,
    )
    this.#quota = new PerKeyQuota(
      { rows: MAX_MESSAGES_PER_KEY, bytes: MAX_BYTES_PER_KEY },
      spaceOf('message'),
      stored,
    )
    this.#pruneAll = db.prepare('DELETE FROM memory_message WHERE expires_at <= ? LIMIT ?')
  }

  /** The queues that a call with this key sees. */
  forKey(keyId: string): MemoryQueues {
    return {
      push: (message) => writing(() => this.#push(keyId, message)),
      pop: (request) => writing(() => this.#pop(keyId, request)),
      acknowledge: (queue, lease) => writing(() => this.#acknowledge.run(keyId, queue, lease).changes > 0),
      size: (queue) => this.#sizeOf(keyId, queue),
    }
  }

  /** Deletes at most this many expired messages. */
  prune(rows: number): void {
    this.#pruneAll.run(this.#now(), rows)
  }

  #push(keyId: string, { queue, value, delaySeconds, ttlSeconds }: Push): { readonly id: number } {
    const now = this.#now()
    const json = JSON.stringify(value)
    const bytes = Buffer.byteLength(queue + json)
    const more = { rows: 1, bytes }
    const prune = () => run(PRUNE_KEY, { key_id: keyId, now })
    if (!runWork(this.#db, this.#quota.makeRoom(keyId, prune, more)))
      throw quotaError(this.#quota.mostOf(keyId))
    const end = ttlSeconds === undefined ? null : now + ttlSeconds * 1_000
    const done = this.#insert.run(keyId, queue, json, bytes, now, now + delaySeconds * 1_000, end)
    return { id: Number(done.lastInsertRowid) }
  }

  // Choosing and leasing happen in one turn of the event loop, and no other process writes, so no
  // two callers get the same message.
  #pop(keyId: string, { queue, lease, leaseSeconds }: Pop): QueueMessage | null {
    const now = this.#now()
    const row = this.#next.get(keyId, queue, now, now)
    if (!row) return null
    const end = now + leaseSeconds * 1_000
    if (leaseSeconds === 0) this.#remove.run(row.id)
    else this.#lease.run(lease, end, row.id)
    return {
      id: row.id,
      value: parseJson(row.value),
      pushed_at: new Date(row.pushed_at).toISOString(),
      attempts: row.attempts + 1,
      leased_until: leaseSeconds === 0 ? null : new Date(end).toISOString(),
    }
  }

  #sizeOf(keyId: string, queue: string): QueueSize {
    const now = this.#now()
    return this.#size.get(now, now, keyId, queue, now) ?? { ready: 0, hidden: 0 }
  }
}

function quotaError({ rows, bytes }: Amount): QuotaExceeded {
  return new QuotaExceeded(
    'validation_error',
    `The queues of this key are full (at most ${rows} messages and ${mibOf(bytes)} in total). Take messages ` +
      'with queue-pop and acknowledge them, or push new ones with a time to live.',
  )
}
