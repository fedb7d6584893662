import { counted } from '../../src-shared/counted.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import type { ShareState } from '../../src-shared/shares.ts'
import { Flow } from './flow.ts'
import type { Place, Sharer } from './place.ts'
import { Waiter } from './waiter.ts'

/** The limits of one resource; every number counts pieces of work. */
export interface ShareOptions {
  /** A name for metrics: `workers`. */
  readonly name: string
  /** What is waited for, in a sentence: `a worker`. */
  readonly what: string
  /** At once, for all keys together. */
  readonly limit: number
  /** At once, for one key. Where work waits and this is less than `limit`, a key also leaves places for others. */
  readonly perKey: number
  /** At once, beyond `limit` and `perKey`, for the owner alone. */
  readonly reserve: number
  /** Waiting, for all keys but the owner's together; by default nothing waits. */
  readonly waiting?: number
  /** Waiting, for one key; by default as many as for all. */
  readonly waitingPerKey?: number
  /** The longest wait; `Infinity` for work that may wait for as long as it takes. */
  readonly waitMs?: number
  /** The clock, in milliseconds. */
  readonly now?: () => number
}

const DEFAULT_WAIT_MS = 10_000
const MOST_USE_MS = 60_000
/** Of so many idle keys the use is remembered. */
const MAX_REMEMBERED = 1_000

/**
 * Shares one resource among keys. Work starts at once while there is room; otherwise keys take turns. The next turn
 * is that of the key that has the least running. Among those that have as much, it is that of the key whose wait is
 * the longest after its recent use is taken off, so whoever has used less goes first, and yet everyone's turn comes.
 * Whatever gives a place back starts the next work, so no room stays unused while somebody waits who may have it.
 */
export class FairShare {
  readonly #options: Required<ShareOptions>
  readonly #flows = new Map<string, Flow>()
  readonly #idle = new Map<string, Flow>()
  #running = 0
  #ownersRunning = 0
  #waiting = 0
  #ownersWaiting = 0
  #entered = 0
  #refused = 0
  #waitedOut = 0
  #usedMs = 0
  #isClosed = false

