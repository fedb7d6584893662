import { afterEach, describe, expect, it } from 'vitest'
import { WorkerPool, type WorkerCall } from '../../../src-main/workers/worker-pool.ts'
import mathEvaluate from '../../../src-main/tools/math/math-evaluate.ts'
import { TEST_FILES } from '../../support/gateway/test-gateway.ts'

let pool: WorkerPool
afterEach(async () => await pool.close())

const open = (options: Partial<ConstructorParameters<typeof WorkerPool>[0]> = {}): WorkerPool => {
  pool = new WorkerPool({ workerUrl: TEST_FILES.workerUrl, ...options })
  return pool
}

/** A worker that never answers. */
const SILENT = new URL('../../fixtures/workers/silent-worker.mjs', import.meta.url)
const ENDLESS = 'f(n) = n < 2 ? 1 : f(n - 1) + f(n - 2); f(60)'

const evaluate = (expression: string, signal = new AbortController().signal): WorkerCall => ({
  slug: 'math-evaluate',
  input: mathEvaluate.input.parse({ expression }),
  now: 0,
  signal,
  onProgress: () => undefined,
})

describe('the worker pool', () => {
  it('ends an endless calculation, without harm to the calls beside and after it', async () => {
    const workers = open({ size: 2, deadlineMs: 2_500 })
    const [endless, beside] = await Promise.all([
      workers.run(evaluate(ENDLESS)),
      workers.run(evaluate('1 + 1')),
    ])
    expect(endless).toEqual({ kind: 'timed_out' })
    expect(beside).toMatchObject({ kind: 'done' })
    expect(await workers.run(evaluate('2 + 2'))).toMatchObject({ kind: 'done' })
  })

  it('survives a call that asks for too much memory', async () => {
    const workers = open({ size: 1, heapMb: 128, deadlineMs: 10_000 })
    expect(await workers.run(evaluate('ones(20000, 20000)'))).toEqual({ kind: 'out_of_memory' })
    expect(await workers.run(evaluate('2 + 2'))).toMatchObject({ kind: 'done' })
  })

  it('ends a call that waits without working', async () => {
    const workers = open({ size: 1, loadMs: 5, workerUrl: SILENT })
    expect(await workers.run(evaluate('1 + 1'))).toEqual({ kind: 'timed_out' })
  })

  // Catches: V8 ends a whole process when one piece of memory is too large for its heap, in whichever thread.
  it('survives a list that grows beyond all memory at once', async () => {
    const workers = open({ size: 1, deadlineMs: 20_000 })
    expect(await workers.run(evaluate('sum(1:100000000)'))).toEqual({ kind: 'out_of_memory' })
    expect(await workers.run(evaluate('2 + 2'))).toMatchObject({ kind: 'done' })
  })

  it('ends a call whose caller has left', async () => {
    const workers = open({ size: 1, deadlineMs: 10_000 })
    const gone = new AbortController()
    const running = workers.run(evaluate(ENDLESS, gone.signal))
    const waiting = workers.run(evaluate('1 + 1', gone.signal))
    setTimeout(() => gone.abort(), 50)
    expect(await running).toEqual({ kind: 'cancelled' })
    expect(await waiting).toEqual({ kind: 'cancelled' })
  })

  it('refuses calls beyond the length of its queue', async () => {
    const workers = open({ size: 1, maxQueue: 2 })
    const calls = [evaluate('1'), evaluate('2'), evaluate('3')].map((call) => workers.run(call))
    expect(() => workers.run(evaluate('4'))).toThrow(expect.objectContaining({ code: 'overloaded' }))
    expect(await Promise.all(calls)).toMatchObject([{ kind: 'done' }, { kind: 'done' }, { kind: 'done' }])
  })

  it('names the field when the input is at fault', async () => {
    expect(await open().run(evaluate('1 +'))).toMatchObject({ kind: 'invalid', path: 'expression' })
  })

  it('answers every caller when it closes', async () => {
    const workers = open({ size: 1 })
    const running = workers.run(evaluate(ENDLESS))
    const waiting = workers.run(evaluate('1 + 1'))
    await workers.close()
    expect([await running, await waiting]).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }])
    expect(() => workers.run(evaluate('1'))).toThrow(expect.objectContaining({ code: 'overloaded' }))
  })
})
