import type { Mutation } from './mutation.ts'

const LEDGER = 'src-main/ledger/sqlite-ledger.ts'
const HELD = 'src-main/ledger/held-credits.ts'
const ENTRIES = 'src-main/ledger/entry-list.ts'
const IDEMPOTENT = 'src-main/gateway/calls/idempotent.ts'
const IDEMPOTENCY_STORE = 'src-main/storage/idempotency-store.ts'
const QUOTA = 'src-main/storage/quota/per-key-quota.ts'
const LEDGER_TESTS = [
  'test/src-main/ledger/sqlite-ledger.test.ts',
  'test/src-main/ledger/ledger-model.test.ts',
]
const TEAM_TESTS = ['test/spec/keys/team-keys.test.ts']
const IDEMPOTENT_TESTS = [
  'test/src-main/gateway/calls/idempotent.test.ts',
  'test/spec/calls/idempotency.test.ts',
]
const IDEMPOTENCY_STORE_TESTS = ['test/src-main/storage/idempotency-store.test.ts']

/** Changes that would cost a caller or the owner credits. */
export const MONEY: readonly Mutation[] = [
  {
    id: 'led-3',
    file: LEDGER,
    find: 'if (this.#subs.find(entry.account)) throw new Error(`${entry.account} holds no credits of its own`)',
    replace: '',
    why: 'Credits can be given to a sub-account.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-4',
    file: LEDGER,
    find: `    if (this.#subs.find(sub.payer))
      throw new Error(\`\${sub.payer} cannot pay: it holds no credits of its own\`)
`,
    replace: '',
    why: 'A sub-account can be made to pay for another.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-5',
    file: LEDGER,
    find: 'if (committed) this.#onCharge(',
    replace: 'this.#onCharge(',
    why: 'A listener is told of a charge that was rolled back.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-6',
    file: LEDGER,
    find: 'const have = balance - reserved',
    replace: 'const have = balance',
    why: 'Calls at once may spend the same credits.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-7',
    file: LEDGER,
    find: 'const free = Math.min(balance - reserved, left',
    replace: 'const free = Math.min(balance, left',
    why: "A limited key does not see what the payer's other calls hold.",
    tests: [...LEDGER_TESTS, ...TEAM_TESTS],
  },
  {
    id: 'led-8',
    file: LEDGER,
    find: 'const refunded = held.kept < held.credits ? undefined : refund',
    replace: 'const refunded = refund',
    why: 'A failed repetition of a call that was charged writes a charge and a refund of too little.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-9',
    file: HELD,
    find: 'held.closing = true',
    replace: 'held.closing = false',
    why: 'A call can be settled twice, or settled and released.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-10',
    file: HELD,
    find: 'if (sub) this.#keep(sub.payer, credits)',
    replace: '',
    why: 'What a team key holds is not held on the account that pays.',
    tests: [...LEDGER_TESTS, ...TEAM_TESTS],
  },
  {
    id: 'led-11',
    file: LEDGER,
    find: 'if (committed) this.#onCharge(held.sub?.payer ?? held.account)',
    replace: 'if (committed) this.#onCharge(held.account)',
    why: 'Auto-reload is told of the team key, and not of the account that paid.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-12',
    file: ENTRIES,
    find: 'balanceAfter: Math.min(balance_after, left)',
    replace: 'balanceAfter: balance_after',
    why: "A team key's history shows the balance of its maker.",
    tests: [...LEDGER_TESTS, ...TEAM_TESTS],
  },
  {
    id: 'led-13',
    file: LEDGER,
    find: '|| earlier.kind !== kind || earlier.credits !== credits)',
    replace: '|| earlier.kind !== kind)',
    why: 'Another sum under a used id is lost in silence.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'bal-1',
    file: 'src-main/ledger/account-balances.ts',
    find: '    if (this.#db.inTransaction) return this.#read.get(account) ?? 0\n',
    replace: '',
    why: 'A balance that is rolled back is remembered.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'pur-1',
    file: 'src-main/ledger/purchases.ts',
    find: 'return bought + credits <= this.#allowance()',
    replace: 'return bought + credits < this.#allowance()',
    why: 'The last credits of an allowance wait for the owner.',
    tests: ['test/src-main/ledger/purchases.test.ts', 'test/spec/money/purchases.test.ts'],
  },
  {
    id: 'idem-5',
    file: IDEMPOTENT,
    find: `    saveCharged: async (reply) => {
      mayBeCharged = true
`,
    replace: `    saveCharged: async (reply) => {
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
    file: IDEMPOTENCY_STORE,
    find: 'WHERE key_id = ? AND status IS NOT NULL ORDER BY seq',
    replace: 'WHERE key_id = ? ORDER BY seq',
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
    find: 'if (mayBeCharged) idempotency.leave(place)\n      else await',
    replace: 'await',
    why: 'The id of a charge is forgotten when its answer could not be stored.',
    tests: IDEMPOTENT_TESTS,
  },
  {
    id: 'led-14',
    file: LEDGER,
    find: 'have < credits && this.#entries.find(id)',
    replace: 'have <= credits && this.#entries.find(id)',
    why: 'A repeated call holds nothing when the account has exactly its price.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'idem-12',
    file: IDEMPOTENCY_STORE,
    find: '    this.#running.delete(JSON.stringify(identity))\n    this.#quota',
    replace: '    this.#quota',
    why: 'A finished request is told as running until its caller has let go of it.',
    tests: IDEMPOTENCY_STORE_TESTS,
  },
  {
    id: 'quota-1',
    file: QUOTA,
    find: 'bytes + more.bytes <= this.#most.bytes',
    replace: 'bytes + more.bytes < this.#most.bytes',
    why: 'What fills the room of a key exactly is refused, or pushes out what was stored before.',
    tests: ['test/src-main/storage/quota/per-key-quota.test.ts'],
  },
  {
    id: 'quota-2',
    file: QUOTA,
    find: 'if (free() === 0) return false',
    replace: 'free()\n      return false',
    why: 'A key that has to forget several things for a new one forgets one, and is refused.',
    tests: ['test/src-main/storage/quota/per-key-quota.test.ts'],
  },
  {
    id: 'idem-13',
    file: IDEMPOTENT,
    find: "engine: isEngine(engine) ? engine : 'real',",
    replace: "engine: 'real',",
    why: 'A repeated answer of a model calls itself computed.',
    tests: IDEMPOTENT_TESTS,
  },
]
