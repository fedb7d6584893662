import type { SourceHealth } from '../source-kind.ts'
import { SOURCE_LIMITS } from '../source.ts'
import type { Upstream } from './upstream.ts'

const SECOND_MS = 1_000
const HEALTHY_MS = 60 * SECOND_MS
const LONGEST_WAIT_MS = 60 * SECOND_MS
/** So often a server may end before it has greeted, until somebody looks at it. */
const TRIES = 3

/** What is known of the process of a source. */
export class RunningSource {
  readonly id: string
  upstream: Upstream | null = null
  /** Those that get nothing further, and still answer what they were sent. */
  readonly former = new Set<Upstream>()
  opening: Promise<Upstream> | null = null
  /** A look at its list that is under way. */
  looking: Promise<void> | null = null
  /** When the last look at its list ended, in milliseconds since 1970. */
  lookedAt = 0
  closing: Promise<void> | null = null
  /** Whether its start waits until another process has ended. */
  waitsForRoom = false
  inFlight = 0
  /** When its last call ended, by the clock of the process. */
  idleSince = performance.now()
  idleTimer: NodeJS.Timeout | undefined
  starts = 0
  calls = 0
  unknown = 0
  /** When it may be started again, by the clock of the process. */
  startsAt = 0
  readonly #waiting: (() => void)[] = []
  #ends = 0
  #failedStarts = 0
  #lastError: string | null = null
  #lastErrorAt: number | null = null
  #stderr = ''

  constructor(id: string) {
    this.id = id
  }

  /** Whether it has no process and is getting none. */
  get isAtRest(): boolean {
    return this.upstream === null && this.opening === null && this.closing === null
  }

  get isIdle(): boolean {
    return this.upstream !== null && this.inFlight === 0 && this.looking === null && this.closing === null
  }

  /** Whether it has ended too often before it could greet. */
  get isBroken(): boolean {
    return this.#failedStarts >= TRIES
  }

  get lastError(): string | null {
    return this.#lastError
  }

  /** Takes a place among its calls, at once or later. @returns null when too many wait already */
  enter(): Promise<void> | null {
    if (this.inFlight < SOURCE_LIMITS.inFlight) {
      this.inFlight++
      return Promise.resolve()
    }
    if (this.#waiting.length >= SOURCE_LIMITS.waiting) return null
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Gives the place to the call that has waited longest. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next) return next()
    this.inFlight--
    this.idleSince = performance.now()
  }

  /** It has greeted. */
  opened(upstream: Upstream): void {
    if (this.upstream) this.former.add(this.upstream)
    this.upstream = upstream
    this.#failedStarts = 0
  }

  /** It could not be started. @param now milliseconds since 1970 */
  failed(why: string, stderr: string, now: number): void {
    this.#failedStarts++
    this.#wait()
    this.note(why, now, stderr)
  }

  /** It has ended by itself. @param now milliseconds since 1970 */
  ended(why: string, stderr: string, now: number): void {
    if (this.upstream && performance.now() - this.upstream.startedAt >= HEALTHY_MS) this.#ends = 0
    this.upstream = null
    this.#wait()
    this.note(why, now, stderr)
  }

  /** Somebody wants it to be tried again. */
  forgive(): void {
    this.#failedStarts = 0
    this.#ends = 0
    this.startsAt = 0
    this.#lastError = this.#lastErrorAt = null
  }

  health(): SourceHealth {
    return {
      pid: this.upstream?.pid ?? null,
      isStarting: this.opening !== null,
      starts: this.starts,
      calls: this.calls,
      unknown: this.unknown,
      inFlight: this.inFlight,
      lastError: this.#lastError,
      lastErrorAt: this.#lastErrorAt,
      stderr: this.upstream?.stderr ?? this.#stderr,
    }
  }

  // The first end may be an accident; after that it waits 1, 2, 4 … 60 seconds.
  #wait(): void {
    const seconds = this.#ends === 0 ? 0 : 2 ** (this.#ends - 1)
    this.#ends++
    this.startsAt = performance.now() + Math.min(seconds * SECOND_MS, LONGEST_WAIT_MS)
  }

  /** @param now milliseconds since 1970 */
  note(why: string, now: number, stderr = this.#stderr): void {
    this.#lastError = why
    this.#lastErrorAt = now
    this.#stderr = stderr
  }
}
