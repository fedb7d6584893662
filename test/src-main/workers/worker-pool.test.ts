import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { FairShare } from '../../../src-main/shares/fair-share.ts'
import {
  WorkerPool,
  WORKERS,
  type WorkerCall,
  type WorkerPoolOptions,
} from '../../../src-main/workers/worker-pool.ts'
import execSqlOnJson from '../../../src-main/tools/execute/exec-sql-on-json.ts'
import mathEvaluate from '../../../src-main/tools/math/math-evaluate.ts'
import { PATIENT_MS, TEST_FILES } from '../../support/gateway/test-gateway.ts'
import { runs } from '../../support/runs.ts'
import { waitUntil } from '../../support/wait-until.ts'

let pool: WorkerPool
afterEach(async () => await pool.close())

const open = ({
  size = 2,
  waiting = 10,
  ...options
}: Partial<WorkerPoolOptions & { size: number; waiting: number }> = {}): WorkerPool => {
  const share = new FairShare({
    ...WORKERS,
    limit: size,
    perKey: size,
    reserve: 0,
    waiting,
    waitMs: 60_000,
  })
  pool = new WorkerPool({ workerUrl: TEST_FILES.workerUrl, share, ...options })
  return pool
}

/** A worker that never answers. */
const SILENT = new URL('../../fixtures/workers/silent-worker.mjs', import.meta.url)
/** How often a key ends its worker beside one that keeps its own. */
const TURNS = runs(1, 3)
const ENDLESS = 'f(n) = n < 2 ? 1 : f(n - 1) + f(n - 2); f(60)'

const evaluate = (expression: string, signal = new AbortController().signal): WorkerCall => ({
  who: { id: 'key', isOwner: false },
  slug: 'math-evaluate',
  input: mathEvaluate.input.parse({ expression }),
  now: 0,
  signal,
  onProgress: () => undefined,
})

