/** How often the watch checks, in milliseconds: a call may exceed its limit by this much. */
const LOOK_EVERY_MS = 20

/**
 * Measures how much processor time this process uses and calls back when it exceeds a limit. Unlike
 * the clock, processor time is the same on a busy machine, so a good call is not ended because
 * others keep the processors busy.
 */
export class CpuWatch {
  readonly #onOver: () => void
  #since: NodeJS.CpuUsage = process.cpuUsage()
  #limitMs = 0
  #elsewhereMs = 0
  #timer: NodeJS.Timeout | undefined

  /** @param onOver called once each time a limit is exceeded */
  constructor(onOver: () => void) {
    this.#onOver = onOver
  }

  /** Counts from now on. @param limitMs processor time of all threads of this process, in milliseconds */
  start(limitMs: number): void {
    this.#since = process.cpuUsage()
    this.#limitMs = limitMs
    this.#elsewhereMs = 0
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS)
  }

  /** Counts time that another process has used on behalf of this one, in milliseconds. */
  add(cpuMs: number): void {
    this.#elsewhereMs += cpuMs
  }

  /** Stops counting. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    const { user, system } = process.cpuUsage(this.#since)
    if ((user + system) / 1_000 + this.#elsewhereMs <= this.#limitMs) return
    this.stop()
    this.#onOver()
  }
}
