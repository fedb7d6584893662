import type { Mutation } from './mutation.ts'

const IDEMPOTENT = 'src-main/gateway/calls/idempotent.ts'
const IDEMPOTENCY_STORE = 'src-main/storage/idempotency-store.ts'
const IDEMPOTENT_TESTS = [
  'test/src-main/gateway/calls/idempotent.test.ts',
  'test/spec/calls/idempotency.test.ts',
]
const LEFT_BATCH_TESTS = ['test/spec/calls/left-batches.test.ts']
const IDEMPOTENCY_STORE_TESTS = ['test/src-main/storage/idempotency-store.test.ts']

const REPEATED_ENTRY = 'src-main/ledger/charges/repeated-entry.ts'
const SETTLING_TESTS = ['test/src-main/ledger/settling.test.ts']

/** Changes to how a repeated request finds its answer and its charge. */
export const REPETITIONS: readonly Mutation[] = [
  {
    id: 'idem-5',
    file: IDEMPOTENT,
    find: `(write: () => Work<void>): Promise<void> => {
    mayBeCharged = true
`,
    replace: `(write: () => Work<void>): Promise<void> => {
`,
    why: 'An answer that was charged is kept from its caller when the disk fails.',
    tests: IDEMPOTENT_TESTS,
  },
  {
    id: 'idem-6',
    file: IDEMPOTENCY_STORE,
    find: 'found.created_at > now - KEPT_MS',
    replace: 'found.created_at >= now - KEPT_MS',
    why: 'A request is remembered for a moment too long, after its row may have gone.',
    tests: IDEMPOTENCY_STORE_TESTS,
  },
  {
    id: 'idem-7',
    file: IDEMPOTENCY_STORE,
    find: 'const known = running ?? row?.fingerprint',
    replace: 'const known = running',
    why: 'Another body under a used key gets the answer of the first.',
    tests: IDEMPOTENCY_STORE_TESTS,
  },
  {
    id: 'idem-8',
    file: IDEMPOTENCY_STORE,
    find: 'const chargeId = row?.charge_id ?? request.chargeId',
    replace: 'const chargeId = request.chargeId',
    why: 'A request that a dead process left is charged twice.',
    tests: IDEMPOTENCY_STORE_TESTS,
  },
  {
    id: 'idem-9',
    file: 'src-main/storage/idempotency-table.ts',
    find: 'WHERE key_id = :key_id AND status IS NOT NULL)',
    replace: 'WHERE key_id = :key_id)',
    why: 'A key that stores much makes a running request forget the id of its charge.',
    tests: IDEMPOTENCY_STORE_TESTS,
  },
  {
    id: 'idem-10',
    file: IDEMPOTENT,
    find: 'path: request.event.url.pathname,',
    replace: "path: '',",
    why: 'One key covers all tools at once.',
    tests: IDEMPOTENT_TESTS,
  },
  {
    id: 'idem-11',
    file: IDEMPOTENT,
    find: 'if (mayBeCharged) await idempotency.leave(place)\n      else await',
    replace: 'await',
    why: 'The id of a charge is forgotten when its answer could not be stored.',
    tests: IDEMPOTENT_TESTS,
  },
  {
    id: 'idem-17',
    file: IDEMPOTENT,
    find: '      if (isStored) return\n',
    replace: '',
    why: 'A cut attempt that ends late frees the place of its repetition, and a third one sends all again.',
    tests: IDEMPOTENT_TESTS,
  },
  {
    id: 'idem-12',
    file: IDEMPOTENCY_STORE,
    find: '    this.#running.delete(nameOf(identity))\n    yield* this.#quota',
    replace: '    yield* this.#quota',
    why: 'A finished request is told as running until its caller has let go of it.',
    tests: IDEMPOTENCY_STORE_TESTS,
  },
  {
    id: 'idem-13',
    file: IDEMPOTENT,
    find: "engine: isEngine(engine) ? engine : 'real',",
    replace: "engine: 'real',",
    why: 'A repeated answer of a model calls itself computed.',
    tests: IDEMPOTENT_TESTS,
  },
  {
    id: 'idem-14',
    file: 'src-main/gateway/routes/batch-calls.ts',
    find: 'if (caller.gone()) await',
    replace: 'if (!answer.ok) await',
    why: 'Calls of a batch that were cut off are told as failed to every repetition.',
    tests: LEFT_BATCH_TESTS,
  },
  {
    id: 'idem-15',
    file: 'src-main/pipeline/batch.ts',
    find: 'item.ok || item.credits > 0 || mayHaveActed(item)',
    replace: 'item.ok || mayHaveActed(item)',
    why: 'What a batch had sent when it was cut off is sent twice.',
    tests: LEFT_BATCH_TESTS,
  },
  {
    id: 'idem-16',
    file: IDEMPOTENCY_STORE,
    find: 'const part = row?.body ?? null',
    replace: 'const part = null as string | null',
    why: 'A batch that was cut off asks its models again without paying.',
    tests: LEFT_BATCH_TESTS,
  },
  {
    id: 'again-1',
    file: REPEATED_ENTRY,
    find: 'price === undefined ? 0 : parts.owedOf(id, price)',
    replace: '0',
    why: 'A repetition of a call whose price rose costs what the first attempt did.',
    tests: SETTLING_TESTS,
  },
  {
    id: 'again-2',
    file: REPEATED_ENTRY,
    find: 'earlier.account === account && ',
    replace: '',
    why: 'A call is given away, since its id was taken for one already charged.',
    tests: SETTLING_TESTS,
  },
  {
    id: 'again-3',
    file: 'src-main/ledger/sqlite-ledger.ts',
    find: 'if (earlier) this.#repeat(earlier, charge, reason, credits)',
    replace: 'if (earlier) this.#repeat(earlier, charge, reason)',
    why: 'A start fails for ever on a repeated call whose price rose, or charges too little for it.',
    tests: ['test/src-main/ledger/departures.test.ts'],
  },
]
