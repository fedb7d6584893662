import type { Mutation } from './mutation.ts'

const END_CALL = 'src-main/pipeline/end-call.ts'
const JOBS = 'src-main/pipeline/jobs/jobs.ts'
const EXECUTE_TESTS = ['test/src-main/pipeline/execute.test.ts']
const LEFT_TESTS = ['test/spec/calls/left-calls.test.ts']
const TRANSPORT_TESTS = ['test/src-main/providers/provider-transport.test.ts']
const OUT_OF_TIME_TESTS = ['test/spec/calls/out-of-time.test.ts']

/** Changes to what a call costs that its caller does not wait for. */
export const LEFT_CALLS: readonly Mutation[] = [
  {
    id: 'left-1',
    file: END_CALL,
    find: 'if (isLeft && departure.happened)',
    replace: 'if (departure.happened)',
    why: 'A failure of the receiver is charged to a caller who listens.',
    tests: LEFT_TESTS,
  },
  {
    id: 'left-2',
    file: END_CALL,
    find: 'if (isLeft && departure.happened)',
    replace: 'if (isLeft)',
    why: 'A caller who leaves pays although nothing has happened outside.',
    tests: LEFT_TESTS,
  },
  {
    id: 'left-3',
    file: END_CALL,
    find: 'if (isLeft && departure.happened)',
    replace: 'if (isLeft && departure.answered)',
    why: 'A request is sent for nothing by a caller who leaves.',
    tests: LEFT_TESTS,
  },
  {
    id: 'left-4',
    file: END_CALL,
    find: 'isTimeout(error) && departure.answered',
    replace: 'isTimeout(error) && departure.happened',
    why: "A receiver's silence is charged.",
    tests: OUT_OF_TIME_TESTS,
  },
  {
    id: 'left-5',
    file: END_CALL,
    find: 'if (!isWanted && !departure.happened) throw',
    replace: 'if (!isWanted) throw',
    why: 'A webhook is free if its job is cancelled in the moment of its charge.',
    tests: EXECUTE_TESTS,
  },
  {
    id: 'left-6',
    file: END_CALL,
    find: 'if (!isWanted && !departure.happened) throw leftError(null)\n',
    replace: '',
    why: 'A job that was cancelled in the moment of its charge is charged for nothing.',
    tests: [...EXECUTE_TESTS, 'test/src-main/pipeline/jobs/job-run.test.ts'],
  },
  {
    id: 'left-7',
    file: 'src-main/providers/question-end.ts',
    find: 'if (this.#answered) return this.#ended.abort(this.#caller.reason)\n',
    replace: '',
    why: 'A model goes on for a second after its caller has left.',
    tests: ['test/src-main/providers/question-end.test.ts'],
  },
  {
    id: 'left-8',
    file: 'src-main/providers/question-end.ts',
    find: '    this.#ended.abort(this.#hangUp)',
    replace: '    this.#ended.abort(this.#caller.reason)',
    why: 'A token that crosses the leave is paid by nobody.',
    tests: [...LEFT_TESTS, 'test/src-main/providers/question-end.test.ts'],
  },
  {
    id: 'left-9',
    file: 'src-main/providers/provider-transport.ts',
    find: 'if (!(error instanceof KeptConnectionLost) || request.hangUp?.aborted) throw error',
    replace: 'if (!(error instanceof KeptConnectionLost)) throw error',
    why: 'A question is asked again although its caller has left.',
    tests: TRANSPORT_TESTS,
  },
  {
    id: 'left-10',
    file: 'src-main/providers/provider-transport.ts',
    find: ' || socket.writableLength > 0) return',
    replace: ') return',
    why: 'The rest of a question is sent on behalf of a caller who has left.',
    tests: TRANSPORT_TESTS,
  },
  {
    id: 'left-11',
    file: 'src-main/providers/language-models.ts',
    find: '[count(), leaving()]',
    replace: '[count(), Promise.resolve()]',
    why: 'A question that was on its way when the gateway was killed is free.',
    tests: ['test/src-main/providers/question-end.test.ts'],
  },
  {
    id: 'left-12',
    file: 'src-main/providers/ask-model.ts',
    find: "part.type === 'text-delta' || part.type === 'reasoning-delta'",
    replace: "part.type === 'text-delta'",
    why: 'What a model thinks is free for a caller who leaves in time.',
    tests: ['test/src-main/providers/question-end.test.ts'],
  },
  {
    id: 'left-13',
    file: 'src-main/storage/jobs/job-table.ts',
    find: 'UPDATE job SET credits = :credits WHERE id = :id AND credits IS NULL',
    replace: 'UPDATE job SET credits = :credits WHERE id = :id',
    why: 'A job that was charged says afterwards that it was not.',
    tests: ['test/src-main/storage/jobs/job-store.test.ts'],
  },
  {
    id: 'left-14',
    file: JOBS,
    find: 'const undecided = await services.engine.read(() => store.undecided())',
    replace: 'const undecided: readonly { id: string; chargeId: string }[] = []',
    why: 'A job that was cancelled before a kill never says what it was charged.',
    tests: ['test/spec/jobs/jobs-restart.test.ts'],
  },
]
