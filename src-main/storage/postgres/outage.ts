/** For how long new work still waits for a server that is away: it may only be starting again. */
const GRACE_MS = 1_000

/** Whether a server is away, and whether that is worth waiting for. */
export class Outage {
  #since: number | null = null

  /** Notes that the server did not answer. */
  begin(): void {
    this.#since ??= performance.now()
  }

  /** Notes that it has answered. */
  end(): void {
    this.#since = null
  }

  get isOn(): boolean {
    return this.#since !== null
  }

  /** Whether new work is refused at once. */
  get isLong(): boolean {
    return this.#since !== null && performance.now() - this.#since >= GRACE_MS
  }
}
