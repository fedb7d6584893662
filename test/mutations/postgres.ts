import type { Mutation } from './mutation.ts'

const FUNCTIONS = 'src-main/storage/postgres/migrations/011-ledger-functions.ts'
const OPEN = 'src-main/ledger/postgres/open-calls.ts'
const ENDS = 'src-main/ledger/postgres/call-ends.ts'
const HOLDERS = 'src-main/ledger/postgres/holder-rows.ts'
const LENDING = 'src-main/ledger/postgres/postgres-lending.ts'
const BOTH_TESTS = ['test/src-main/ledger/both/lending.test.ts']
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
  {
    id: 'postgres-10',
    file: HOLDERS,
    find: "'SELECT balance - held AS free, held - lent AS leased FROM account WHERE id = :id FOR UPDATE'",
    replace:
      "'SELECT balance - lent AS free, held - lent AS leased FROM account WHERE id = :id FOR UPDATE'",
    why: 'Credits are lent that gateways hold, so that nothing is lent.',
    tests: BOTH_TESTS,
  },
  {
    id: 'postgres-11',
    file: LENDING,
    find: '  if (spent > 0) yield* lend(keyId, payer, -spent)\n',
    replace: '',
    why: 'What another machine has spent stays reserved for ever.',
    tests: BOTH_TESTS,
  },
  {
    id: 'postgres-12',
    file: LENDING,
    find: '  const sorted = sortCharges(from, charges, yield* writtenBefore(instance, charges))',
    replace:
      '  const sorted = sortCharges(from, charges, { ...(yield* writtenBefore(instance, charges)), late: () => undefined })',
    why: 'A late charge that is sent again fails instead of being known.',
    tests: ['test/src-main/ledger/both/lending.test.ts'],
  },
  {
    id: 'postgres-13',
    file: HOLDERS,
    find: '  if (hasLimit) yield* run(LEND_LIMIT, { id: keyId, credits })\n',
    replace: '',
    why: 'A team key leases past its own limit.',
    tests: BOTH_TESTS,
  },
  {
    id: 'postgres-14',
    file: LENDING,
    find: '      await freeUp(keyId)\n',
    replace: '      void freeUp\n',
    why: 'A machine is told that nothing is left while a gateway holds credits that it does not need.',
    tests: ['test/src-main/ledger/postgres/postgres-lending.test.ts'],
  },
  {
    id: 'postgres-15',
    file: 'src-main/instance/migration/to-postgres.ts',
    find: '  for (const sql of LENT) await client.query(sql)\n',
    replace: '',
    why: 'After a move, what other machines hold can be spent here as well.',
    tests: ['test/src-main/instance/migration/migration.test.ts'],
  },
]
