import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GatewayError } from '../../../src-shared/errors.ts'
import { FairShare } from '../../../src-main/shares/fair-share.ts'
import type { Place, Sharer } from '../../../src-main/shares/place.ts'
import { runs } from '../../support/runs.ts'

const RUNS = runs(100, 5_000)
const WAIT_MS = 1_000
const KEYS: readonly Sharer[] = [
  { id: 'owner', isOwner: true },
  ...['a', 'b', 'c', 'd'].map((id) => ({ id, isOwner: false })),
]

interface Limits {
  readonly limit: number
  readonly perKey: number
  readonly reserve: number
  readonly waiting: number
  readonly waitingPerKey: number
}

/** A piece of work as its caller sees it. */
interface Work {
  readonly who: Sharer
  readonly abort: AbortController
  state: 'waiting' | 'running' | 'ended' | 'refused' | 'aborted'
  since: number
  finish: (error?: Error) => void
  place: Place | null
}

/** The share under test, and beside it what an onlooker counts: every claim is checked from the outside. */
class Onlooker {
  readonly works: Work[] = []
  readonly #limits: Limits
  readonly #share: FairShare
  /** When the last turn of each key was, or when it began to wait. */
  readonly #turns = new Map<string, number>()
  /** What went wrong inside the work, where an error would be taken for the work's own. */
  readonly #broken: unknown[] = []

  constructor(limits: Limits) {
    this.#limits = limits
    this.#share = new FairShare({ name: 'desks', what: 'a desk', waitMs: WAIT_MS, ...limits })
  }

