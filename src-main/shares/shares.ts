import type { ShareState } from '../../src-shared/shares.ts'
import { FairShare, type ShareOptions } from './fair-share.ts'

/** Every shared resource of an instance. Metrics, `toolgate doctor` and the page list what is here. */
export class Shares {
  readonly #shares = new Map<string, FairShare>()

  /** Opens the share of a resource. */
  open(options: ShareOptions): FairShare {
    if (this.#shares.has(options.name)) throw new Error(`There are two shares of ${options.name}`)
    const share = new FairShare(options)
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
