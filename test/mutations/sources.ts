import type { Mutation } from './mutation.ts'

const SEND = 'src-main/extensions/mcp/send-call.ts'
const POOL = 'src-main/extensions/mcp/upstream-pool.ts'
const UPSTREAM = 'src-main/extensions/mcp/upstream.ts'
const RUN = 'src-main/extensions/mcp/run-source-tool.ts'
const RUNNER = 'src-main/extensions/source-runner.ts'
const REVIEW = 'src-main/extensions/definition-review.ts'
const IDEMPOTENT = 'src-main/gateway/calls/idempotent.ts'
const CALL_TESTS = ['test/src-main/extensions/mcp-sources.test.ts']
const KILL_TESTS = ['test/src-main/extensions/killed-sources.test.ts', ...CALL_TESTS]
const NPM_TESTS = ['test/src-main/extensions/npm-packages.test.ts']
const ADD_TESTS = ['test/src-main/extensions/adding-sources.test.ts']

const SIGN_INS = 'src-main/extensions/mcp/sign-in/sign-ins.ts'
const SIGN_IN_TESTS = [
  'test/src-main/extensions/sign-ins.test.ts',
  'test/src-main/extensions/kept-sign-ins.test.ts',
]
const HTTP_TESTS = ['test/src-main/extensions/http-sources.test.ts']

