import type { Work } from '../engine/work.ts'

const EVERY_MS = 60_000
const ROWS = 1_000

/** Prunes at most once a minute, and few rows at a time, so that no call waits for long. */
export class PruneTimer {
  readonly #prune: (now: number, rows: number) => Work<unknown>
  #next = 0

  /** @param prune deletes at most `rows` rows that are out of date at `now` */
  constructor(prune: (now: number, rows: number) => Work<unknown>) {
    this.#prune = prune
  }

  /** Prunes when a minute has passed since the last time. @param now milliseconds since 1970 */
  *pruneWhenDue(now: number): Work<void> {
    // Where the clock was set back, waiting for it to catch up could take years.
    if (now < this.#next && this.#next - now <= EVERY_MS) return
    yield* this.prune(now)
    // Only now: pruning that failed is tried again with the next call.
    this.#next = now + EVERY_MS
  }

  /** Prunes now. */
  *prune(now: number): Work<void> {
    yield* this.#prune(now, ROWS)
  }
}
