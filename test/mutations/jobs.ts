import type { Mutation } from './mutation.ts'

const JOB_RUN = 'src-main/pipeline/jobs/job-run.ts'
const JOB_QUEUE = 'src-main/pipeline/jobs/jobs.ts'
const RERUN_REFUSAL = 'src-main/pipeline/jobs/rerun-refusal.ts'
const JOB_TESTS = ['test/spec/jobs/jobs.test.ts', 'test/spec/jobs/job-list.test.ts']

/** Changes to how a job waits, runs, is cancelled and is taken up again. */
export const JOBS: readonly Mutation[] = [
  {
    id: 'job-4',
    file: JOB_RUN,
    find: "if (yield* store.finish(this.#id, { status: 'completed', envelope, credits }, this.#owner)) return true",
    replace:
      "if ((yield* store.finish(this.#id, { status: 'completed', envelope, credits }, this.#owner)) || true) return true",
    why: 'A job that was cancelled while it ran is charged.',
    tests: ['test/src-main/pipeline/jobs/job-run.test.ts'],
  },
  {
    id: 'job-5',
    file: RERUN_REFUSAL,
    find: 'job.attempts >= MAX_ATTEMPTS',
    replace: 'job.attempts > MAX_ATTEMPTS',
    why: 'A job that stops the gateway stops it once more.',
    tests: ['test/src-main/pipeline/jobs/rerun-refusal.test.ts'],
  },
  {
    id: 'job-6',
    file: RERUN_REFUSAL,
    find: "!tool.sideEffects && tool.tier !== 'network' &&",
    replace: '!tool.sideEffects &&',
    why: 'A request that may have left is sent again after a restart.',
    tests: ['test/src-main/pipeline/jobs/rerun-refusal.test.ts'],
  },
  {
    id: 'job-7',
    file: JOB_RUN,
    find: 'services.keys.findById(keyId)',
    replace: 'services.keys.findAnyById(keyId)',
    why: 'The waiting jobs of a revoked key still run.',
    tests: ['test/spec/jobs/jobs.test.ts'],
  },
  {
    id: 'job-8',
    file: 'src-main/storage/jobs/job-table.ts',
    find: 'WHERE id = :id AND finished_at IS NULL $',
    replace: 'WHERE id = :id $',
    why: 'A late result undoes a cancellation.',
    tests: ['test/src-main/storage/jobs/job-store.test.ts'],
  },
  {
    id: 'job-9',
    file: JOB_QUEUE,
    find: '    this.#waits.get(id)?.abort()\n',
    replace: '',
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
    file: JOB_QUEUE,
    find: '  perKey: 4,\n',
    replace: '  perKey: 5,\n',
    why: 'One key runs more jobs at once than its share.',
    tests: JOB_TESTS,
  },
  {
    id: 'job-12',
    file: JOB_RUN,
    find: 'if (Buffer.byteLength(envelope) > MAX_ENVELOPE_BYTES) {',
    replace: 'if (envelope === null) {',
    why: 'A job keeps a result of any size.',
    tests: JOB_TESTS,
  },
  {
    id: 'job-13',
    file: JOB_QUEUE,
    find: 'if (this.#share.waitingOf(keyId) >= MAX_WAITING_PER_KEY)',
    replace: 'if (this.#share.waitingOf(keyId) > MAX_WAITING_PER_KEY)',
    why: 'One job too many may wait.',
    tests: JOB_TESTS,
  },
  {
    id: 'job-14',
    file: 'src-main/storage/jobs/job-store.ts',
    find: '    yield* run(table.DROP_CALL, { id })\n',
    replace: '',
    why: 'The input of a job stays on the disk after its end.',
    tests: ['test/src-main/storage/jobs/job-store.test.ts'],
  },
  {
    id: 'job-15',
    file: JOB_RUN,
    find: 'if (!(error instanceof GatewayError)) this.#parts.services.reportBug(error, job.requestId)',
    replace: 'if (error === undefined) this.#parts.services.reportBug(error, job.requestId)',
    why: 'A bug in a job is told to nobody.',
    tests: ['test/src-main/pipeline/jobs/job-run.test.ts'],
  },
]
