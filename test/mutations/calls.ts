import type { Mutation } from './mutation.ts'

const EXECUTE = 'src-main/pipeline/execute.ts'
const RUN_TOOL = 'src-main/pipeline/run-tool.ts'
const JOB_RUN = 'src-main/pipeline/jobs/job-run.ts'
const JOBS = 'src-main/pipeline/jobs/jobs.ts'
const RUN_AGAIN = 'src-main/pipeline/jobs/run-again.ts'
const EXECUTE_TESTS = ['test/src-main/pipeline/execute.test.ts']
const MODEL_TESTS = ['test/spec/calls/language-models.test.ts']
const JOB_TESTS = ['test/spec/jobs/jobs.test.ts', 'test/spec/jobs/job-list.test.ts']

/** Changes to what becomes of a call: how it is run, answered, charged and taken up again. */
export const CALLS: readonly Mutation[] = [
  {
    id: 'call-1',
    file: 'src-main/pipeline/read-call.ts',
    find: 'sessionId.length <= MAX_SESSION_ID_CHARS',
    replace: 'sessionId.length < MAX_SESSION_ID_CHARS',
    why: 'A session id of exactly the limit is refused.',
    tests: ['test/src-main/pipeline/read-call.test.ts'],
  },
  {
    id: 'exec-1',
    file: EXECUTE,
    find: `    if (call.caller.gone())
      throw new GatewayError('handler_error', 'The caller left before the answer was ready.')
`,
    replace: '',
    why: 'A call that touched nothing outside is charged although its caller has left.',
    tests: EXECUTE_TESTS,
  },
  {
    id: 'exec-4',
    file: EXECUTE,
    find: 'const name = tool.definition.cacheable\n',
    replace: "const name = tool.definition.cacheable || tool.definition.tier === 'llm'\n",
    why: "A model's answer comes from the cache and calls itself computed.",
    tests: MODEL_TESTS,
  },
  {
    id: 'exec-5',
    file: EXECUTE,
    find: 'credits: answer.creditsUsed,',
    replace: "credits: answer.cache === 'HIT' ? 0 : answer.creditsUsed,",
    why: 'The receipt of a cached answer states another price than was charged.',
    tests: ['test/src-main/receipts/receipts.test.ts'],
  },
  {
    id: 'exec-6',
    file: EXECUTE,
    find: "schema_valid: result.engine !== 'needs_key',",
    replace: 'schema_valid: true,',
    why: 'An answer that no tool made claims to match its schema.',
    tests: ['test/spec/calls/envelope.test.ts'],
  },
  {
    id: 'exec-7',
    file: EXECUTE,
    find: "error instanceof GatewayError && error.code === 'validation_error'",
    replace: 'error instanceof GatewayError',
    why: 'A failure leaves no refund in the ledger.',
    tests: EXECUTE_TESTS,
  },
  {
    id: 'exec-8',
    file: EXECUTE,
    find: "engine: 'real', cache: 'HIT'",
    replace: "engine: 'real', cache: 'MISS'",
    why: 'A cached answer calls itself fresh.',
    tests: ['test/spec/calls/result-cache.test.ts'],
  },
  {
    id: 'exec-9',
    file: EXECUTE,
    find: 'fallback_used: result.fallbackUsed,',
    replace: 'fallback_used: false,',
    why: 'Nobody is told that another provider answered.',
    tests: ['test/spec/calls/failing-providers.test.ts', ...MODEL_TESTS],
  },
  {
    id: 'exec-10',
    file: EXECUTE,
    find: '  checkScope(call, listed, services)\n',
    replace: '',
    why: 'A team key may call every tool.',
    tests: ['test/spec/keys/team-keys.test.ts'],
  },
  {
    id: 'run-1',
    file: RUN_TOOL,
    find: 'tool.definition.output.safeParse(output)',
    replace: '({ success: true, data: output, error: null })',
    why: "A tool's output schema is not enforced, and schema_valid lies.",
    tests: EXECUTE_TESTS,
  },
  {
    id: 'run-2',
    file: RUN_TOOL,
    find: "tool.definition.tier === 'llm' ? 'llm' : 'real', fallbackUsed)",
    replace: "'real', fallbackUsed)",
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
    id: 'job-4',
    file: JOB_RUN,
    find: "if (this.#parts.store.finish(this.#id, { status: 'completed', envelope })) return\n",
    replace: "if (this.#parts.store.finish(this.#id, { status: 'completed', envelope }) || true) return\n",
    why: 'A job that was cancelled while it ran is charged.',
    tests: ['test/src-main/pipeline/jobs/job-run.test.ts'],
  },
  {
    id: 'job-5',
    file: RUN_AGAIN,
    find: 'job.attempts >= MAX_ATTEMPTS',
    replace: 'job.attempts > MAX_ATTEMPTS',
    why: 'A job that stops the gateway stops it once more.',
    tests: ['test/src-main/pipeline/jobs/run-again.test.ts'],
  },
  {
    id: 'job-6',
    file: RUN_AGAIN,
    find: "!tool.sideEffects && tool.tier !== 'network' &&",
    replace: '!tool.sideEffects &&',
    why: 'A request that may have left is sent again after a restart.',
    tests: ['test/src-main/pipeline/jobs/run-again.test.ts'],
  },
  {
    id: 'job-7',
    file: JOB_RUN,
    find: 'if (account && isInForce(account, now())) return account',
    replace: 'if (account) return account',
    why: 'The waiting jobs of a revoked key still run.',
    tests: ['test/spec/jobs/jobs.test.ts'],
  },
  {
    id: 'job-8',
    file: 'src-main/storage/job-store.ts',
    find: 'WHERE id = ? AND finished_at IS NULL RETURNING key_id',
    replace: 'WHERE id = ? RETURNING key_id',
    why: 'A late result undoes a cancellation.',
    tests: ['test/src-main/storage/job-store.test.ts'],
  },
  {
    id: 'job-9',
    file: JOBS,
    find: '    this.#queue.remove({ keyId, id })\n    this.#runs.get(id)',
    replace: '    this.#runs.get(id)',
    why: 'A cancelled job goes on counting among the waiting ones.',
    tests: ['test/spec/jobs/job-list.test.ts'],
  },
  {
    id: 'job-10',
    file: JOB_RUN,
    find: '    this.#leftOpen = true\n',
    replace: '',
    why: 'A job that runs when the gateway stops fails instead of running again.',
    tests: ['test/src-main/pipeline/jobs/job-run.test.ts'],
  },
  {
    id: 'job-11',
    file: 'src-main/pipeline/jobs/job-queue.ts',
    find: 'if (running >= this.#limits.runningPerKey ||',
    replace: 'if (running > this.#limits.runningPerKey ||',
    why: 'One key runs more jobs at once than its share.',
    tests: ['test/src-main/pipeline/jobs/job-queue.test.ts', ...JOB_TESTS],
  },
]
