import type { Mutation } from './mutation.ts'

const IDEMPOTENCY_STORE = 'src-main/storage/idempotency-store.ts'
const QUOTA = 'src-main/storage/quota/per-key-quota.ts'
const STORED = 'src-main/storage/quota/stored-data.ts'
const STORED_TESTS = ['test/src-main/storage/quota/stored-data.test.ts']

/** Changes to how much each key may store. */
export const QUOTAS: readonly Mutation[] = [
  {
    id: 'quota-1',
    file: QUOTA,
    find: 'bytes + more.bytes <= most.bytes',
    replace: 'bytes + more.bytes < most.bytes',
    why: 'What fills the room of a key exactly is refused, or pushes out what was stored before.',
    tests: ['test/src-main/storage/quota/per-key-quota.test.ts'],
  },
  {
    id: 'quota-2',
    file: QUOTA,
    find: 'if ((yield* free()) > 0) continue',
    replace: 'if ((yield* free()) > 0) return false',
    why: 'A key that has to forget several things for a new one forgets one, and is refused.',
    tests: ['test/src-main/storage/quota/per-key-quota.test.ts'],
  },
  {
    id: 'quota-3',
    file: QUOTA,
    find: 'wanted.bytes <= (yield* this.#stored.roomFor(keyId))',
    replace: 'wanted.bytes < (yield* this.#stored.roomFor(keyId))',
    why: 'The last byte that all keys together may store is refused.',
    tests: STORED_TESTS,
  },
  {
    id: 'quota-4',
    file: STORED,
    find: 'visitor: 1 / 2',
    replace: 'visitor: 7 / 8',
    why: 'Visitors fill the room of the keys that the owner made.',
    tests: STORED_TESTS,
  },
  {
    id: 'quota-5',
    file: STORED,
    find: 'Math.floor(limit * PER_KEY)',
    replace: 'Math.floor(limit)',
    why: 'One key takes all that is left.',
    tests: STORED_TESTS,
  },
  {
    id: 'quota-6',
    file: IDEMPOTENCY_STORE,
    find: '    yield* this.#stored.refuseFull(identity.key_id, ROW_BYTES)\n',
    replace: '',
    why: 'Answers for repetitions grow beyond what all keys may store.',
    tests: STORED_TESTS,
  },
]