/** Changes to what calls of sources cost, tell and may do. */
export const SOURCES: readonly Mutation[] = [
  {
    id: 'src-1',
    file: UPSTREAM,
    find: 'const waiting: Waiting = { resolve, reject, progressed, wasSent: true }',
    replace: 'const waiting: Waiting = { resolve, reject, progressed, wasSent: false }',
    why: 'A call that was sent is told as not sent, and is sent a second time.',
    tests: KILL_TESTS,
  },
  {
    id: 'src-2',
    file: POOL,
    find: '(!error.wasSent || call.isRepeatable)',
    replace: 'true',
    why: 'A call that may have acted is sent again by itself.',
    tests: KILL_TESTS,
  },
  {
    id: 'src-3',
    file: RUN,
    find: '  if (!outcome.isError) return { ...outcome.data }\n',
    replace:
      '  if (outcome.isError) return { text: outcome.words, content: [] }\n  if (!outcome.isError) return { ...outcome.data }\n',
    why: 'A failure of a server is charged like an answer.',
    tests: CALL_TESTS,
  },
  {
    id: 'src-4',
    file: IDEMPOTENT,
    find: "if (!(error instanceof GatewayError) || error.details.outcome !== 'unknown') return",
    replace: 'if (error !== null) return',
    why: 'The repetition of a call that may have acted runs again.',
    tests: CALL_TESTS,
  },
  {
    id: 'src-5',
    file: POOL,
    find: '      call.check()\n',
    replace: '',
    why: 'A server that has just started is called although its tool is not as it was approved.',
    tests: CALL_TESTS,
  },
  {
    id: 'src-6',
    file: REVIEW,
    find: "return approvedHash === hash ? 'on' : 'changed'",
    replace: "return 'on'",
    why: 'A tool that its server has changed stays open.',
    tests: CALL_TESTS,
  },
  {
    id: 'src-7',
    file: RUNNER,
    find: "if (source.state === 'off' || source.state === 'reviewing') return []",
    replace: "if (source.state === 'reviewing') return []",
    why: 'The tools of a source that is switched off stay in the lists.',
    tests: ADD_TESTS,
  },
  {
    id: 'src-8',
    file: SEND,
    find: '    return await sent.answer\n',
    replace:
      '    return (await Promise.race([sent.answer, Promise.resolve({ content: [] })])) ?? sent.answer\n',
    why: 'A call is answered, and charged, before its server has answered.',
    tests: CALL_TESTS,
  },
  {
    id: 'src-9',
    file: 'src-main/extensions/mcp/way-to-process.ts',
    find: 'if (changed !== null) {',
    replace: 'if (settings.command === null) {',
    why: 'A program that was replaced after its owner had agreed is started.',
    tests: ADD_TESTS,
  },
  {
    id: 'src-10',
    file: 'src-main/extensions/decided-tools.ts',
    find: '  if (unseen.length > 0) throw unseenCharacters(unseen.map(({ tool }) => tool.original))\n',
    replace: '',
    why: 'A tool opens whose instructions to a model nobody could see.',
    tests: ADD_TESTS,
  },
  {
    id: 'src-11',
    file: 'src-main/extensions/mcp/http-failure.ts',
    find: 'const mayHaveActed = status === 500 || status === 502 || status === 504',
    replace: 'const mayHaveActed = status === 500',
    why: 'A call that broke behind a server in between is told as surely failed, and may act twice.',
    tests: HTTP_TESTS,
  },
  {
    id: 'src-12',
    file: 'src-main/outbound/source-reach.ts',
    find: 'target.origin === written && isOwnNetwork(target)',
    replace: 'target.origin === written',
    why: 'A name of the internet leads calls, with their secrets, into the network of the owner.',
    tests: ['test/src-main/outbound/source-reach.test.ts'],
  },
  {
    id: 'src-13',
    file: 'src-main/extensions/mcp/http-connection.ts',
    find: 'else delivery.failed(`lost the line (${code})`, { wasSent: true })',
    replace: 'else delivery.failed(`lost the line (${code})`, { wasSent: false })',
    why: 'A call whose line broke is told as not sent, although it may have acted.',
    tests: HTTP_TESTS,
  },
  {
    id: 'src-14',
    file: SIGN_INS,
    find: 'iss === undefined ? place.namesIssuer : iss !== place.issuer',
    replace: 'iss === undefined && place.namesIssuer',
    why: 'A code of one server is handed to another.',
    tests: SIGN_IN_TESTS,
  },
  {
    id: 'src-15',
    file: SIGN_INS,
    find: '    if (known) return known\n    const renewing',
    replace: '    const renewing',
    why: 'A refresh token that counts once is used by two calls, which ends the sign-in.',
    tests: SIGN_IN_TESTS,
  },
  {
    id: 'src-16',
    file: 'src-main/outbound/source-reach.ts',
    find: 'target.origin === written && isOwnNetwork(target)',
    replace: 'isOwnNetwork(target)',
    why: 'A server that was agreed to has the gateway ask other machines of its network.',
    tests: SIGN_IN_TESTS,
  },
  {
    id: 'src-17',
    file: SIGN_INS,
    find: '    this.#pending.delete(state)\n    if (!pending',
    replace: '    if (!pending',
    why: 'The answer of a sign-in counts twice.',
    tests: SIGN_IN_TESTS,
  },
  {
    id: 'src-18',
    file: 'src-main/extensions/mcp/http-connection.ts',
    find: 'if (failure.isForgotten) this.#isForgotten = true',
    replace: 'if (failure.isForgotten) this.#over(failure.why)',
    why: 'Calls that a server still answers are told as unknown, because another one found the session forgotten.',
    tests: HTTP_TESTS,
  },
  {
    id: 'src-19',
    file: 'src-main/extensions/consent.ts',
    find: 'return other?.file ?? null',
    replace: 'return null',
    why: 'A script that was replaced runs without being agreed to.',
    tests: ADD_TESTS,
  },
  {
    id: 'src-20',
    file: 'src-main/extensions/source-shelf.ts',
    find: '      await before\n',
    replace: '',
    why: 'Of two changes of a source at the same time one is lost.',
    tests: ['test/src-main/extensions/changed-at-once.test.ts'],
  },
  {
    id: 'npm-1',
    file: 'src-main/extensions/npm/run-npm.ts',
    find: "'--ignore-scripts', ",
    replace: '',
    why: 'A package runs code of its own before anybody has agreed to the server.',
    tests: NPM_TESTS,
  },
  {
    id: 'npm-2',
    file: 'src-main/extensions/npm/package-consent.ts',
    find: 'const pinned = { ...settings, package: pinOf(plan) }',
    replace: "const pinned = { ...settings, package: { ...pinOf(plan), tree: '0'.repeat(64) } }",
    why: 'Dependencies other than those that were shown are installed.',
    tests: NPM_TESTS,
  },
  {
    id: 'npm-3',
    file: 'src-main/extensions/npm/read-lock.ts',
    find: '(one.link === true || !one.integrity)',
    replace: 'false',
    why: 'A package is installed from a place that says nothing of what it sends.',
    tests: ['test/src-main/extensions/read-lock.test.ts'],
  },
  {
    id: 'npm-4',
    file: 'src-main/extensions/source-book.ts',
    find: "    await this.#runner.of(entry.source).stop(id, 'was agreed to in another form')\n",
    replace: '',
    why: 'The version before goes on, and is taken for the one that was agreed to.',
    tests: NPM_TESTS,
  },
  {
    id: 'npm-5',
    file: 'src-main/gateway/routes/start-source.ts',
    find: 'if (shown.hash !== consent) throw otherConsent()',
    replace: '',
    why: 'A version is installed that nobody has looked at.',
    tests: NPM_TESTS,
  },
  {
    id: 'look-1',
    file: 'src-main/extensions/mcp/upstream-pool.ts',
    find: 'this.#parts.now() - source.lookedAt >= LIST_KEPT_MS',
    replace: 'false',
    why: 'A server over HTTP changes what its tools say, and is never found out while it runs.',
    tests: ['test/src-main/extensions/http-sources.test.ts'],
  },
  {
    id: 'definition-1',
    file: 'src-main/extensions/source-store.ts',
    find: "which === 'approved' ? row?.approved : (row?.seen ?? row?.approved)",
    replace: 'row?.seen ?? row?.approved',
    why: 'A tool is served in a form that nobody has approved.',
    tests: ['test/src-main/storage/both/definitions.test.ts'],
  },
]
