import type { Work } from '../../storage/engine/work.ts'
import { RateLimiter, UNCOUNTED_LIMIT } from '../rate-limiter.ts'
import { divisionOf, forgetRates, permits, type Division, type Permits } from './permits.ts'
import { isAddress, type Rates, type RateVerdict } from './rates.ts'

/** The most ids that a gateway knows of at once. */
const MOST_IDS = 10_000
/** How many ids are forgotten in the database at once, and how often. */
const FORGOTTEN = 1_000
const FORGET_MS = 60_000
/** The part of a limit that all gateways together may have without a request that needs it. */
const SPARE = 1 / 20

export interface SharedRateParts {
  /** Runs a statement as a transaction of its own. */
  readonly aside: <T>(work: () => Work<T>) => Promise<T>
  /** How many gateways there are. */
  readonly live: () => number
  /** Milliseconds that only go forward. */
  readonly clock?: () => number
}

type Waiting = PromiseWithResolvers<RateVerdict>

/** What is known here of one id. */
interface Known extends Division {
  readonly limit: number
  readonly windowSeconds: number
  /** Permits that no request has used, and when they end. */
  free: number
  endsAt: number
  /** The part of the window that they are of, and how many were used in it and in the one before. */
  part: number
  usedInPart: number
  usedBefore: number
  /** What was told last, and when it was asked for. */
  told: Permits | null
  askedAt: number
  /** Those that wait while one ask is on its way. */
  waiting: Waiting[]
  isAsking: boolean
}

/**
 * The limits of keys over all gateways of a database. A gateway takes permits from the database, which end with the
 * current part of the window: for the requests that wait, and a few for those that seem to come. Addresses are counted
 * by each gateway for itself.
 */
export class SharedRates implements Rates {
  readonly #parts: SharedRateParts
  readonly #clock: () => number
  readonly #addresses = new RateLimiter()
  /** Least recently used first. */
  readonly #known = new Map<string, Known>()
  #forgetAt = 0

  constructor(parts: SharedRateParts) {
    this.#parts = parts
    this.#clock = parts.clock ?? (() => performance.now())
  }

  take(
    id: string,
    limit: number,
    windowSeconds: number,
    nowMs: number,
  ): RateVerdict | Promise<RateVerdict> {
    if (isAddress(id) || limit > UNCOUNTED_LIMIT)
      return this.#addresses.take(id, limit, windowSeconds, nowMs)
    const known = this.#touch(id, limit, windowSeconds)
    const now = this.#clock()
    // In turn: those that came earlier come first.
    if (known.waiting.length === 0 && !known.isAsking) {
      if (now < known.endsAt && known.free > 0) return use(known, now)
      if (now < known.endsAt && isFull(known)) return verdictOf(known, false, now)
    }
    const waiting = Promise.withResolvers<RateVerdict>()
    known.waiting.push(waiting)
    if (!known.isAsking) void this.#ask(id, known)
    return waiting.promise
  }

  /** As far as it is known here. */
  peek(id: string, limit: number, windowSeconds: number, nowMs: number): RateVerdict {
    if (isAddress(id)) return this.#addresses.peek(id, limit, windowSeconds, nowMs)
    const known = this.#known.get(id)
    const now = this.#clock()
    const isOld = !known?.told || known.askedAt + known.told.reset_ms <= now
    if (isOld || known.limit !== limit || known.windowSeconds !== windowSeconds)
      return { allowed: true, remaining: limit, retryAfterSeconds: 0, resetSeconds: 0 }
    return verdictOf(known, known.free > 0 || !isFull(known), now)
  }

  async #ask(id: string, known: Known): Promise<void> {
    known.isAsking = true
    // Those that come in the same turn are asked for as well.
    await Promise.resolve()
    while (known.waiting.length > 0) {
      const asked = known.waiting.splice(0)
      try {
        await this.#askFor(id, known, asked.length)
        const now = this.#clock()
        for (const { resolve } of asked)
          resolve(known.free > 0 ? use(known, now) : verdictOf(known, false, now))
        this.#serve(known)
      } catch (error) {
        for (const { reject } of [...asked, ...known.waiting.splice(0)]) reject(error)
      }
    }
    known.isAsking = false
  }

  /** Those that came while an ask was on its way may have what is left, or hear that nothing is. */
  #serve(known: Known): void {
    const now = this.#clock()
    while (known.waiting.length > 0 && now < known.endsAt && (known.free > 0 || isFull(known)))
      known.waiting.shift()!.resolve(known.free > 0 ? use(known, now) : verdictOf(known, false, now))
  }

  async #askFor(id: string, known: Known, need: number): Promise<void> {
    const { limit, partMs, parts } = known
    const most = Math.floor((limit * SPARE) / Math.max(1, this.#parts.live()))
    const extra = Math.min(most, Math.max(known.usedInPart, known.usedBefore))
    const ask = { id, limit, partMs, parts, need, extra, unused: known.free, unusedOf: known.part }
    // What is given back with it must not be used meanwhile.
    known.free = 0
    const askedAt = this.#clock()
    const told = await this.#parts.aside(() => permits(ask))
    if (told.part !== known.part) {
      known.usedBefore = told.part === known.part + 1 ? known.usedInPart : 0
      known.usedInPart = 0
    }
    // The answer counts from when it was asked for, so what was given never ends later here than in the database.
    Object.assign(known, {
      told,
      askedAt,
      part: told.part,
      free: told.given,
      endsAt: askedAt + told.left_ms,
    })
    this.#forgetSome()
  }

  #touch(id: string, limit: number, windowSeconds: number): Known {
    const found = this.#known.get(id)
    const isSame = found?.limit === limit && found.windowSeconds === windowSeconds
    const known = isSame ? found : newOf(limit, windowSeconds)
    this.#known.delete(id)
    this.#known.set(id, known)
    if (!isSame && this.#known.size > MOST_IDS) this.#known.delete(this.#known.keys().next().value!)
    return known
  }

  #forgetSome(): void {
    const now = this.#clock()
    if (now < this.#forgetAt) return
    this.#forgetAt = now + FORGET_MS
    // If it fails, the next one does it.
    this.#parts.aside(() => forgetRates(FORGOTTEN)).catch(() => undefined)
  }
}

function newOf(limit: number, windowSeconds: number): Known {
  return {
    ...{ ...divisionOf(windowSeconds), limit, windowSeconds, free: 0, endsAt: -Infinity },
    ...{ part: -1, usedInPart: 0, usedBefore: 0, told: null, askedAt: 0, waiting: [], isAsking: false },
  }
}

function isFull({ told, limit }: Known): boolean {
  return told !== null && told.used >= limit
}

function use(known: Known, now: number): RateVerdict {
  known.free--
  known.usedInPart++
  return verdictOf(known, true, now)
}

function verdictOf({ told, free, limit, askedAt }: Known, allowed: boolean, now: number): RateVerdict {
  const { used, free_ms, reset_ms } = told!
  const secondsTo = (ms: number): number => Math.max(1, Math.ceil((askedAt + ms - now) / 1_000))
  return {
    allowed,
    remaining: Math.max(0, limit - used + free),
    retryAfterSeconds: allowed ? 0 : secondsTo(free_ms),
    resetSeconds: used === 0 ? 0 : secondsTo(reset_ms),
  }
}