  async run(who: Sharer): Promise<void> {
    const mayStart = this.hasRoom(who)
    const mayWait = this.#mayWait(who)
    const gives = !mayStart && mayWait && this.#isLineFull(who) ? this.#ofLongestLine() : []
    const work = this.#add(who)
    if (!mayStart && mayWait && this.#of('waiting', who.id).length === 1)
      this.#turns.set(who.id, performance.now())
    void this.#share
      .run(who, work.abort.signal, (place) => {
        try {
          this.#assertNobodyIsOvertaken(work)
        } catch (error) {
          this.#broken.push(error)
        }
        this.#started(work, place)
        return new Promise<void>((resolve, reject) => {
          work.finish = (error) => (error ? reject(error) : resolve())
        })
      })
      .then(
        () => (work.state = 'ended'),
        (error: unknown) => {
          const isAborted = work.abort.signal.aborted && error === work.abort.signal.reason
          if (work.state === 'running') work.state = 'ended'
          else work.state = isAborted ? 'aborted' : 'refused'
          if (work.state === 'refused' && !isOverloaded(error)) this.#broken.push(error)
        },
      )
    await settled()
    if (mayStart) expect(work.state).toBe('running')
    else expect(work.state).toBe(mayWait ? 'waiting' : 'refused')
    if (gives.length > 0) expect(gives.filter(({ state }) => state === 'refused')).toHaveLength(1)
  }

  tryEnter(who: Sharer): void {
    const mayStart = this.hasRoom(who)
    const place = this.#share.tryEnter(who)
    expect(place !== null).toBe(mayStart)
    if (!place) return
    const work = this.#add(who)
    this.#started(work, place)
    work.finish = () => {
      work.state = 'ended'
      place.leave()
      place.leave()
    }
  }

  hasRoom({ id, isOwner }: Sharer): boolean {
    const { limit, perKey, reserve, waiting } = this.#limits
    const running = this.#of('running')
    const own = this.#of('running', id).length
    if (running.length >= limit + reserve) return false
    if (isOwner) return own < perKey + reserve
    const ofOwner = running.filter(({ who }) => who.isOwner).length
    const free = Math.min(limit + ofOwner, limit + reserve) - running.length
    return own < perKey && (waiting > 0 && perKey < limit ? own < free : free > 0)
  }

  /** What must be true after every step. */
  check(): void {
    expect(this.#broken).toEqual([])
    for (const { since } of this.#of('waiting'))
      expect(performance.now() - since).toBeLessThanOrEqual(WAIT_MS)
    const { limit, reserve } = this.#limits
    const running = this.#of('running')
    const others = running.filter(({ who }) => !who.isOwner)
    expect(others.length).toBeLessThanOrEqual(limit)
    expect(running.length).toBeLessThanOrEqual(limit + reserve)
    if (running.length - others.length < reserve) expect(this.hasRoom(KEYS[0]!)).toBe(true)
    for (const who of KEYS) {
      if (this.#of('waiting', who.id).length > 0) expect(this.hasRoom(who)).toBe(false)
    }
    const { in_use, in_use_by_owner, waiting } = this.#share.state()
    expect({ in_use, in_use_by_owner, waiting }).toEqual({
      in_use: running.length,
      in_use_by_owner: running.length - others.length,
      waiting: this.#of('waiting').length,
    })
  }

  /** Ends all that runs, until nothing runs or waits. */
  async finishAll(): Promise<void> {
    for (let turn = 0; this.#of('running').length > 0; turn++) {
      expect(turn).toBeLessThan(1_000)
      this.#of('running')[0]!.finish()
      await settled()
      this.check()
    }
    expect(this.#of('waiting')).toEqual([])
    expect(this.#share.state()).toMatchObject({ in_use: 0, waiting: 0, keys: 0 })
  }

  #add(who: Sharer): Work {
    const work: Work = {
      who,
      abort: new AbortController(),
      state: 'waiting',
      since: performance.now(),
      finish: () => {},
      place: null,
    }
    this.works.push(work)
    return work
  }

  #started(work: Work, place: Place): void {
    work.state = 'running'
    work.place = place
    this.#turns.set(work.who.id, performance.now())
  }

  // Whoever has less running goes first. Of those that have as much, whoever has waited half of the longest wait more
  // than another goes before it, whatever either has used.
  #assertNobodyIsOvertaken(work: Work): void {
    const first = this.#of('waiting', work.who.id)[0]
    expect(first).toBe(work)
    const runningOf = (id: string): number => this.#of('running', id).length
    const turn = this.#turns.get(work.who.id) ?? work.since
    for (const other of this.#of('waiting')) {
      if (other.who.id === work.who.id || !this.hasRoom(other.who)) continue
      expect(runningOf(other.who.id)).toBeGreaterThanOrEqual(runningOf(work.who.id))
      if (runningOf(other.who.id) > runningOf(work.who.id)) continue
      expect(turn - this.#turns.get(other.who.id)!).toBeLessThanOrEqual(WAIT_MS / 2)
    }
  }

  #mayWait({ id, isOwner }: Sharer): boolean {
    const own = this.#of('waiting', id).length
    if (own >= this.#limits.waitingPerKey) return false
    return !this.#isLineFull({ id, isOwner }) || this.#longestLine() > own + 1
  }

  #isLineFull({ isOwner }: Sharer): boolean {
    return !isOwner && this.#of('waiting').filter(({ who }) => !who.isOwner).length >= this.#limits.waiting
  }

  #longestLine(): number {
    return Math.max(...KEYS.map(({ id, isOwner }) => (isOwner ? 0 : this.#of('waiting', id).length)))
  }

  // The last one of each key that has the most waiting.
  #ofLongestLine(): Work[] {
    const most = this.#longestLine()
    return KEYS.filter(({ id, isOwner }) => !isOwner && this.#of('waiting', id).length === most).map(
      ({ id }) => this.#of('waiting', id).at(-1)!,
    )
  }

  #of(state: Work['state'], id?: string): Work[] {
    return this.works.filter((work) => work.state === state && (id === undefined || work.who.id === id))
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const who = fc.constantFrom(...KEYS)
const which = fc.nat(1_000)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('run' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tryEnter' as const), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('finish' as const, 'fail' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('abort' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('costs' as const), which, ms: fc.nat({ max: 5_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat({ max: WAIT_MS }) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const limits = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  perKey: fc.integer({ min: 1, max: 3 }),
  reserve: fc.integer({ min: 0, max: 2 }),
  waiting: fc.nat(8),
  waitingPerKey: fc.nat(6),
})

it('keeps every limit and order, leaves no room unused, holds the reserve free and loses no place', async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.array(step, { maxLength: 100, size: 'max' }), async (bounds, steps) => {
      const onlooker = new Onlooker(bounds)
      for (const each of steps) {
        await take(each, onlooker)
        await settled()
        onlooker.check()
      }
      await onlooker.finishAll()
    }),
    { numRuns: RUNS },
  )
})

async function take(each: Step, onlooker: Onlooker): Promise<void> {
  if (each.do === 'run') return onlooker.run(each.who)
  if (each.do === 'tryEnter') return onlooker.tryEnter(each.who)
  if (each.do === 'pass') {
    await vi.advanceTimersByTimeAsync(each.ms)
    return
  }
  const running = onlooker.works.filter(({ state }) => state === 'running')
  const open = each.do === 'abort' ? onlooker.works.filter(({ state }) => state === 'waiting') : running
  const work = open[each.which % Math.max(1, open.length)]
  if (!work) return
  if (each.do === 'finish') work.finish()
  if (each.do === 'fail') work.finish(new Error('The work failed'))
  if (each.do === 'abort') work.abort.abort(new Error('The caller left'))
  if (each.do === 'costs') work.place?.costs(each.ms)
}

function isOverloaded(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'overloaded' && error.details.retry_after === 1
}

/** Lets every promise that is settled by now go on. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
}
