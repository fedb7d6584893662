import type { Mutation } from './mutation.ts'

const EXECUTE = 'src-main/pipeline/execute.ts'
const END_CALL = 'src-main/pipeline/end-call.ts'
const RUN_TOOL = 'src-main/pipeline/run/run-tool.ts'
const WRITTEN_OUTPUT = 'src-main/registry/written-output.ts'
const EXECUTE_TESTS = ['test/src-main/pipeline/execute.test.ts']
const MODEL_TESTS = ['test/spec/calls/language-models.test.ts']
const JOB_TESTS = ['test/spec/jobs/jobs.test.ts', 'test/spec/jobs/job-list.test.ts']

/** Changes to what becomes of a call: how it is run, answered and charged. */
export const CALLS: readonly Mutation[] = [
  {
    id: 'call-1',
    file: 'src-main/pipeline/checks/read-call.ts',
    find: 'sessionId.length <= MAX_SESSION_ID_CHARS',
    replace: 'sessionId.length < MAX_SESSION_ID_CHARS',
    why: 'A session id of exactly the limit is refused.',
    tests: ['test/src-main/pipeline/checks/read-call.test.ts'],
  },
  {
    id: 'exec-1',
    file: EXECUTE,
    find: `    if (call.caller.gone())
      throw new GatewayError('caller_left', 'The caller left before the answer was ready.')
`,
    replace: '',
    why: 'A call that touched nothing outside is charged although its caller has left.',
    tests: EXECUTE_TESTS,
  },
  {
    id: 'exec-4',
    file: 'src-main/pipeline/run/cached-run.ts',
    find: 'tool.definition.cacheable === true &&',
    replace: "(tool.definition.cacheable === true || tool.definition.tier === 'llm') &&",
    why: "A model's answer comes from the cache and calls itself computed.",
    tests: MODEL_TESTS,
  },
  {
    id: 'exec-5',
    file: END_CALL,
    find: 'credits: answer.creditsUsed,',
    replace: "credits: answer.cache === 'HIT' ? 0 : answer.creditsUsed,",
    why: 'The receipt of a cached answer states another price than was charged.',
    tests: ['test/src-main/receipts/receipts.test.ts'],
  },
  {
    id: 'exec-6',
    file: END_CALL,
    find: "schema_valid: result.engine !== 'needs_key' && result.isOtherwise !== true,",
    replace: 'schema_valid: true,',
    why: 'An answer that no tool made claims to match its schema.',
    tests: ['test/spec/calls/envelope.test.ts'],
  },
  {
    id: 'exec-7',
    file: END_CALL,
    find: "error instanceof GatewayError && error.code === 'validation_error'",
    replace: 'error instanceof GatewayError',
    why: 'A failure leaves no refund in the ledger.',
    tests: EXECUTE_TESTS,
  },
  {
    id: 'exec-8',
    file: 'src-main/pipeline/run/cached-run.ts',
    find: "cache: 'HIT',",
    replace: "cache: 'MISS',",
    why: 'A cached answer calls itself fresh.',
    tests: ['test/spec/calls/result-cache.test.ts'],
  },
  {
    id: 'exec-9',
    file: END_CALL,
    find: 'fallback_used: result.fallbackUsed,',
    replace: 'fallback_used: false,',
    why: 'Nobody is told that another provider answered.',
    tests: ['test/spec/calls/failing-providers.test.ts', ...MODEL_TESTS],
  },
  {
    id: 'exec-10',
    file: 'src-main/pipeline/checks/admit-call.ts',
    find: '  checkScope(call, listed, services)\n',
    replace: '',
    why: 'A team key may call every tool.',
    tests: ['test/spec/keys/team-key-scopes.test.ts'],
  },
  {
    id: 'run-1',
    file: WRITTEN_OUTPUT,
    find: 'schema.check(output)',
    replace: '({ ok: true, value: Object(output), issues: [] })',
    why: "A tool's output schema is not enforced, and schema_valid lies.",
    tests: EXECUTE_TESTS,
  },
  {
    id: 'run-2',
    file: WRITTEN_OUTPUT,
    find: '_engine: engine }',
    replace: "_engine: 'real' }",
    why: "A model's answer calls itself computed.",
    tests: MODEL_TESTS,
  },
  {
    id: 'run-3',
    file: RUN_TOOL,
    find: '  if (call.caller.gone()) return cancelled(tool)\n',
    replace: '',
    why: 'Each caller who leaves is reported as a bug.',
    tests: [...EXECUTE_TESTS, ...JOB_TESTS],
  },
  {
    id: 'run-4',
    file: RUN_TOOL,
    find: "(tool.definition.tier === 'llm' ? model : others)",
    replace: 'others',
    why: 'A language model is given as little time as any other tool.',
    tests: MODEL_TESTS,
  },
  {
    id: 'cache-1',
    file: 'src-main/pipeline/result-cache.ts',
    find: '`${keyId}\\n${tool.slug}@',
    replace: '`${tool.slug}@',
    why: 'A HIT tells what another key has called.',
    tests: ['test/spec/calls/result-cache.test.ts'],
  },
  {
    id: 'batch-places-1',
    file: 'src-main/pipeline/execute.ts',
    find: '  call.ran?.()\n',
    replace: '',
    why: 'Items of a batch keep others from running while they wait for the disk.',
    tests: ['test/src-main/pipeline/batch-places.test.ts'],
  },
  {
    id: 'batch-1',
    file: 'src-main/pipeline/batch.ts',
    find: 'succeeded > 0 && succeeded < results.length',
    replace: 'succeeded > 0',
    why: 'A batch without a failure calls itself partial.',
    tests: ['test/spec/calls/batch.test.ts'],
  },
  {
    id: 'cache-2',
    file: 'src-main/pipeline/result-cache.ts',
    find: '@${version}${large}',
    replace: '${large}',
    why: 'A HIT gives the answer of an older version of the tool.',
    tests: ['test/src-main/pipeline/result-cache.test.ts'],
  },
]
