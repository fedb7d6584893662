import type { MemoryQueues, QueueMessage, QueueSize } from '../tool-kit/tool-context.ts'
import { PerKeyQuota, type Amount } from '../storage/quota/per-key-quota.ts'
import { QuotaExceeded } from '../storage/quota/quota-exceeded.ts'
import type { StoredData } from '../storage/quota/stored-data.ts'
import { mibOf } from './mib-of.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { one, run, statement, type Work } from '../storage/engine/work.ts'
import { spaceOf } from './memory-space.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

const MAX_MESSAGES_PER_KEY = 10_000
const MAX_BYTES_PER_KEY = 16 * 1024 * 1024
interface MessageRow {
  readonly id: number
  readonly value: string
  readonly pushed_at: number
  readonly attempts: number
}

type Push = Parameters<MemoryQueues['push']>[0]
type Pop = Parameters<MemoryQueues['pop']>[0]

type InQueue = { readonly key_id: string; readonly queue: string; readonly now: number }

const ALIVE = '(expires_at IS NULL OR expires_at > :now)'
const INSERT = statement<
  InQueue & { value: string; bytes: number; visible_at: number; expires_at: number | null },
  { id: number }
>(
  `INSERT INTO memory_message (key_id, queue, value, bytes, pushed_at, visible_at, expires_at)
   VALUES (:key_id, :queue, :value, :bytes, :now, :visible_at, :expires_at) RETURNING id`,
)
const NEXT = statement<InQueue, MessageRow>(
  `SELECT id, value, pushed_at, attempts FROM memory_message
   WHERE key_id = :key_id AND queue = :queue AND visible_at <= :now AND ${ALIVE} ORDER BY id LIMIT 1`,
  `SELECT id, value, pushed_at, attempts FROM memory_message
   WHERE key_id = :key_id AND queue = :queue AND visible_at <= :now AND ${ALIVE} ORDER BY id LIMIT 1
   FOR UPDATE SKIP LOCKED`,
)
const LEASE = statement<{ lease: string; visible_at: number; id: number }>(
  'UPDATE memory_message SET lease = :lease, visible_at = :visible_at, attempts = attempts + 1 WHERE id = :id',
)
const REMOVE = statement<{ id: number }>('DELETE FROM memory_message WHERE id = :id')
const ACKNOWLEDGE = statement<{ key_id: string; queue: string; lease: string }>(
  'DELETE FROM memory_message WHERE key_id = :key_id AND queue = :queue AND lease = :lease',
)
const SIZE = statement<InQueue, QueueSize>(
  `SELECT count(*) FILTER (WHERE visible_at <= :now) AS ready, count(*) FILTER (WHERE visible_at > :now) AS hidden
   FROM memory_message WHERE key_id = :key_id AND queue = :queue AND ${ALIVE}`,
)
const PRUNE_KEY = statement<{ key_id: string; now: number }>(
  'DELETE FROM memory_message WHERE key_id = :key_id AND expires_at <= :now',
)
const PRUNE_ALL = statement<{ now: number; rows: number }>(
  'DELETE FROM memory_message WHERE id IN (SELECT id FROM memory_message WHERE expires_at <= :now LIMIT :rows)',
)

/** Queues of messages, first in, first out. A key has access only to its own. */
export class QueueStore {
  readonly #engine: Engine
  readonly #now: () => number
  readonly #quota: PerKeyQuota

  /** @param now milliseconds since 1970 */
  constructor(engine: Engine, now: () => number, stored: StoredData) {
    this.#engine = engine
    this.#now = now
    this.#quota = new PerKeyQuota(
      { rows: MAX_MESSAGES_PER_KEY, bytes: MAX_BYTES_PER_KEY },
      spaceOf('message'),
      stored,
    )
  }

  /** The queues that a call with this key sees. */
  forKey(keyId: string): MemoryQueues {
    const engine = this.#engine
    return {
      push: (message) => engine.commit(keyId, () => this.#push(keyId, message)),
      pop: (request) => engine.commit(keyId, () => this.#pop(keyId, request)),
      acknowledge: async (queue, lease) =>
        (await engine.commit(keyId, () => run(ACKNOWLEDGE, { key_id: keyId, queue, lease }))) > 0,
      size: async (queue) => {
        const place = { key_id: keyId, queue, now: this.#now() }
        return (await engine.read(() => one(SIZE, place))) ?? { ready: 0, hidden: 0 }
      },
    }
  }

  /** Deletes at most this many expired messages. */
  *prune(rows: number): Work<void> {
    yield* run(PRUNE_ALL, { now: this.#now(), rows })
  }

  *#push(keyId: string, { queue, value, delaySeconds, ttlSeconds }: Push): Work<{ readonly id: number }> {
    const now = this.#now()
    const json = JSON.stringify(value)
    const bytes = Buffer.byteLength(queue + json)
    const more = { rows: 1, bytes }
    const prune = () => run(PRUNE_KEY, { key_id: keyId, now })
    if (!(yield* this.#quota.makeRoom(keyId, prune, more))) throw quotaError(this.#quota.mostOf(keyId))
    const pushed = yield* one(INSERT, {
      ...{ key_id: keyId, queue, now, value: json, bytes },
      // Without a delay it is there at once, even where the clock is set back.
      visible_at: delaySeconds === 0 ? 0 : now + delaySeconds * 1_000,
      expires_at: ttlSeconds === undefined ? null : now + ttlSeconds * 1_000,
    })
    if (!pushed) throw new Error('A message was not written')
    return pushed
  }

  *#pop(keyId: string, { queue, lease, leaseSeconds }: Pop): Work<QueueMessage | null> {
    const now = this.#now()
    const row = yield* one(NEXT, { key_id: keyId, queue, now })
    if (!row) return null
    const end = now + leaseSeconds * 1_000
    if (leaseSeconds === 0) yield* run(REMOVE, { id: row.id })
    else yield* run(LEASE, { lease, visible_at: end, id: row.id })
    return {
      id: row.id,
      value: parseJson(row.value),
      pushed_at: new Date(row.pushed_at).toISOString(),
      attempts: row.attempts + 1,
      leased_until: leaseSeconds === 0 ? null : new Date(end).toISOString(),
    }
  }
}

function quotaError({ rows, bytes }: Amount): QuotaExceeded {
  return new QuotaExceeded(
    'validation_error',
    `The queues of this key are full (at most ${rows} messages and ${mibOf(bytes)} in total). Take messages ` +
      'with queue-pop and acknowledge them, or push new ones with a time to live.',
  )
}
