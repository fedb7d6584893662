/** Counts what is being answered, so that the ledger is closed only after the last of it. */
export class RunningWork {
  #count = 0
  #onIdle: (() => void) | undefined

  begin(): void {
    this.#count++
  }

  end(): void {
    this.#count--
    if (this.#count === 0) this.#onIdle?.()
  }

  /** Resolves once nothing runs any more, at the latest after `ms` milliseconds. */
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
