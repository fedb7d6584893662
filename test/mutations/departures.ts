import type { Mutation } from './mutation.ts'

const LEDGER = 'src-main/ledger/sqlite-ledger.ts'
const DEPARTURE_TESTS = [
  'test/src-main/ledger/departures.test.ts',
  'test/src-main/ledger/ledger-model.test.ts',
]

/** Changes to what the next start charges for a call that the gateway did not see end. */
export const DEPARTURES: readonly Mutation[] = [
  {
    id: 'dep-1',
    file: LEDGER,
    find: '    held.departed = true\n',
    replace: '',
    why: 'A call that was answered, refunded or left is charged once more by the next start.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-2',
    file: LEDGER,
    find: '    if (held.departed) this.#departures.remove(id)\n    if (withinTransaction)',
    replace: '    if (withinTransaction)',
    why: 'The rows of calls that have ended stay on the disk.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-3',
    file: LEDGER,
    find: '        if (held.departed) this.#departures.remove(id)\n        if (refunded)',
    replace: '        if (refunded)',
    why: 'A call that failed is charged by the next start.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-4',
    file: LEDGER,
    find: 'if (!refunded && !held.departed) {',
    replace: 'if (!refunded) {',
    why: 'A refused call from which something had left is charged by the next start.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-5',
    file: LEDGER,
    find: 'const kept = this.#entries.parts.owedOf(id, credits)',
    replace: 'const kept = 0',
    why: 'Credits that are owed can be spent while the disk is full.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-6',
    file: 'src-main/ledger/unended-departures.ts',
    find: '    this.#held.abandon(held)\n  }\n',
    replace: '    this.#held.release(held)\n  }\n',
    why: 'Credits of a caller who left can be spent before the next start charges them.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-7',
    file: LEDGER,
    find: 'else this.#unended.lapse(held)',
    replace: 'else this.#held.has(held.id)',
    why: 'A caller who was told that nothing is charged is charged by the next start.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-8',
    file: LEDGER,
    find: '        for (const { id } of lapsed) this.#departures.remove(id)\n',
    replace: '',
    why: 'A row that the disk did not let go of is charged by the next start.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-14',
    file: 'src-main/ledger/unended-departures.ts',
    find: '    if (!held.departed || !this.#departures.has(held.id)) return this.#held.release(held)\n',
    replace:
      '    if (!held.departed) return this.#held.release(held)\n    this.#held.hold(held, -held.kept)\n',
    why: 'Credits that the next start would charge can be spent before it, and the balance would go below zero.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-15',
    file: LEDGER,
    find: 'if (earlier) this.#repeat(earlier, charge, reason, credits)\n        else this.#write(charge,',
    replace: 'this.#write(charge,',
    why: 'A start cannot remove the row of a call that was charged and has nothing left.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-16',
    file: LEDGER,
    find: 'id === reservationId || !this.#held.hasDeparted(id)',
    replace: "id !== ''",
    why: 'A call that departs removes the row of another that has departed again, which is then free after a kill.',
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-9',
    file: LEDGER,
    find: "const charge: NewEntry = { id, account, spender, kind: 'charge', credits: 0 - rest }",
    replace: "const charge: NewEntry = { id, account, kind: 'charge', credits: 0 - rest }",
    why: "A team key's call that was killed does not count against its limit.",
    tests: DEPARTURE_TESTS,
  },
  {
    id: 'dep-10',
    file: 'src-main/instance/create-instance.ts',
    find: "for (const reason of await ledger.chargeDeparted()) reportBug(reason, 'start')",
    replace: '',
    why: 'What had left when the gateway was killed is free.',
    tests: ['test/spec/jobs/jobs-restart.test.ts'],
  },
]
