/** The gateway as the desktop sees it. */
export interface DesktopGateway {
  /** Where it listens, for example `http://127.0.0.1:4777`. */
  readonly url: string
  /** A sentence about a restore that this start noticed; null for none. */
  readonly restored: string | null
  /** The cookie that makes the window's requests the owner's. */
  ownerSession(): { readonly name: string; readonly value: string }
  /** The page's address with a one-time code, and a private file that takes the user's own browser there. */
  pageFile(): { readonly url: string; readonly file: string | null }
  /** Calls back with the owner's balance, now and after every change. */
  watchBalance(listener: (credits: number) => void): void
  /** Calls back with the keys that the owner chose for the page's shortcuts, now and after every change. */
  watchShortcuts(listener: (keys: Readonly<Record<string, string>>) => void): void
  close(): Promise<void>
}

/** Holds the one gateway of the process: starts it, restarts it on request, and closes it once. */
export class GatewayKeeper {
  readonly #start: () => Promise<DesktopGateway>
  readonly #started: (gateway: DesktopGateway) => Promise<void>
  #gateway: DesktopGateway | null = null
  #restarting: Promise<void> | null = null
  #closing: Promise<void> | null = null

  /** @param started is awaited after each start, before the start counts as done */
  constructor(start: () => Promise<DesktopGateway>, started: (gateway: DesktopGateway) => Promise<void>) {
    this.#start = start
    this.#started = started
  }

  /** The gateway that runs, or ran last. */
  get gateway(): DesktopGateway {
    if (this.#gateway === null) throw new Error('The gateway has not been started')
    return this.#gateway
  }

  async start(): Promise<void> {
    const gateway = await this.#start()
    this.#gateway = gateway
    try {
      await this.#started(gateway)
    } catch (error) {
      // A gateway without a window would hold the data folder, and nobody could end it.
      await gateway.close()
      throw error
    }
  }

  /** Lets running calls end, closes the gateway and starts another; two requests at once cause one restart. */
  restart(): Promise<void> {
    if (this.#closing) return Promise.reject(new Error('Toolgate is quitting.'))
    this.#restarting ??= (async () => {
      try {
        await this.gateway.close()
        await this.start()
      } finally {
        this.#restarting = null
      }
    })()
    return this.#restarting
  }

  /** Lets running calls end and closes the gateway; a start that is under way is awaited first. */
  close(): Promise<void> {
    this.#closing ??= (async () => {
      // A failure of that start was already reported to its caller.
      await this.#restarting?.catch(() => undefined)
      await this.gateway.close()
    })()
    return this.#closing
  }
}
