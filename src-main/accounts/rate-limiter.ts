import type { Rates, RateVerdict } from './rates/rates.ts'

const DEFAULT_MAX_IDS = 10_000
/** A limit above this limits nothing: counting to it would cost more memory than it protects. */
export const UNCOUNTED_LIMIT = 1_000_000
/** Timestamps kept over all ids, 8 bytes each. */
const DEFAULT_MAX_TIMES = 4_000_000

/** A queue of times in a ring that grows with its use. */
class TimeRing {
  #times = new Float64Array(8)
  #head = 0
  length = 0

  get capacity(): number {
    return this.#times.length
  }

  at(index: number): number {
    return this.#times[(this.#head + index) & (this.capacity - 1)] ?? 0
  }

  shift(): void {
    this.#head = (this.#head + 1) & (this.capacity - 1)
    this.length--
  }

  push(time: number): void {
    if (this.length === this.capacity) this.#grow()
    this.#times[(this.#head + this.length) & (this.capacity - 1)] = time
    this.length++
  }

  clear(): void {
    this.length = 0
  }

  #grow(): void {
    const grown = new Float64Array(this.capacity * 2)
    for (let i = 0; i < this.length; i++) grown[i] = this.at(i)
    this.#times = grown
    this.#head = 0
  }
}

/**
 * A true sliding window for each id (a key or an address): in no span of `windowSeconds` are more than
 * `limit` requests allowed. When too much would have to be remembered, the ids that were quiet longest
 * are forgotten.
 */
export class RateLimiter implements Rates {
  readonly #maxIds: number
  readonly #maxTimes: number
  /** Least recently used first. */
  readonly #rings = new Map<string, TimeRing>()
  #capacity = 0

  constructor({ maxIds = DEFAULT_MAX_IDS, maxTimes = DEFAULT_MAX_TIMES } = {}) {
    this.#maxIds = maxIds
    this.#maxTimes = maxTimes
  }

  /**
   * Counts a request if it is allowed.
   * @param nowMs milliseconds of a clock; one that never goes back gives the exact window
   */
  take(id: string, limit: number, windowSeconds: number, nowMs: number): RateVerdict {
    if (limit > UNCOUNTED_LIMIT)
      return { allowed: true, remaining: limit, retryAfterSeconds: 0, resetSeconds: windowSeconds }
    const windowMs = windowSeconds * 1_000
    const ring = this.#touch(id)
    drop(ring, windowMs, nowMs)
    const allowed = ring.length < limit
    if (allowed) this.#push(ring, Math.max(nowMs, newestOf(ring)))
    this.#forget(id)
    return verdictOf(ring, { allowed, limit, windowMs, nowMs })
  }

  /** What `take` would return, without counting a request. */
  peek(id: string, limit: number, windowSeconds: number, nowMs: number): RateVerdict {
    const windowMs = windowSeconds * 1_000
    const ring = this.#rings.get(id) ?? new TimeRing()
    drop(ring, windowMs, nowMs)
    return verdictOf(ring, { allowed: ring.length < limit, limit, windowMs, nowMs })
  }

  #touch(id: string): TimeRing {
    let ring = this.#rings.get(id)
    if (ring) this.#rings.delete(id)
    else {
      ring = new TimeRing()
      this.#capacity += ring.capacity
    }
    this.#rings.set(id, ring)
    return ring
  }

  #push(ring: TimeRing, time: number): void {
    const before = ring.capacity
    ring.push(time)
    this.#capacity += ring.capacity - before
  }

  #forget(current: string): void {
    for (const [id, ring] of this.#rings) {
      if (this.#rings.size <= this.#maxIds && this.#capacity <= this.#maxTimes) return
      if (id === current) return
      this.#rings.delete(id)
      this.#capacity -= ring.capacity
    }
  }
}

/** Forgets the times that have left the window. */
function drop(ring: TimeRing, windowMs: number, nowMs: number): void {
  // The clock was set back: keeping the times would lock the caller out until it catches up.
  if (newestOf(ring) - nowMs > windowMs) ring.clear()
  while (ring.length > 0 && ring.at(0) <= nowMs - windowMs) ring.shift()
}

function verdictOf(
  ring: TimeRing,
  {
    allowed,
    limit,
    windowMs,
    nowMs,
  }: {
    readonly allowed: boolean
    readonly limit: number
    readonly windowMs: number
    readonly nowMs: number
  },
): RateVerdict {
  // When this one leaves, a place is free; if the limit was lowered, more of them have to leave first.
  const blocking = ring.at(Math.max(0, ring.length - limit))
  return {
    allowed,
    remaining: Math.max(0, limit - ring.length),
    retryAfterSeconds: allowed ? 0 : secondsUntil(blocking + windowMs, nowMs),
    resetSeconds: ring.length === 0 ? 0 : secondsUntil(ring.at(0) + windowMs, nowMs),
  }
}

function newestOf(ring: TimeRing): number {
  return ring.length === 0 ? -Infinity : ring.at(ring.length - 1)
}

function secondsUntil(timeMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((timeMs - nowMs) / 1_000))
}
