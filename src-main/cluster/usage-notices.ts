import { randomBytes } from 'node:crypto'

/** What hears of new entries. */
interface Listener {
  /** Whether anybody listens to it now. */
  readonly isHeard: boolean
  /** Looks for new entries. */
  readonly look: () => void
}

export interface UsageNoticeParts {
  readonly feed: Listener
  /** Sends a text to all gateways. */
  readonly send: (text: string) => void
  /** Milliseconds that only go forward. */
  readonly clock?: () => number
}

const LISTENING = 'usage is heard by '
const CHANGED = 'usage'
/** How long somebody is taken for listening who has said so, which is repeated with each beat. */
const HEARD_MS = 3_500
/** A notice locks the whole database while it is sent, so a gateway sends few. */
const EVERY_MS = 50

/**
 * Tells the gateways at which somebody follows the usage of keys that another one has charged something. A notice may
 * be lost, so they look with each beat, too.
 */
export class UsageNotices {
  readonly #parts: UsageNoticeParts
  readonly #clock: () => number
  /** By which it knows its own notices. */
  readonly #id = randomBytes(8).toString('hex')
  #heardUntil = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(parts: UsageNoticeParts) {
    this.#parts = parts
    this.#clock = parts.clock ?? (() => performance.now())
  }

  /** With each beat. */
  async beat(): Promise<void> {
    const { feed, send } = this.#parts
    if (!feed.isHeard) return
    send(LISTENING + this.#id)
    feed.look()
  }

  /** Takes a notice. */
  hear(text: string): void {
    const { feed } = this.#parts
    const isOther = text.startsWith(LISTENING) && text !== LISTENING + this.#id
    if (isOther) this.#heardUntil = this.#clock() + HEARD_MS
    if (text === CHANGED && feed.isHeard) feed.look()
  }

  /** After each commit of this gateway. */
  committed(): void {
    if (this.#timer !== undefined || this.#clock() >= this.#heardUntil) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#parts.send(CHANGED)
    }, EVERY_MS).unref()
  }
}
