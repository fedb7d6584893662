/** Places for calls that run at once, and those that wait for one. */
export class Places {
  readonly #most: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  constructor(most: number, mostWaiting: number) {
    this.#most = most
    this.#mostWaiting = mostWaiting
  }

  get taken(): number {
    return this.#taken
  }

  /** Takes a place, at once or later. @returns null when too many wait already */
  enter(): Promise<void> | null {
    if (this.#taken < this.#most) {
      this.#taken++
      return Promise.resolve()
    }
    if (this.#waiting.length >= this.#mostWaiting) return null
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Gives the place to the call that has waited longest. */
  leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken--
  }
}
