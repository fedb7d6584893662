import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FairShare } from '../../../src-main/shares/fair-share.ts'
import type { Place, Sharer } from '../../../src-main/shares/place.ts'
import { Shares } from '../../../src-main/shares/shares.ts'

const LIMITS = {
  name: 'desks',
  what: 'a desk',
  limit: 1,
  perKey: 1,
  reserve: 0,
  waiting: 20,
  waitMs: 60_000,
}
const [HEAVY, LIGHT, NEW] = ['heavy', 'light', 'new'].map((id): Sharer => ({ id, isOwner: false })) as [
  Sharer,
  Sharer,
  Sharer,
]
const NEVER = new AbortController().signal

/** One desk; what is run at it ends when told to, and the order of the starts is kept. */
class Desk {
  readonly starts: string[] = []
  readonly refusals: string[] = []
  readonly share: FairShare
  #place: Place | null = null
  #end = (): void => {}

  constructor(options = {}) {
    this.share = new FairShare({ ...LIMITS, ...options })
  }

  async run(who: Sharer): Promise<void> {
    const work = (place: Place): Promise<void> => {
      this.starts.push(who.id)
      this.#place = place
      return new Promise((resolve) => (this.#end = resolve))
    }
    this.share.run(who, NEVER, work).catch(() => this.refusals.push(who.id))
    await vi.advanceTimersByTimeAsync(0)
  }

  async end(costMs: number): Promise<void> {
    this.#place?.costs(costMs)
    this.#end()
    await vi.advanceTimersByTimeAsync(0)
  }
}

/** At a desk where it has been before, a heavy key waits behind a new one, a light key comes later, and a turn ends. */
async function meet(desk: Desk, laterMs: number): Promise<void> {
  await desk.run(NEW)
  await desk.run(HEAVY)
  await vi.advanceTimersByTimeAsync(laterMs)
  await desk.run(LIGHT)
  await desk.end(0)
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('the order of turns', () => {
  it('lets keys that used the same take turns, however much one of them has waiting', async () => {
    const desk = new Desk()
    for (const who of [HEAVY, HEAVY, HEAVY, HEAVY, LIGHT, LIGHT]) await desk.run(who)
    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(10)
      await desk.end(0)
    }
    expect(desk.starts).toEqual(['heavy', 'heavy', 'light', 'heavy', 'light', 'heavy'])
  })

  it('gives the next turn to the key that has used less, even if it came later', async () => {
    const desk = new Desk()
    await desk.run(HEAVY)
    await desk.end(5_000)
    await meet(desk, 1_000)
    await desk.end(0)
    expect(desk.starts).toEqual(['heavy', 'new', 'light', 'heavy'])
  })

  it('counts failed work like any other', async () => {
    const desk = new Desk()
    const failed = desk.share.run(HEAVY, NEVER, (place) => {
      place.costs(5_000)
      return Promise.reject(new Error('The work failed'))
    })
    await expect(failed).rejects.toThrow('The work failed')
    await meet(desk, 1_000)
    expect(desk.starts).toEqual(['new', 'light'])
  })

  it('counts the time of a place whose work does not say what it cost', async () => {
    const desk = new Desk()
    const place = desk.share.tryEnter(HEAVY)
    await vi.advanceTimersByTimeAsync(3_000)
    place?.leave()
    expect(desk.share.state().used_seconds_total).toBe(3)
  })

  it('forgets what a key has used, so that it is not held back for ever', async () => {
    const desk = new Desk()
    await desk.run(HEAVY)
    await desk.end(5_000)
    await vi.advanceTimersByTimeAsync(200_000)
    await meet(desk, 1)
    expect(desk.starts).toEqual(['heavy', 'new', 'heavy'])
  })

  // Catches: use that is remembered of every key that ever came.
  it.each([
    { others: 999, next: 'light' },
    { others: 1_000, next: 'heavy' },
  ])('remembers a key while at most 999 others have come since: $others', async ({ others, next }) => {
    const desk = new Desk()
    await desk.run(HEAVY)
    await desk.end(5_000)
    for (let other = 0; other < others; other++) {
      await desk.run({ id: `other ${other}`, isOwner: false })
      await desk.end(5_000)
    }
    await desk.run(NEW)
    await desk.run(HEAVY)
    await vi.advanceTimersByTimeAsync(1)
    await desk.run(LIGHT)
    await desk.end(0)
    expect(desk.starts.at(-1)).toBe(next)
  })

  it('lets nobody overtake a key that has waited half of the longest wait, whatever it has used', async () => {
    const desk = new Desk()
    await desk.run(HEAVY)
    await desk.end(10_000_000)
    await meet(desk, 30_001)
    expect(desk.starts).toEqual(['heavy', 'new', 'heavy'])
  })
})

describe('the places of keys', () => {
  const keys = ['a', 'b', 'c', 'd', 'e'].map((id): Sharer => ({ id, isOwner: false }))
  const four = { limit: 4, perKey: 2 }

  it('leave one free for a third key, however much two others have waiting', async () => {
    const desk = new Desk(four)
    for (const who of [...keys.slice(0, 2), ...keys.slice(0, 2), ...keys.slice(0, 2)]) await desk.run(who)
    expect(desk.share.state()).toMatchObject({ in_use: 3, waiting: 3 })
    await desk.run(keys[2]!)
    expect(desk.starts.at(-1)).toBe('c')
  })

  it('go next to the key that has none, even if others have waited longer and used less', async () => {
    const share = new FairShare({ ...LIMITS, ...four })
    const [a, b, c, d, e] = keys as [Sharer, Sharer, Sharer, Sharer, Sharer]
    // What it has used would put it behind the others.
    const used = share.tryEnter(e)!
    used.costs(50_000)
    used.leave()
    const places = [a, a, b, c].map((who) => share.tryEnter(who)!)
    expect(share.tryEnter(d)).toBeNull()
    const starts: string[] = []
    const held: Place[] = []
    const wait = (who: Sharer) =>
      void share.run(who, NEVER, (place) => {
        starts.push(who.id)
        held.push(place)
        return new Promise(() => undefined)
      })
    for (const who of [a, b, c, a, b, c]) wait(who)
    await vi.advanceTimersByTimeAsync(20_000)
    for (const who of [e, d, e]) wait(who)
    // At first two keys have none, and then those whose places were left; `a` has used the most.
    for (const place of places) {
      place.leave()
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(starts).toEqual(['d', 'e', 'b', 'c'])
    expect(share.state()).toMatchObject({ in_use: 4, waiting: 5 })
  })

  it('go next to the key that has none, even before the owner who has some', async () => {
    const owner = { id: 'owner', isOwner: true }
    const [a, b, c] = keys as [Sharer, Sharer, Sharer]
    const share = new FairShare({ ...LIMITS, ...four, reserve: 1 })
    const [first] = [a, a, b, owner, owner].map((who) => share.tryEnter(who)!)
    const starts: string[] = []
    const wait = (who: Sharer) => share.run(who, NEVER, async () => void starts.push(who.id))
    const ofOwner = wait(owner)
    await vi.advanceTimersByTimeAsync(1_000)
    const ofNewcomer = wait(c)
    first!.leave()
    await Promise.all([ofOwner, ofNewcomer])
    expect(starts).toEqual(['c', 'owner'])
  })

  it('become one for each key while others wait, and are as many as before when nobody does', async () => {
    const share = new FairShare({ ...LIMITS, ...four })
    const [a, b, c, d] = keys as [Sharer, Sharer, Sharer, Sharer]
    const running = new Map<string, Place[]>(keys.map(({ id }) => [id, []]))
    const run = (who: Sharer) =>
      void share.run(who, NEVER, (place) => {
        running.get(who.id)!.push(place)
        return new Promise(() => undefined)
      })
    const counts = () => [a, b, c, d].map(({ id }) => running.get(id)!.length)
    const leave = async ({ id }: Sharer) => {
      running.get(id)!.shift()!.leave()
      await vi.advanceTimersByTimeAsync(0)
    }
    for (const who of [a, a, a, a, a, a, b, b, c, d]) run(who)
    await vi.advanceTimersByTimeAsync(0)
    expect(counts()).toEqual([2, 1, 1, 0])
    await leave(a)
    expect(counts()).toEqual([1, 1, 1, 1])
    await leave(a)
    expect(counts()).toEqual([1, 1, 1, 1])
    for (const who of [d, c, b, b]) await leave(who)
    expect(counts()).toEqual([2, 0, 0, 0])
  })
})

describe('refusals', () => {
  it('say what is waited for and when to try again', async () => {
    const desk = new Desk({ waiting: 2, waitingPerKey: 1, waitMs: 20_000 })
    await desk.run(HEAVY)
    await desk.run(HEAVY)
    const run = (who: Sharer) => desk.share.run(who, NEVER, () => Promise.resolve())
    await expect(run(HEAVY)).rejects.toMatchObject({
      code: 'overloaded',
      message: '1 call of this key is already waiting for a desk. Try again in 20 seconds.',
      details: { retry_after: 20 },
    })
    const late = expect(run(LIGHT)).rejects.toMatchObject({
      code: 'overloaded',
      message: 'The call waited 20 seconds for a desk. Try again in 20 seconds.',
    })
    await expect(run(NEW)).rejects.toMatchObject({
      code: 'overloaded',
      message: 'Too many calls are waiting for a desk. Try again in 20 seconds.',
    })
    await vi.advanceTimersByTimeAsync(20_000)
    await late
    expect(desk.refusals).toEqual(['heavy'])
    expect(desk.share.state()).toMatchObject({ refused_total: 2, waited_out_total: 2, waiting: 0 })
  })

  it('make room in a full line for whoever has less in it', async () => {
    const desk = new Desk({ waiting: 3 })
    for (let i = 0; i < 4; i++) await desk.run(HEAVY)
    await desk.run(LIGHT)
    expect(desk.refusals).toEqual(['heavy'])
    await desk.run(NEW)
    expect(desk.refusals).toEqual(['heavy', 'heavy'])
    await desk.run(LIGHT)
    expect(desk.refusals).toEqual(['heavy', 'heavy', 'light'])
    expect(desk.share.state()).toMatchObject({ waiting: 3, keys: 3, refused_total: 3 })
  })

  it('leave the owner a place and a place to wait when everybody else has filled the rest', async () => {
    const owner = { id: 'owner', isOwner: true }
    const desk = new Desk({ reserve: 1, waiting: 1, perKey: 1 })
    await desk.run(HEAVY)
    await desk.run(LIGHT)
    await desk.run(owner)
    await desk.run(owner)
    expect(desk.starts).toEqual(['heavy', 'owner'])
    expect(desk.share.state()).toMatchObject({ in_use: 2, in_use_by_owner: 1, waiting: 2 })
  })

  it('end every wait when the gateway stops', async () => {
    const shares = new Shares()
    const share = shares.open(LIMITS)
    share.tryEnter(HEAVY)
    const waiting = share.run(LIGHT, NEVER, () => Promise.resolve())
    shares.close()
    await expect(waiting).rejects.toMatchObject({
      code: 'overloaded',
      message: expect.stringMatching('stopping'),
    })
    expect(share.tryEnter(NEW)).toBeNull()
    expect(share.state()).toMatchObject({ waiting: 0, in_use: 1 })
  })
})

it('lists every share once, in the order of opening', () => {
  const shares = new Shares()
  for (const name of ['desks', 'chairs']) shares.open({ ...LIMITS, name })
  expect(shares.states().map(({ resource }) => resource)).toEqual(['desks', 'chairs'])
  expect(() => shares.open(LIMITS)).toThrow('There are two shares of desks')
})
