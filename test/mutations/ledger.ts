import type { Mutation } from './mutation.ts'

const PLAIN = 'src-main/ledger/plain-charges.ts'
const PLAIN_TESTS = ['test/src-main/ledger/plain-charges.test.ts']
const SQLITE_LEDGER = 'src-main/ledger/sqlite-ledger.ts'
const HELD = 'src-main/ledger/held-credits.ts'
const ENTRIES = 'src-main/ledger/entry-list.ts'
const LEDGER_TESTS = [
  'test/src-main/ledger/sqlite-ledger.test.ts',
  'test/src-main/ledger/settling.test.ts',
  'test/src-main/ledger/ledger-model.test.ts',
]
const TEAM_TESTS = ['test/spec/keys/team-keys.test.ts']

/** Changes that would cost a caller or the owner credits. */
export const LEDGER: readonly Mutation[] = [
  {
    id: 'led-3',
    file: SQLITE_LEDGER,
    find: 'if (this.#subs.find(entry.account)) throw new Error(`${entry.account} holds no credits of its own`)',
    replace: '',
    why: 'Credits can be given to a sub-account.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-4',
    file: SQLITE_LEDGER,
    find: `    if (this.#subs.find(sub.payer))
      throw new Error(\`\${sub.payer} cannot pay: it holds no credits of its own\`)
`,
    replace: '',
    why: 'A sub-account can be made to pay for another.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-5',
    file: SQLITE_LEDGER,
    find: '      if (!committed) return this.#unended.lapse(held)\n      this.#held.release(held)\n',
    replace: '      if (committed) this.#held.release(held)\n      else this.#unended.lapse(held)\n',
    why: 'A listener is told of a charge that was rolled back.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-6',
    file: SQLITE_LEDGER,
    find: 'const have = balance - reserved',
    replace: 'const have = balance',
    why: 'Calls at once may spend the same credits.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'led-7',
    file: 'src-main/ledger/payers.ts',
    find: 'const free = Math.min(balance - reserved, left',
    replace: 'const free = Math.min(balance, left',
    why: "A limited key does not see what the payer's other calls hold.",
    tests: [...LEDGER_TESTS, ...TEAM_TESTS],
  },
  {
    id: 'led-8',
    file: SQLITE_LEDGER,
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
    file: SQLITE_LEDGER,
    find: 'this.#onCharge(held.sub?.payer ?? held.account)',
    replace: 'this.#onCharge(held.account)',
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
    file: SQLITE_LEDGER,
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
    id: 'led-14',
    file: SQLITE_LEDGER,
    find: 'have < credits && this.#entries.find(id)',
    replace: 'have <= credits && this.#entries.find(id)',
    why: 'A repeated call holds nothing when the account has exactly its price.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'plain-1',
    file: PLAIN,
    find: 'sub === null && kept === credits && !departed',
    replace: 'sub === null && kept === credits',
    why: 'The rows of calls that have ended stay on the disk when others end with them.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'plain-2',
    file: PLAIN,
    find: 'if (this.#balanceOf(account) !== balance)',
    replace: 'if (balance < 0)',
    why: 'Entries are written although the balance does not follow them.',
    tests: PLAIN_TESTS,
  },
  {
    id: 'plain-3',
    file: PLAIN,
    find: 'if (balance === undefined) throw new Error(`The account ${account} is not open`)\n    return balance',
    replace: 'return balance ?? 0',
    why: 'Charges are written for an account that is not open.',
    tests: PLAIN_TESTS,
  },
  {
    id: 'work-1',
    file: 'src-main/ledger/plain-charges.ts',
    find: 'if (withinTransaction) runWork(',
    replace: 'if (withinTransaction && row === 0) runWork(',
    why: 'Of calls that end together only the first has its answer stored with its charge.',
    tests: ['test/src-main/ledger/power-cut.test.ts'],
  },
  {
    id: 'work-2',
    file: 'src-main/storage/sqlite/run-work.ts',
    find: '      step = work.throw(error)\n      continue\n',
    replace: '      throw error\n',
    why: 'Work whose statement fails never hears of it, and cleans nothing up.',
    tests: ['test/src-main/storage/engine/work.test.ts'],
  },
]
