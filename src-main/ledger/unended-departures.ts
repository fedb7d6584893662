import type { GroupCommit } from '../storage/group-commit.ts'
import type { Departures } from './departures.ts'
import type { Held, HeldCredits } from './held-credits.ts'

/** Calls that ended in this process, while the disk refused to write their ends. Their credits stay held. */
export class UnendedDepartures {
  readonly #commits: GroupCommit
  readonly #departures: Departures
  readonly #held: HeldCredits
  /** Free calls whose rows are still there. */
  readonly #lapsed = new Map<string, Held>()

  constructor(commits: GroupCommit, departures: Departures, held: HeldCredits) {
    this.#commits = commits
    this.#departures = departures
    this.#held = held
  }

  /** The free calls whose rows the next write removes, and then passes to `free`. */
  lapsed(): readonly Held[] {
    return [...this.#lapsed.values()]
  }

  /** Ends a call that is owed: the next start finds its row and charges it. */
  leaveToNextStart(held: Held): void {
    const earlier = this.#lapsed.get(held.id)
    if (earlier) this.free(earlier)
    this.#held.abandon(held)
  }

  /**
   * Ends a call whose caller was told that nothing is charged, so that the next start must not find its row. Until the
   * row is gone, the credits stay held: a start that found it would charge them.
   */
  lapse(held: Held): void {
    if (!held.departed || !this.#departures.has(held.id)) return this.#held.release(held)
    this.leaveToNextStart(held)
    this.#lapsed.set(held.id, held)
    this.#commits
      .enqueue(
        () => this.#departures.remove(held.id),
        (committed) => {
          if (committed) this.free(held)
        },
      )
      // The next departure removes it too, as soon as the disk takes anything again.
      .catch(() => undefined)
  }

  /** Frees the credits of a free call whose row is gone. */
  free(held: Held): void {
    if (this.#lapsed.get(held.id) !== held) return
    this.#lapsed.delete(held.id)
    this.#held.hold(held, -held.kept)
  }
}
