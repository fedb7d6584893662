import { one, statement, type Work } from '../engine/work.ts'
import { QuotaExceeded } from './quota-exceeded.ts'

const MIB = 1024 * 1024

/** Whose key it is. A visitor's key is one that the owner did not make: the demo key, or one from sign-up. */
export type Standing = 'owner' | 'known' | 'visitor'

/** How full all data together may be, as parts of the limit, when a key of this standing stores more. */
const FULL_AT: Readonly<Record<Standing, number>> = { owner: 1, known: 7 / 8, visitor: 1 / 2 }
/** The part of the limit that one key may take, unless it is the owner's. */
const PER_KEY = 1 / 4
/** The part of what other keys may keep of each kind of thing that a visitor's key may keep. */
const VISITOR_PART = 1 / 4

const TOTAL = statement<Record<never, never>, { bytes: number }>('SELECT bytes FROM stored_total')
const OF_KEY = statement<{ key_id: string }, { bytes: number }>(
  `SELECT coalesce((SELECT bytes FROM memory_usage WHERE key_id = :key_id), 0)
     + coalesce((SELECT bytes FROM idempotency_usage WHERE key_id = :key_id), 0)
     + coalesce((SELECT bytes FROM job_usage WHERE key_id = :key_id), 0)
     + (SELECT coalesce(sum(bytes), 0) FROM memory_space WHERE key_id = :key_id)
     + (SELECT coalesce(sum(bytes), 0) FROM batch WHERE key_id = :key_id)
     + (SELECT coalesce(sum(bytes), 0) FROM file WHERE key_id = :key_id) AS bytes`,
)

export interface StoredRules {
  /** The most that all keys may store together, in bytes. */
  readonly limit: () => number
  readonly standingOf: (keyId: string) => Standing
}

/** What is stored, and may be. */
export interface StoredState {
  readonly bytes: number
  readonly limit: number
}

/**
 * What all keys store together: session memory, jobs, answers for repetitions, saved runs, files. The total is kept by
 * triggers. The last eighth is for the owner, and the last half for keys that the owner made.
 */
export class StoredData {
  readonly #rules: StoredRules

  constructor(rules: StoredRules) {
    this.#rules = rules
  }

  /** The part of an ordinary key's quota that this key has. */
  partOf(keyId: string): number {
    return this.#rules.standingOf(keyId) === 'visitor' ? VISITOR_PART : 1
  }

  /** The bytes that a key may still add; less than 0 when there are too many already. */
  *roomFor(keyId: string): Work<number> {
    const { bytes, limit } = yield* this.state()
    const standing = this.#rules.standingOf(keyId)
    const inAll = Math.floor(limit * FULL_AT[standing]) - bytes
    if (standing === 'owner' || inAll <= 0) return inAll
    const own = (yield* one(OF_KEY, { key_id: keyId }))?.bytes ?? 0
    return Math.min(inAll, Math.floor(limit * PER_KEY) - own)
  }

  /** @throws QuotaExceeded storage_full when a key may not add this many bytes */
  *refuseFull(keyId: string, bytes: number): Work<void> {
    if (bytes > (yield* this.roomFor(keyId))) throw this.full()
  }

  /** The refusal of a key that may add nothing more, whatever it keeps itself. */
  full(): QuotaExceeded {
    const limit = Math.floor(this.#rules.limit() / MIB).toLocaleString('en')
    return new QuotaExceeded(
      'storage_full',
      `This gateway stores as much for this key as it may (its limit is ${limit} MB for all keys together). Nothing ` +
        'was charged. Delete files, memory entries or finished jobs, or ask the owner to raise the limit in Settings.',
    )
  }

  *state(): Work<StoredState> {
    return { bytes: (yield* one(TOTAL, {}))?.bytes ?? 0, limit: this.#rules.limit() }
  }
}
