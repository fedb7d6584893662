import type { Place } from '../../storage/postgres/connection.ts'
import { Notices } from '../../storage/postgres/notices.ts'
import type { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import { beat, holdersOf, reap } from './gateway-row.ts'
import type { PostgresLedger } from './postgres-ledger.ts'

export interface BeatOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly everyMs?: number
  /** How long a gateway is not seen until its leases are ended. */
  readonly deadAfterMs?: number
}

const EVERY_MS = 1_000
const DEAD_AFTER_MS = 15_000

/**
 * Tells the database that this gateway lives, ends the leases of those that do not, and hears when another gateway
 * needs what this one holds. If all of it fails, credits are stuck for a while, and none is lost or spent twice.
 */
export class GatewayBeat {
  readonly #engine: PostgresEngine
  readonly #notices: Notices
  readonly #after: string
  readonly #now: () => number
  readonly #timer: NodeJS.Timeout
  readonly #onBeat: (() => Promise<void>)[] = []
  readonly #onNotice: ((text: string) => void)[] = []
  #ledger: PostgresLedger | null = null
  /** How many gateways there are, as the last beat has found. */
  live = 1
  #running: Promise<void> | null = null

  constructor(engine: PostgresEngine, place: Place, options: BeatOptions) {
    const { now, everyMs = EVERY_MS, deadAfterMs = DEAD_AFTER_MS } = options
    this.#now = now
    this.#engine = engine
    this.#after = `${deadAfterMs} milliseconds`
    this.#notices = new Notices(place, (text) => this.#hear(text))
    this.#timer = setInterval(() => void this.now(), everyMs).unref()
  }

  /** @param ledger the one that beats from now on */
  async begin(ledger: PostgresLedger): Promise<void> {
    this.#ledger = ledger
    await Promise.all([this.#notices.listen(), ledger.learnNew()])
  }

  /** Asks those that hold the most of an account to give back what they can. */
  async recall(account: string, gateway: string): Promise<void> {
    const holders = await this.#engine.read(() => holdersOf(account, gateway))
    for (const holder of holders) this.#notices.send(`${holder.gateway} ${account}`)
  }

  /**
   * Lets something else be done with each beat, and hear what is sent to all. What fails is tried again with the next
   * beat, and a notice may be lost.
   */
  join(onBeat: () => Promise<void>, onNotice: (text: string) => void = () => undefined): void {
    this.#onBeat.push(onBeat)
    this.#onNotice.push(onNotice)
  }

  /** Sends a text to all gateways, this one included. */
  send(text: string): void {
    this.#notices.send(text)
  }

  /** One beat, unless the last one still runs. When the server is away, the next one finds it so, until it is back. */
  now(): Promise<void> {
    this.#running ??= Promise.allSettled([this.#beat(), ...this.#onBeat.map((join) => join())])
      .then(() => undefined)
      .finally(() => (this.#running = null))
    return this.#running
  }

  /** Ends the gateways that were not seen for so long, each in a transaction of its own. */
  async reap(): Promise<void> {
    while (await this.#engine.write('gateway', () => reap(this.#after, this.#now())));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
    await this.#notices.close()
  }

  async #beat(): Promise<void> {
    const ledger = this.#ledger
    if (!ledger) return
    const { gateway } = ledger
    const seen = await this.#engine.write('gateway', () => beat(gateway, this.#after))
    this.live = Math.max(1, seen.live)
    ledger.shareWith(this.live)
    if (seen.known === 0) ledger.startAfresh(gateway)
    if (seen.dead > 0) await this.reap()
    await ledger.learnNew()
  }

  #hear(text: string): void {
    for (const listener of this.#onNotice) listener(text)
    const at = text.indexOf(' ')
    const ledger = this.#ledger
    if (ledger?.gateway !== text.slice(0, at)) return
    // If it cannot be given back now, the next recall asks again.
    ledger.giveBack(text.slice(at + 1)).catch(() => undefined)
  }
}
