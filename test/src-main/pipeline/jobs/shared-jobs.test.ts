import { describe, expect, it } from 'vitest'
import { endGateway } from '../../../../src-main/ledger/postgres/gateway-row.ts'
import type { OpenedLedger } from '../../../../src-main/ledger/postgres/open-ledger.ts'
import type { Services } from '../../../../src-main/pipeline/services.ts'
import type { Jobs } from '../../../../src-main/pipeline/jobs/jobs.ts'
import { SharedJobs } from '../../../../src-main/pipeline/jobs/shared-jobs.ts'
import { JobStore } from '../../../../src-main/storage/jobs/job-store.ts'
import type { ClaimedJob, OpenJob } from '../../../../src-main/storage/jobs/job.ts'
import { statement, all } from '../../../../src-main/storage/engine/work.ts'
import { ampleStorage, CALL } from '../../../support/gateway/open-stores.ts'
import { openGateways, verify } from '../../../support/postgres/postgres-gateways.ts'

const PURE = { facts: { tier: 'tool', sideEffects: false, cacheable: true } }
const registry = {
  find: (slug: string) => (slug === 'pure' ? PURE : { facts: { sideEffects: true } }),
} as never
const ENDS = statement<
  Record<never, never>,
  { status: string; slug: string; jobs: number; credits: number }
>(
  `SELECT status, slug, count(*) AS jobs, sum(credits)::bigint AS credits FROM job
   GROUP BY status, slug ORDER BY status, slug`,
)

/** A gateway whose jobs are taken by the real table, and run by the test. */
class Runner {
  readonly store: JobStore
  readonly opened: OpenedLedger
  readonly shared: SharedJobs
  readonly waiting: OpenJob[] = []
  places = 0
  stopped: string[] = []
  progress = new Map<string, { owner: string; progress: number }>()