describe('the worker pool', () => {
  it('ends an endless calculation, without harm to the calls beside and after it', async () => {
    const workers = open({ size: 2, deadlineMs: 800 })
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
    const workers = open({ size: 1, waiting: 2 })
    const calls = [evaluate('1'), evaluate('2'), evaluate('3')].map((call) => workers.run(call))
    await expect(workers.run(evaluate('4'))).rejects.toMatchObject({ code: 'overloaded' })
    expect(await Promise.all(calls)).toMatchObject([{ kind: 'done' }, { kind: 'done' }, { kind: 'done' }])
  })

  it('counts the processor time of calls that end and of calls that are ended', async () => {
    const share = new FairShare({ ...WORKERS, waitMs: 60_000 })
    const workers = open({ share, deadlineMs: 300 })
    const used = () => share.state().used_seconds_total
    await workers.run(evaluate('1 + 1'))
    const one = used()
    expect(one).toBeGreaterThan(0)
    expect(await workers.run(evaluate(ENDLESS))).toEqual({ kind: 'timed_out' })
    // Sums of fractions are not exact.
    expect(used() - one).toBeGreaterThan(0.299)
    await workers.run(evaluate('1 +'))
    expect(share.state()).toMatchObject({ in_use: 0, entered_total: 3 })
  })

  it('counts the processor time of the process in which a query runs, whether it ends or is ended', async () => {
    const share = new FairShare({ ...WORKERS, waitMs: 60_000 })
    const workers = open({ share, deadlineMs: PATIENT_MS })
    const cost = async (sql: string, kind: string): Promise<number> => {
      const before = share.state().used_seconds_total
      const input = execSqlOnJson.input.parse({ sql })
      const outcome = await workers.run({ ...evaluate('1'), slug: 'exec-sql-on-json', native: true, input })
      expect(outcome.kind).toBe(kind)
      return share.state().used_seconds_total - before
    }
    const counting = (rows: string): string =>
      `WITH c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c ${rows}) SELECT max(n) FROM c`
    // The first one loads the worker, which then only waits for the process.
    await cost('SELECT 1', 'done')
    const small = await cost('SELECT 1', 'done')
    expect(await cost(counting('LIMIT 1500000'), 'done')).toBeGreaterThan(2 * small)
    expect(await cost(counting(''), 'timed_out')).toBeGreaterThanOrEqual(1.5)
  })

  it('leaves each key the worker that is ready for it, also when another key has ended its own', async () => {
    const share = new FairShare({ ...WORKERS, waitMs: 60_000 })
    const workers = open({ share, deadlineMs: 300 })
    const who = { id: 'wasteful', isOwner: false }
    const evaluateOf = (expression: string) => workers.run({ ...evaluate(expression), who })
    // The one that is loaded answers with little processor time; a new one has to load first.
    const cost = async (work: Promise<unknown>): Promise<number> => {
      const before = share.state().used_seconds_total
      await work
      return share.state().used_seconds_total - before
    }
    const loading = await cost(workers.run(evaluate('1 + 1')))
    for (let turn = 0; turn < TURNS; turn++) {
      expect(await evaluateOf(ENDLESS)).toEqual({ kind: 'timed_out' })
      expect(await cost(workers.run(evaluate('1 + 1')))).toBeLessThan(loading / 2)
    }
  })

  it('ends a worker of the other kind when it has no room for one more: first the one of the same key', async () => {
    const share = new FairShare({ ...WORKERS, limit: 2, reserve: 0, waitMs: 60_000 })
    const workers = open({ share, deadlineMs: PATIENT_MS })
    const who = { id: 'both', isOwner: false }
    const input = execSqlOnJson.input.parse({ sql: 'SELECT 1 AS one' })
    const query = { ...evaluate('1'), who, slug: 'exec-sql-on-json', native: true, input }
    const cost = async (work: Promise<unknown>): Promise<number> => {
      const before = share.state().used_seconds_total
      expect(await work).toMatchObject({ kind: 'done' })
      return share.state().used_seconds_total - before
    }
    const loading = await cost(workers.run(evaluate('1 + 1')))
    for (let turn = 0; turn < TURNS; turn++) {
      expect(await workers.run({ ...evaluate('2 + 2'), who })).toMatchObject({ kind: 'done' })
      expect(await workers.run(query)).toMatchObject({ kind: 'done' })
      // Ends the worker that it got.
      const gone = new AbortController()
      const ended = workers.run({ ...evaluate(ENDLESS, gone.signal), who })
      gone.abort()
      expect(await ended).toEqual({ kind: 'cancelled' })
      expect(await cost(workers.run(evaluate('1 + 1')))).toBeLessThan(loading / 2)
    }
  })

  // Catches: a worker that holds memory for nobody, because each key starts its own beside it.
  it('gives the worker that was started ahead to the key that comes first, and to no other after it', async () => {
    let started = 0
    const count = (): void => void started++
    subscribe('child_process', count)
    onTestFinished(() => void unsubscribe('child_process', count))
    const workers = open({ deadlineMs: PATIENT_MS })
    workers.warm()
    await waitUntil(() => workers.walls !== null, 'the worker is up')
    const ahead = started
    expect(ahead).toBeGreaterThan(0)
    workers.warm()
    expect(await workers.run(evaluate('1 + 1'))).toMatchObject({ kind: 'done' })
    expect(started).toBe(ahead)
    const who = { id: 'another', isOwner: false }
    expect(await workers.run({ ...evaluate('2 + 2'), who })).toMatchObject({ kind: 'done' })
    expect(started).toBeGreaterThan(ahead)
  })

  // Catches: a worker whose file is missing reads like one that a call has ended.
  it('says that no worker could be started, where none can', async () => {
    const workers = open({ workerUrl: new URL('no-such-worker.js', SILENT) })
    const message = 'No worker could be started'
    expect(await workers.run(evaluate('1 + 1'))).toEqual({ kind: 'failed', message })
  })

  it('names the field when the input is at fault', async () => {
    expect(await open().run(evaluate('1 +'))).toMatchObject({ kind: 'invalid', path: 'expression' })
  })

  it('answers every caller when it closes', async () => {
    const workers = open({ size: 1 })
    const running = workers.run(evaluate(ENDLESS))
    const waiting = workers.run(evaluate('1 + 1'))
    const refused = expect(waiting).rejects.toMatchObject({ code: 'overloaded' })
    await workers.close()
    expect(await running).toEqual({ kind: 'cancelled' })
    await refused
    await expect(workers.run(evaluate('1'))).rejects.toMatchObject({ code: 'overloaded' })
  })
})