  constructor(options: ShareOptions) {
    const { waiting = 0 } = options
    this.#options = {
      waiting,
      waitingPerKey: waiting,
      waitMs: DEFAULT_WAIT_MS,
      now: () => performance.now(),
      ...options,
    }
  }

  /**
   * Runs the work when its turn comes, and gives the place back when it ends, however it ends.
   * @throws GatewayError overloaded when too much waits already, and at the end of the longest wait
   * @throws the signal's reason when it ends the wait
   */
  async run<T>(who: Sharer, signal: AbortSignal, work: (place: Place) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const place = this.#enter(who) ?? (await this.#wait(who, signal))
    try {
      return await work(place)
    } finally {
      place.leave()
    }
  }

  /** A place, if there is room now; null otherwise. Whoever gets one must give it back. */
  tryEnter(who: Sharer): Place | null {
    const place = this.#enter(who)
    if (!place) this.#refused++
    return place
  }

  /** How much work of a key waits. */
  waitingOf(id: string): number {
    return this.#flows.get(id)?.waiting.size ?? 0
  }

  /** The share's limits and figures. */
  state(): ShareState {
    const { name, limit, perKey, reserve } = this.#options
    return {
      resource: name,
      limit,
      per_key: perKey,
      owner_reserve: reserve,
      in_use: this.#running,
      in_use_by_owner: this.#ownersRunning,
      waiting: this.#waiting,
      keys: this.#flows.size,
      entered_total: this.#entered,
      refused_total: this.#refused,
      waited_out_total: this.#waitedOut,
      used_seconds_total: this.#usedMs / 1_000,
    }
  }

  /** Refuses all work from now on, and what waits. Running work goes on. */
  close(): void {
    this.#isClosed = true
    for (const flow of [...this.#flows.values()])
      for (const waiter of [...flow.waiting]) {
        this.#forget(flow, waiter)
        this.#retire(flow)
        waiter.refuse(stopping())
      }
  }

  #enter(who: Sharer): Place | null {
    const flow = this.#flows.get(who.id)
    if (this.#isClosed || !this.#hasRoom((flow ?? who).isOwner, flow?.running ?? 0)) return null
    return this.#start(flow ?? this.#revive(who))
  }

  #hasRoom(isOwner: boolean, running: number): boolean {
    const { limit, perKey, reserve, waiting } = this.#options
    if (this.#running >= limit + reserve) return false
    if (isOwner) return running < perKey + reserve
    const free = Math.min(limit - this.#running + this.#ownersRunning, limit + reserve - this.#running)
    // A key that has places takes a further one only while more are free, so that others find some when they come.
    const leaves = waiting > 0 && perKey < limit
    return running < perKey && (leaves ? running < free : free > 0)
  }

  #start(flow: Flow): Place {
    const { isOwner } = flow
    const began = this.#options.now()
    flow.running++
    flow.since = began
    this.#running++
    this.#entered++
    if (isOwner) this.#ownersRunning++
    let cost: number | null = null
    let isHeld = true
    return {
      costs: (ms) => {
        cost = ms
      },
      leave: () => {
        if (!isHeld) return
        isHeld = false
        if (isOwner) this.#ownersRunning--
        const now = this.#options.now()
        this.#leave(flow, cost ?? now - began, now)
      },
    }
  }

  #leave(flow: Flow, cost: number, now: number): void {
    this.#running--
    flow.running--
    flow.used(cost, now)
    this.#usedMs += cost
    this.#startNext(now)
    this.#retire(flow)
  }

  #startNext(now: number): void {
    while (this.#waiting > 0) {
      const flow = this.#nextFlow(now)
      const [waiter] = flow?.waiting ?? []
      if (!flow || !waiter) return
      this.#forget(flow, waiter)
      waiter.grant(this.#start(flow))
    }
  }

  #nextFlow(now: number): Flow | null {
    let next: Flow | null = null
    let nextRank = Infinity
    for (const flow of this.#flows.values()) {
      if (flow.waiting.size === 0 || !this.#hasRoom(flow.isOwner, flow.running)) continue
      const rank = flow.rank(now)
      const { running } = next ?? { running: Infinity }
      if (flow.running > running || (flow.running === running && rank >= nextRank)) continue
      next = flow
      nextRank = rank
    }
    return next
  }

  #wait(who: Sharer, signal: AbortSignal): Promise<Place> {
    const flow = this.#flows.get(who.id) ?? this.#revive(who)
    try {
      this.#assertMayWait(flow)
    } catch (error) {
      this.#refused++
      this.#retire(flow)
      throw error
    }
    const { waitMs, what, now } = this.#options
    const waiter = new Waiter(signal, waitMs, {
      left: (gone) => {
        this.#forget(flow, gone)
        this.#retire(flow)
      },
      tooLong: () => {
        this.#waitedOut++
        return this.#overloaded(`The call waited ${counted(waitMs / 1_000, 'second')} for ${what}.`)
      },
    })
    if (flow.waiting.size === 0) flow.since = now()
    flow.waiting.add(waiter)
    this.#waiting++
    if (flow.isOwner) this.#ownersWaiting++
    return waiter.place
  }

  #assertMayWait(flow: Flow): void {
    const { waiting, isOwner } = flow
    const { waitingPerKey, waiting: limit, what } = this.#options
    if (this.#isClosed) throw stopping()
    if (waiting.size >= waitingPerKey)
      throw this.#overloaded(
        `${counted(waiting.size, 'call')} of this key ${waiting.size === 1 ? 'is' : 'are'} already waiting for ${what}.`,
      )
    if (isOwner || this.#waiting - this.#ownersWaiting < limit) return
    const longest = this.#longestLine()
    if (!longest || longest.waiting.size <= waiting.size + 1) throw this.#lineFull()
    this.#sendAway(longest)
  }

  #longestLine(): Flow | null {
    let longest: Flow | null = null
    for (const flow of this.#flows.values())
      if (!flow.isOwner && flow.waiting.size > (longest?.waiting.size ?? 0)) longest = flow
    return longest
  }

  // Where the line is full, whoever has the most in it makes room for those who have less.
  #sendAway(flow: Flow): void {
    const last = [...flow.waiting].at(-1)
    if (!last) return
    this.#forget(flow, last)
    this.#refused++
    last.refuse(this.#lineFull())
  }

  #lineFull(): GatewayError {
    return this.#overloaded(`Too many calls are waiting for ${this.#options.what}.`)
  }

  // By then whatever waits now has run, or has been refused.
  #overloaded(sentence: string): GatewayError {
    const seconds = Math.max(1, Math.ceil(this.#options.waitMs / 1_000))
    return new GatewayError('overloaded', `${sentence} Try again in ${counted(seconds, 'second')}.`, {
      retry_after: seconds,
    })
  }

  #forget(flow: Flow, waiter: Waiter): void {
    flow.waiting.delete(waiter)
    this.#waiting--
    if (flow.isOwner) this.#ownersWaiting--
  }

  #revive({ id, isOwner }: Sharer): Flow {
    const known = this.#idle.get(id)
    this.#idle.delete(id)
    // Half of the longest wait at most: a newcomer cannot overtake a key that has waited longer than that.
    const mostUseMs = Math.min(this.#options.waitMs / 2, MOST_USE_MS)
    const flow = known?.isOwner === isOwner ? known : new Flow(id, isOwner, mostUseMs)
    this.#flows.set(id, flow)
    return flow
  }

  #retire(flow: Flow): void {
    if (flow.running > 0 || flow.waiting.size > 0) return
    this.#flows.delete(flow.id)
    if (flow.useMs(this.#options.now()) === 0) return
    this.#idle.set(flow.id, flow)
    if (this.#idle.size <= MAX_REMEMBERED) return
    const [oldest] = this.#idle.keys()
    if (oldest !== undefined) this.#idle.delete(oldest)
  }
}

function stopping(): GatewayError {
  return new GatewayError('overloaded', 'The gateway is stopping. Try again once it is back.')
}
