import type { Engine } from '../storage/engine/engine.ts'
import { all, statement, type Work } from '../storage/engine/work.ts'

/** Brings a copy in memory up to date, by the table that it is a copy of. */
export type Copies = Readonly<Record<string, () => Promise<void>>>

const VERSIONS = statement<Record<never, never>, { what: string; version: number }>(
  'SELECT what, version FROM change',
)
const NOTICE = 'changed '

/**
 * Keeps the copies of a gateway up to date with what other gateways change. A notice says that something has changed;
 * since one may be lost, the versions are compared with each beat, too.
 */
export class Changes {
  readonly #engine: Engine
  readonly #copies: Copies
  readonly #known = new Map<string, number>()
  #running: Promise<void> | null = null
  #isAgain = false

  constructor(engine: Engine, copies: Copies) {
    this.#engine = engine
    this.#copies = copies
  }

  /** Takes a notice. @returns whether it was about a change */
  hear(text: string): boolean {
    if (!text.startsWith(NOTICE)) return false
    // If the server is away, the next beat looks again.
    if (text.slice(NOTICE.length) in this.#copies) this.look().catch(() => undefined)
    return true
  }

  /** Resolves once the copies have everything that was committed when it was called. */
  look(): Promise<void> {
    if (!this.#running) return this.#start()
    // The one that runs may have read before it was called.
    this.#isAgain = true
    return this.#running
  }

  #start(): Promise<void> {
    this.#running = this.#lookUntilDone().finally(() => (this.#running = null))
    return this.#running
  }

  async #lookUntilDone(): Promise<void> {
    do {
      this.#isAgain = false
      await this.#look()
    } while (this.#isAgain)
  }

  async #look(): Promise<void> {
    const versions = await this.#engine.read(versionsOf)
    for (const { what, version } of versions) {
      const refresh = this.#copies[what]
      if (!refresh || this.#known.get(what) === version) continue
      await refresh()
      this.#known.set(what, version)
    }
  }
}

function versionsOf(): Work<readonly { readonly what: string; readonly version: number }[]> {
  return all(VERSIONS, {})
}
