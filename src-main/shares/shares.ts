import type { ShareState } from '../../src-shared/shares.ts'
import { FairShare, type ShareOptions } from './fair-share.ts'

/** Every shared resource of an instance. Metrics, `toolgate doctor` and the page list what is here. */
export class Shares {
  readonly #shares = new Map<string, FairShare>()
  readonly #waitMs: number | undefined

  /** @param waitMs the longest wait for every resource that has one, in place of its own */
  constructor(waitMs?: number) {
    this.#waitMs = waitMs
  }

  /** Opens the share of a resource. */
  open(options: ShareOptions): FairShare {
    if (this.#shares.has(options.name)) throw new Error(`There are two shares of ${options.name}`)
    const waitMs = options.waitMs === Infinity ? Infinity : (this.#waitMs ?? options.waitMs)
    const share = new FairShare(waitMs === undefined ? options : { ...options, waitMs })
    this.#shares.set(options.name, share)
    return share
  }

  /** The limits and figures of every share, in the order in which they were opened. */
  states(): ShareState[] {
    return Array.from(this.#shares.values(), (share) => share.state())
  }

  /** Refuses all work that waits, and all that comes. */
  close(): void {
    for (const share of this.#shares.values()) share.close()
  }
}
