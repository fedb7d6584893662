import type { Mutation } from './mutation.ts'

const CHAIN = 'src-main/pipeline/run/run-chain.ts'
const FAILURE = 'src-main/pipeline/run/chain-failure.ts'
const DEPARTURE = 'src-main/pipeline/departure.ts'
const END = 'src-main/pipeline/end-call.ts'
const PART = 'src-main/ledger/charges/part-charge.ts'
const SCOPE = 'src-main/pipeline/checks/check-scope.ts'
const SEEN = 'src-main/pipeline/checks/seen-tools.ts'
const ROOM = 'test/src-main/extensions/recipes'
const MONEY = [`${ROOM}/paying-for-recipes.test.ts`]
const GRANTS = [`${ROOM}/granting-recipes.test.ts`]

/** Changes to what recipes cost, and to what keys may do with them. */
export const RECIPES: readonly Mutation[] = [
  {
    id: 'rcp-1',
    file: DEPARTURE,
    find: 'if (step && (hasActed || step.happened)) this.#owed += step.credits',
    replace: 'if (step?.#tool.chain) this.#owed += step.owed',
    why: 'Whoever makes a late step fail has the steps before it act for nothing.',
    tests: MONEY,
  },
  {
    id: 'rcp-2',
    file: DEPARTURE,
    find: 'if (step && (hasActed || step.happened)) this.#owed += step.credits',
    replace: 'if (step) this.#owed += step.credits',
    why: 'A call that fails costs steps that have only computed.',
    tests: MONEY,
  },
  {
    id: 'rcp-3',
    file: DEPARTURE,
    find: 'if (this.#tool.chain === null) return this.#tool.definition.credits',
    replace: 'if (this.#tool) return this.#tool.definition.credits',
    why: 'All steps of a recipe are paid when one of them has acted.',
    tests: MONEY,
  },
  {
    id: 'rcp-4',
    file: END,
    find: "  if (departure.owed > 0) return await chargeUnanswered('step_failed', begun, services, error)\n",
    replace: '',
    why: 'A call whose steps have acted is free when a later one fails.',
    tests: MONEY,
  },
  {
    id: 'rcp-5',
    file: FAILURE,
    find: "...(done.some(changes) ? { outcome: 'unknown' as const } : {}),",
    replace: '',
    why: 'A repetition under the same Idempotency-Key lets the first steps act again.',
    tests: MONEY,
  },
  {
    id: 'rcp-6',
    file: PART,
    find: '    allHeld.close(reservationId)\n',
    replace: '',
    why: 'Two ends of one call could both be charged.',
    tests: ['test/src-main/ledger/charges/part-charge.test.ts'],
  },
  {
    id: 'rcp-7',
    file: PART,
    find: 'paidParts.owedOf(',
    replace: 'paidParts.restOf(',
    why: 'A repetition of a call that was charged is charged once more for its part.',
    tests: ['test/src-main/ledger/charges/part-charge.test.ts'],
  },
  {
    id: 'rcp-part-1',
    file: 'src-main/ledger/charges/paid-parts.ts',
    find: 'Math.max(0, credits - this.of(chargeId).paid)',
    replace: 'this.of(chargeId).count > 0 ? 0 : credits',
    why: 'A repetition that comes further than the first attempt is free.',
    tests: ['test/src-main/ledger/charges/part-charge.test.ts'],
  },
  {
    id: 'rcp-part-2',
    file: 'src-main/ledger/sqlite-ledger.ts',
    find: 'const rest = hasParts ? this.#entries.parts.restOf(id, credits) : credits',
    replace: 'const rest = credits',
    why: 'A repetition that succeeds costs the steps of the first attempt a second time.',
    tests: ['test/src-main/ledger/charges/part-charge.test.ts'],
  },
  {
    id: 'rcp-part-3',
    file: 'src-main/ledger/sqlite-ledger.ts',
    find: 'const rest = this.#entries.parts.restOf(id, credits)',
    replace: 'const rest = credits',
    why: 'A repetition that was killed costs the steps of the first attempt a second time.',
    tests: ['test/src-main/ledger/departures.test.ts'],
  },
  {
    id: 'rcp-part-4',
    file: 'src-main/pipeline/execute.ts',
    find: 'tool.chain === null ? {} : { hasParts: true }',
    replace: '{}',
    why: 'A repetition of a recipe costs the steps of the first attempt a second time.',
    tests: MONEY,
  },
  {
    id: 'rcp-8',
    file: SCOPE,
    find: '  if (!stepsOf(tool).every((step) => mayCall(account, step, services))) throw stepsOutOfScope(tool)\n',
    replace: '',
    why: 'A key calls tools by way of a recipe that it may not call itself.',
    tests: GRANTS,
  },
  {
    id: 'rcp-9',
    file: SEEN,
    find: 'isInScope(account, tool.facts) && stepsOf(tool).every((step) => isGranted(account, step))',
    replace: 'isInScope(account, tool.facts)',
    why: 'A key is shown recipes that it may not call.',
    tests: GRANTS,
  },
  {
    id: 'rcp-10',
    file: CHAIN,
    find: '  if (refusal) throw refusal\n',
    replace: '',
    why: 'What a guard of the key would refuse goes from one step to the next.',
    tests: GRANTS,
  },
  {
    id: 'rcp-11',
    file: 'src-main/pipeline/approvals/needs-approval.ts',
    find: 'callsOf(tool).some(',
    replace: 'callsOf(tool).every(',
    why: 'A recipe with a tool that waits for the owner runs without being asked about.',
    tests: GRANTS,
  },
  {
    id: 'rcp-12',
    file: 'src-main/accounts/rules/tool-limits.ts',
    find: 'if (times > most) throw neverAllowed(slug, times, most, words)',
    replace: '',
    why: 'A recipe that calls a tool more often than its limit ever allows is told to wait.',
    tests: GRANTS,
  },
]
