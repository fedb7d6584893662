/** Counts the requests being answered, so that the ledger closes only after the last of them. */
export class RunningWork {
  #count = 0
  #onIdle: (() => void) | undefined

  /** Whether a request is being answered. */
  get isBusy(): boolean {
    return this.#count > 0
  }

  begin(): void {
    this.#count++
  }

  end(): void {
    this.#count--
    if (this.#count === 0) this.#onIdle?.()
  }

  /** Resolves once nothing is running, or after `ms` milliseconds at the latest. */
  async ended(ms: number): Promise<void> {
    if (this.#count === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#onIdle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
