import { GatewayError } from '../../src-shared/errors.ts'

/** Limits how many requests run at once; the others wait, first come, first served. */
export class SendSlots {
  readonly #atOnce: number
  readonly #inLine: number
  readonly #waiting = new Set<() => void>()
  #running = 0

  /** @param inLine how many may wait before further ones are refused */
  constructor(atOnce: number, inLine: number) {
    this.#atOnce = atOnce
    this.#inLine = inLine
  }

  /**
   * Runs the work once there is room for it.
   * @throws GatewayError overloaded when too many are waiting
   * @throws the signal's reason when it ends the wait
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(signal)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#running < this.#atOnce) {
      this.#running++
      return Promise.resolve()
    }
    if (this.#waiting.size >= this.#inLine)
      throw new GatewayError(
        'overloaded',
        'Too many requests are being sent; try again in a few seconds.',
        {
          retry_after: 5,
        },
      )
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.delete(enter)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.add(enter)
    })
  }

  // The slot passes straight to the longest waiting request, so that no newcomer can overtake.
  #leave(): void {
    const [next] = this.#waiting
    if (next) {
      this.#waiting.delete(next)
      next()
    } else this.#running--
  }
}
