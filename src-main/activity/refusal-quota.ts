const WINDOW_MS = 60_000
/** Refusals of one caller, and of all of them, that get a row within a minute. */
const MAX_PER_CALLER = 10
const MAX_IN_ALL = 120

/** Keeps a flood of refused calls from pushing answered ones out of the record. */
export class RefusalQuota {
  readonly #now: () => number
  readonly #byCaller = new Map<string, number>()
  #since = -Infinity
  #rows = 0

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Takes a row, if there is one.
   * @param caller the id of its key; for a call without a known key, its address
   */
  take(caller: string): boolean {
    const now = this.#now()
    // A clock that was set back opens a new window as well.
    if (now < this.#since || now - this.#since >= WINDOW_MS) {
      this.#since = now
      this.#rows = 0
      this.#byCaller.clear()
    }
    const taken = this.#byCaller.get(caller) ?? 0
    if (taken >= MAX_PER_CALLER || this.#rows >= MAX_IN_ALL) return false
    this.#byCaller.set(caller, taken + 1)
    this.#rows++
    return true
  }
}
