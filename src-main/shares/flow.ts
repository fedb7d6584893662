import type { Waiter } from './waiter.ts'

/** Half of what a key has used is forgotten after this time. */
const HALF_LIFE_MS = 10_000
/** Less than this is nothing. */
const NEGLIGIBLE_MS = 1

/** The work of one key: what runs, what waits in order, and what it has used lately. */
export class Flow {
  readonly id: string
  readonly isOwner: boolean
  readonly waiting = new Set<Waiter>()
  running = 0
  /** When the turn that is waited for began: with the wait, or with the turn before it. */
  since = 0
  readonly #mostUseMs: number
  #useMs = 0
  #usedAt = 0

  /** @param mostUseMs the use at which the key's turn comes no later still */
  constructor(id: string, isOwner: boolean, mostUseMs: number) {
    this.id = id
    this.isOwner = isOwner
    this.#mostUseMs = mostUseMs
  }

  /** Keys take their turns in the order of this time: the longer the wait, and the smaller the use, the earlier. */
  rank(now: number): number {
    return this.since + this.useMs(now)
  }

  /** The use of the key in milliseconds of work; it decays, so that no key is held back for ever. */
  useMs(now: number): number {
    if (this.#useMs === 0) return 0
    const left = this.#useMs * 2 ** ((this.#usedAt - now) / HALF_LIFE_MS)
    return left < NEGLIGIBLE_MS ? 0 : left
  }

  /** Counts what ended work has cost. */
  used(ms: number, now: number): void {
    this.#useMs = Math.min(this.#mostUseMs, this.useMs(now) + ms)
    this.#usedAt = now
  }
}
