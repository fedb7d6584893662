import type { Mutation } from './mutation.ts'

const BOOK = 'src-main/ledger/lending/lease-book.ts'
const SORT = 'src-main/ledger/lending/sort-charges.ts'
const ROUNDS = 'src-main/hub/hub-rounds.ts'
const BOOK_TESTS = ['test/spec/money/leases.test.ts']
const HUB_TESTS = ['test/src-main/storage/both/hubs.test.ts']
const ROUND_TESTS = ['test/spec/money/team-budget.test.ts']

/** Changes that would lend credits twice, charge them twice, or lose their charges. */
export const LEASES: readonly Mutation[] = [
  {
    id: 'lease-1',
    file: BOOK,
    find: '    this.#hold(keyId, credits)\n    let repeated',
    replace: '    let repeated',
    why: 'What is leased can be spent at the hub as well.',
    tests: BOOK_TESTS,
  },
  {
    id: 'lease-2',
    file: BOOK,
    find: 'if (!committed || repeated !== null) this.#hold(keyId, -credits)',
    replace: 'if (!committed) this.#hold(keyId, -credits)',
    why: 'A repeated request holds its credits twice.',
    tests: BOOK_TESTS,
  },
  {
    id: 'lease-3',
    file: SORT,
    find: 'if (charged !== undefined) known++',
    replace: 'if (charged === -1) known++',
    why: 'A charge that is sent again counts as spent again.',
    tests: BOOK_TESTS,
  },
  {
    id: 'lease-4',
    file: SORT,
    find: 'else if (holder.endedAt !== null || credits > leftOf(holder) - spent) {',
    replace: 'else if (credits > leftOf(holder) - spent + (holder.endedAt === null ? 0 : credits)) {',
    why: 'Late charges are charged.',
    tests: BOOK_TESTS,
  },
  {
    id: 'lease-5',
    file: BOOK,
    find: '        if (committed && freed > 0) this.#hold(holderKey, -freed)',
    replace: '        if (committed && freed > 0) this.#hold(holderKey, 0)',
    why: 'Credits of a forgotten gateway stay reserved until the next start.',
    tests: BOOK_TESTS,
  },
  {
    id: 'lease-6',
    file: BOOK,
    find: '    for (const holder of this.#rows.all()) this.#hold(holder.keyId, leftOf(holder))\n',
    replace: '',
    why: 'After a restart of the hub, leased credits can be spent there too.',
    tests: ['test/src-main/ledger/lending/lease-book.test.ts'],
  },
  {
    id: 'lease-7',
    file: ROUNDS,
    find: 'charges.at(-1)?.seq ?? place, now()',
    replace: '(charges.at(-1)?.seq ?? place) + 1, now()',
    why: 'A charge that follows at once is never sent.',
    tests: ROUND_TESTS,
  },
  {
    id: 'lease-8',
    file: ROUNDS,
    find: '  yield* noteReceived(id, number, now())\n',
    replace: '',
    why: 'The number of a lease is not noted, so the same lease arrives for ever.',
    tests: ROUND_TESTS,
  },
  {
    id: 'lease-9',
    file: ROUNDS,
    find: '  yield* ledger.writeCredit({ id: `lease',
    replace: '  ledger.writeCredit({ id: `lease',
    why: 'A lease arrives, and its credits are written nowhere.',
    tests: ROUND_TESTS,
  },
  {
    id: 'lease-10',
    file: 'src-main/hub/hub-links.ts',
    find: 'SET sent_seq = greatest(sent_seq, :seq)',
    replace: 'SET sent_seq = :seq',
    why: 'On PostgreSQL a late note sends charges to the hub again.',
    tests: HUB_TESTS,
  },
  {
    id: 'lease-11',
    file: 'src-main/ledger/charge-feed.ts',
    find: "AND id NOT LIKE '%:failed'",
    replace: '',
    why: 'On PostgreSQL the hub charges calls that failed.',
    tests: HUB_TESTS,
  },
  {
    id: 'lease-12',
    file: 'src-main/storage/postgres/migrations/009-hubs.ts',
    find: 'CREATE UNIQUE INDEX hub_link_active',
    replace: 'CREATE INDEX hub_link_active',
    why: 'Two gateways over one PostgreSQL spend the leases of two hubs at once.',
    tests: HUB_TESTS,
  },
  {
    id: 'act-9',
    file: 'src-main/storage/engine/work.ts',
    find: '  yield* next(value)\n',
    replace: '',
    why: 'What the owner changes leaves no row in the audit trail.',
    tests: ['test/spec/instance/settings.test.ts', 'test/spec/documents/toolsets.test.ts'],
  },
  {
    id: 'act-10',
    file: 'src-main/storage/group-commit.ts',
    find: '      const value = work()\n      this.#commit.run()\n',
    replace: '      const value = work()\n      this.#rollBack()\n',
    why: 'What a tool writes is gone with the end of its call.',
    tests: ['test/src-main/storage/engine/work.test.ts'],
  },
]