  constructor(opened: OpenedLedger) {
    const { engine, ledger } = opened
    const gateway = (): string => ledger.gateway
    this.opened = opened
    this.store = new JobStore(() => 1_000, ampleStorage(), gateway)
    const services: Pick<Services, 'engine' | 'ledger' | 'registry'> = { engine, ledger, registry }
    this.shared = new SharedJobs({ store: this.store, services, gateway, jobs: this.#jobs() })
  }

  submit(id: string, keyId = 'key_a', slug = 'pure', isAsked = false): Promise<boolean> {
    const row = { id, keyId, slug, chargeId: `charge_${id}`, requestId: 'r', call: '{}', isAsked }
    return this.opened.engine.write(keyId, () => this.store.insert(row))
  }

  /** Takes a job and reserves its credit, as its run does. */
  async claim(id: string): Promise<ClaimedJob | null> {
    const { engine, ledger } = this.opened
    const job = await engine.write(id, () => this.store.claim(id))
    if (job) await ledger.reserve({ id: job.chargeId, account: 'key_a', credits: 1 })
    return job
  }

  /** Charges a credit and finishes the job with it, as its run does. */
  async charge({ id, chargeId, owner }: ClaimedJob): Promise<void> {
    const { ledger } = this.opened
    const done = { status: 'completed', envelope: '{}', credits: 1 } as const
    const { store } = this
    await ledger.settle(chargeId, CALL, function* () {
      yield* store.finish(id, done, owner)
    })
  }

  #jobs(): Pick<Jobs, 'take' | 'places' | 'here' | 'stop' | 'isStopping'> {
    return {
      isStopping: false,
      take: (jobs) => void this.waiting.push(...(jobs as OpenJob[])),
      places: () => this.places,
      here: () => this.progress as never,
      stop: async (id) => void this.stopped.push(id),
    }
  }
}

async function openRunners(count: number, credits = 2_000): Promise<readonly Runner[]> {
  const { gateways } = await openGateways(count, credits)
  return gateways.map((opened) => new Runner(opened))
}

const ids = (jobs: readonly { readonly id: string }[]): string[] => jobs.map(({ id }) => id)

describe('jobs of several gateways', () => {
  it('that wait elsewhere are taken in turns of their keys, each by one gateway', async () => {
    const [busy, near, far] = (await openRunners(3)) as [Runner, Runner, Runner]
    for (let i = 0; i < 6; i++) await busy.submit(`a${i}`, 'key_a')
    await busy.submit('b0', 'key_b')
    await busy.submit('asked', 'key_b', 'pure', true)
    near.places = 2
    far.places = 3
    await near.shared.look()
    expect(ids(near.waiting)).toEqual(['a0', 'b0'])
    await far.shared.look()
    expect(ids(far.waiting)).toEqual(['a1', 'a2', 'a3'])
    expect(await busy.claim('a0')).toBeNull()
    expect(await busy.claim('a4')).toMatchObject({ id: 'a4', keyId: 'key_a' })
    expect(await near.claim('a0')).toMatchObject({ id: 'a0', chargeId: 'charge_a0' })
    expect(await near.claim('a0')).toBeNull()
  })

  it('that wait elsewhere are taken by one gateway each, also when several look at once', async () => {
    const [busy, ...others] = await openRunners(4)
    for (let i = 0; i < 30; i++) await busy!.submit(`j${i}`)
    for (const other of others) other.places = 20
    await Promise.all(others.map(({ shared }) => shared.look()))
    await Promise.all(others.map(({ shared }) => shared.look()))
    const taken = others.flatMap(({ waiting }) => ids(waiting))
    expect(new Set(taken).size).toBe(30)
    expect(taken).toHaveLength(30)
  })

  it('are left to a gateway that lives, and taken over from one that does not', async () => {
    const [lost, next, other] = (await openRunners(3)) as [Runner, Runner, Runner]
    await lost.submit('waits')
    await lost.submit('runs')
    await lost.submit('acts', 'key_a', 'other')
    const late = await lost.claim('runs')
    await lost.claim('acts')
    await next.shared.look()
    expect(next.waiting).toEqual([])
    await next.opened.engine.write('gateway', () => endGateway(lost.opened.ledger.gateway, 1_000))
    await Promise.all([next.shared.look(), other.shared.look()])
    expect(ids([...next.waiting, ...other.waiting]).toSorted()).toEqual(['runs', 'waits'])
    const taker = next.waiting.length > 0 ? next : other
    const again = await taker.claim('runs')
    expect(again).toMatchObject({ chargeId: 'charge_runs' })
    await expect(lost.charge(late!)).rejects.toMatchObject({ code: 'storage_unavailable' })
    const failed = { status: 'failed', error: { code: 'handler_error' }, progress: 0, credits: 0 } as never
    const wrote = await lost.opened.engine.write('j', () => lost.store.finish('runs', failed, late!.owner))
    expect(wrote).toBe(false)
    await taker.charge(again!)
    const acts = await next.opened.engine.read(() => next.store.find('key_a', 'acts'))
    expect(acts).toMatchObject({ status: 'failed', error: { code: 'handler_error' }, credits: 0 })
    expect(await verify(next.opened)).toMatchObject({ problems: [], entries: 2 })
  })

  it('are stopped where they run when they were cancelled elsewhere, and say there how far they are', async () => {
    const [runs, asks] = (await openRunners(2)) as [Runner, Runner]
    await runs.submit('j')
    const { owner } = (await runs.claim('j'))!
    runs.progress.set('j', { owner: owner!, progress: 40 })
    await runs.shared.look()
    const seen = await asks.opened.engine.read(() => asks.store.find('key_a', 'j'))
    expect(seen).toMatchObject({ status: 'running', progress: 40 })
    await asks.opened.engine.write('key_a', () => asks.store.cancel('j'))
    await runs.shared.look()
    expect(runs.stopped).toEqual(['j'])
  })

  it('are each finished once, or failed as not repeatable, however often gateways are taken for dead', async () => {
    const JOBS = 200
    const runners = await openRunners(4)
    for (let i = 0; i < JOBS; i++)
      await runners[i % 4]!.submit(`j${i}`, `key_${i % 7}`, i % 5 === 0 ? 'acts' : 'pure')
    for (const runner of runners) {
      runner.places = 8
      // Its own wait with it, as after they were accepted.
      for (let i = runners.indexOf(runner); i < JOBS; i += 4)
        runner.waiting.push({ id: `j${i}` } as OpenJob)
    }
    let refused = 0
    for (let round = 0; round < 400; round++) {
      await Promise.all(
        runners.map(async (runner, index) => {
          const claimed = await Promise.all(runner.waiting.splice(0, 8).map(({ id }) => runner.claim(id)))
          const running = claimed.filter((job) => job !== null)
          // Four times a gateway is taken for dead while its jobs run, and goes on with them all the same.
          const isKilled = round < 8 && round % 2 === 1 && index === (round - 1) / 2
          if (isKilled) {
            const { gateway } = runner.opened.ledger
            await runners[(index + 1) % 4]!.opened.engine.write('gateway', () => endGateway(gateway, 1_000))
          }
          const ended = await Promise.allSettled(running.map((job) => runner.charge(job)))
          refused += ended.filter((one) => one.status === 'rejected').length
        }),
      )
      await Promise.all(runners.map(({ shared }) => shared.look()))
      const open = await runners[0]!.opened.engine.read(() => runners[0]!.store.open())
      if (open.length === 0) break
    }
    expect(refused).toBeGreaterThan(0)
    const ends = await runners[0]!.opened.engine.read(() => all(ENDS, {}))
    const completed = ends.filter(({ status }) => status === 'completed')
    const count = (of: typeof ends): number => of.reduce((sum, { jobs }) => sum + jobs, 0)
    expect(count(ends)).toBe(JOBS)
    expect(
      ends.every(({ status, slug }) => status === 'completed' || (status === 'failed' && slug === 'acts')),
    ).toBe(true)
    expect(completed.reduce((sum, { credits }) => sum + credits, 0)).toBe(count(completed))
    expect(await verify(runners[0]!.opened)).toMatchObject({ problems: [], entries: 1 + count(completed) })
  }, 60_000)
})
