import type { Mutation } from './mutation.ts'

const FUNCTIONS = 'src-main/storage/postgres/migrations/011-ledger-functions.ts'
const OPEN = 'src-main/ledger/postgres/open-calls.ts'
const ENDS = 'src-main/ledger/postgres/call-ends.ts'
const LEDGER_TESTS = ['test/src-main/ledger/postgres/postgres-ledger.test.ts']
const GATEWAYS_TESTS = ['test/src-main/ledger/postgres/several-gateways.test.ts']
const ENGINE_TESTS = ['test/src-main/storage/postgres/postgres-engine.test.ts']

/** Changes that would charge twice, lend credits twice, or do work twice on a PostgreSQL. */
export const POSTGRES: readonly Mutation[] = [
  {
    id: 'postgres-1',
    file: 'src-main/storage/postgres/commit-mark.ts',
    find: "last?.number === mark.number ? 'committed' : 'undone'",
    replace: "last?.number === -1 ? 'committed' : 'undone'",
    why: 'Work whose COMMIT was not answered is done twice.',
    tests: ENGINE_TESTS,
  },
  {
    id: 'postgres-2',
    file: FUNCTIONS,
    find: 'WHERE e.id = ANY(_id);\n  IF FOUND THEN RETURN; END IF;',
    replace: 'WHERE e.id = ANY(_id);',
    why: 'A call that was charged before is not recognised.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'postgres-3',
    file: FUNCTIONS,
    find: 'IF _n <> (SELECT count(*) FROM unnest(_total) AS t WHERE t <> 0) THEN',
    replace: 'IF false THEN',
    why: 'A gateway that was taken for dead charges what others hold.',
    tests: GATEWAYS_TESTS,
  },
  {
    id: 'postgres-4',
    file: FUNCTIONS,
    find: 'least(a.balance - a.held,',
    replace: 'least(a.balance,',
    why: 'Credits are leased that another gateway holds.',
    tests: GATEWAYS_TESTS,
  },
  {
    id: 'postgres-5',
    file: OPEN,
    find: "randomBytes(12).toString('hex')",
    replace: 'name',
    why: 'A late settlement is charged to the lease of another life.',
    tests: GATEWAYS_TESTS,
  },
  {
    id: 'postgres-6',
    file: ENDS,
    find: 'committed ? calls.untilDone(() => closeCall(call, true)) : Promise.resolve()',
    replace: 'Promise.resolve()',
    why: 'A call stays charged whose caller was told that it is not.',
    tests: GATEWAYS_TESTS,
  },
  {
    id: 'postgres-7',
    file: 'src-main/ledger/postgres/exchange.ts',
    find: 'const taken = isRepeated ? 0 : one',
    replace: 'const taken = one',
    why: 'A repetition takes credits off the lease that were not charged.',
    tests: LEDGER_TESTS,
  },
  {
    id: 'postgres-8',
    file: FUNCTIONS,
    find: '  UPDATE account a SET held = a.held - l.credits FROM lease l WHERE l.gateway = _gateway AND a.id = l.account;\n',
    replace: '',
    why: 'What a dead gateway held can be spent by nobody.',
    tests: GATEWAYS_TESTS,
  },
  {
    id: 'postgres-9',
    file: 'src-main/ledger/postgres/lease-asker.ts',
    find: 'recall?.(name, gateway)',
    replace: 'void recall',
    why: 'Callers are told 402 while an idle gateway holds the credits.',
    tests: GATEWAYS_TESTS,
  },
]
