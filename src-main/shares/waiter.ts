import type { Place } from './place.ts'

interface WaiterEvents {
  /** The work gave up; it must get no place any more. */
  readonly left: (waiter: Waiter) => void
  /** The error after a wait that took too long. */
  readonly tooLong: () => Error
}

/** Work that waits for a place: until it gets one, is refused, is aborted, or has waited too long. */
export class Waiter {
  readonly place: Promise<Place>
  readonly #signal: AbortSignal
  readonly #timer: NodeJS.Timeout | undefined
  readonly #events: WaiterEvents
  readonly #settle = Promise.withResolvers<Place>()

  /** @param mostMs the longest wait; `Infinity` for none */
  constructor(signal: AbortSignal, mostMs: number, events: WaiterEvents) {
    this.place = this.#settle.promise
    this.#signal = signal
    this.#events = events
    if (mostMs !== Infinity) this.#timer = setTimeout(() => this.#giveUp(events.tooLong()), mostMs)
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  grant(place: Place): void {
    this.#end()
    this.#settle.resolve(place)
  }

  refuse(reason: unknown): void {
    this.#end()
    this.#settle.reject(reason)
  }

  readonly #onAbort = (): void => this.#giveUp(this.#signal.reason)

  #giveUp(reason: unknown): void {
    this.#events.left(this)
    this.refuse(reason)
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}
