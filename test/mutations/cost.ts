import type { Mutation } from './mutation.ts'

const VISITOR = 'src-main/accounts/visitor-key.ts'
const ACCESS_FILE = 'src-main/pipeline/models/model-access.ts'
const INLINE = 'src-main/pipeline/run/inline-context.ts'
const BUDGETS = 'src-main/accounts/model-budgets.ts'
const USE = 'src-main/accounts/model-use.ts'
const COUNTED = 'src-main/providers/counted-question.ts'
const METER = 'src-main/pipeline/models/model-meter.ts'
const VISITOR_TESTS = ['test/spec/keys/visitors.test.ts']
const MAKER_TESTS = ['test/spec/keys/makers-budgets.test.ts']
const BUDGET_TESTS = ['test/spec/keys/model-budgets.test.ts']
const UNPAID_TESTS = ['test/spec/keys/unpaid-questions.test.ts']

/** Changes to what keys may ask of the owner's language models. */
export const COST: readonly Mutation[] = [
  {
    id: 'cost-1',
    file: VISITOR,
    find: "return account.kind === 'demo' || account.email !== null",
    replace: "return account.kind === 'demo'",
    why: 'A key from sign-up counts as one that the owner made.',
    tests: VISITOR_TESTS,
  },
  {
    id: 'cost-2',
    file: VISITOR,
    find: "maker === null || maker.kind === 'demo' || maker.email !== null",
    replace: "maker === null || maker.kind === 'demo'",
    why: 'A team key of a sign-up key counts as one that the owner made.',
    tests: VISITOR_TESTS,
  },
  {
    id: 'cost-3',
    file: ACCESS_FILE,
    find: `  if (asksModels(tool)) providersFor(account, services)
`,
    replace: '',
    why: "A visitor's stream fails only after its first byte, and its job only when it runs.",
    tests: VISITOR_TESTS,
  },
  {
    id: 'cost-4',
    file: ACCESS_FILE,
    find: `  if (open.length === 0) throw denied(enabled)
`,
    replace: '',
    why: 'A visitor is told that no provider is set up.',
    tests: VISITOR_TESTS,
  },
  {
    id: 'cost-5',
    file: ACCESS_FILE,
    find: 'return setting === null || settings[setting]',
    replace: 'return setting === null || settings.visitors_use_paid_models',
    why: 'Opening paid models opens local ones too.',
    tests: VISITOR_TESTS,
  },
  {
    id: 'cost-6',
    file: INLINE,
    find: 'providers: () => providersFor(account, this.#services)',
    replace: 'providers: () => providers.access.usable()',
    why: "A visitor's question falls back to a provider that was not opened.",
    tests: VISITOR_TESTS,
  },
  {
    id: 'cost-7',
    file: BUDGETS,
    find: 'used >= limit',
    replace: 'used > limit',
    why: 'One question more than the budget is asked.',
    tests: BUDGET_TESTS,
  },
  {
    id: 'cost-8',
    file: USE,
    find: `    addEach(this.#unwritten, 1, named)
`,
    replace: '',
    why: 'Questions that are asked at once all find the last place free.',
    tests: BUDGET_TESTS,
  },
  {
    id: 'cost-9',
    file: COUNTED,
    find: '      tokens: isBeforeWork(kind, heard) ? 0 : await tokensOf(question, heard),',
    replace: '      tokens: 0,',
    why: 'The tokens of an answer that was cut off are not counted.',
    tests: BUDGET_TESTS,
  },
  {
    id: 'cost-10',
    file: BUDGETS,
    find: `this.#rules.isOwner(account)
      ? {`,
    replace: `account.kind === 'demo'
      ? {`,
    why: 'The owner is held to the budget of other keys.',
    tests: BUDGET_TESTS,
  },
  {
    id: 'cost-11',
    file: METER,
    find: 'if (failedByProvider || tokens === 0) asked.excused++',
    replace: 'if (failedByProvider) asked.excused++',
    why: 'A request that the provider refused before any work slows its key down.',
    tests: UNPAID_TESTS,
  },
  {
    id: 'cost-12',
    file: METER,
    find: `      asked.questions--
`,
    replace: '',
    why: 'A refused question counts as an unpaid one, so a key that waits waits ever longer.',
    tests: BUDGET_TESTS,
  },
  {
    id: 'cost-13',
    file: BUDGETS,
    find: '(unpaid.left < MAX_UNPAID || this.#use.open(id) === 0)',
    replace: '(unpaid.left >= 0)',
    why: 'A key that may try again sends everything at once.',
    tests: UNPAID_TESTS,
  },
  {
    id: 'cost-14',
    file: BUDGETS,
    find: 'FIRST_WAIT_MS * 2 ** (count - MAX_UNPAID)',
    replace: 'FIRST_WAIT_MS',
    why: 'A key that fails again and again never waits for longer than a minute.',
    tests: UNPAID_TESTS,
  },
  {
    id: 'cost-15',
    file: USE,
    find: 'Math.floor(passed / FORGIVEN_MS)',
    replace: '0',
    why: 'Unpaid questions are never forgiven.',
    tests: UNPAID_TESTS,
  },
  {
    id: 'cost-16',
    file: USE,
    find: '[day, day - 1].includes(dayOf(last.at))',
    replace: '[day].includes(dayOf(last.at))',
    why: 'Midnight forgives every unpaid question.',
    tests: UNPAID_TESTS,
  },
  {
    id: 'cost-17',
    file: ACCESS_FILE,
    find: 'if (!asksModels(tool) || services.providers.access.usable().length === 0) return',
    replace: 'if (!asksModels(tool)) return',
    why: 'A key whose budget is used up is not told that no provider is set up.',
    tests: BUDGET_TESTS,
  },
  {
    id: 'cost-18',
    file: METER,
    find: ' || credits > 0',
    replace: '',
    why: 'Calls that were charged after their callers had left slow their key down.',
    tests: UNPAID_TESTS,
  },
  {
    id: 'cost-19',
    file: BUDGETS,
    find: 'this.#use.count(...this.#withMakers(account).map(({ id }) => id))',
    replace: 'this.#use.count(account.id)',
    why: 'A key multiplies its budget by making keys.',
    tests: MAKER_TESTS,
  },
  {
    id: 'cost-20',
    file: BUDGETS,
    find: `    for (const one of this.#withMakers(account)) {
      const budget`,
    replace: `    for (const one of [account]) {
      const budget`,
    why: 'A key that a key made goes on when the budget of its maker is used up.',
    tests: MAKER_TESTS,
  },
]
