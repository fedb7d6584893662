import { setTimeout as pause } from 'node:timers/promises'
import { nothing } from '../../storage/engine/work.ts'
import { postgresCodeOf } from '../../storage/postgres/connection.ts'
import type { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import { insufficientCredits } from '../insufficient-credits.ts'
import type { Reservation } from '../ledger-store.ts'
import { exchange, type Ask } from './exchange.ts'
import type { LeaseEpoch } from './lease-epoch.ts'
import { isCharged } from './ledger-rows.ts'

interface Parts {
  readonly engine: PostgresEngine
  /** The most credits that are leased beyond what calls need now. */
  readonly slack?: number
  /** Asks the other gateways to give back what they do not need of an account. */
  readonly recall?: (account: string, gateway: string) => void
  /** How often credits are asked for that other gateways may give back. */
  readonly mostAsks?: number
  readonly epoch: () => LeaseEpoch
  readonly startAfresh: (gateway: string) => void
  readonly noteBalance: (account: string, balance: number) => void
}

const SLACK = 512
/** Within a quarter of a second: callers wait for it. */
const MOST_ASKS = 6
const ASK_PAUSE_MS = 40
/** A gateway that was taken for dead, or a lease that is smaller than thought. */
const ENDED = new Set(['TG001', 'TG002'])

/** Whether the database does not know a lease any more that a gateway counts on. */
export function hasEnded(error: unknown): boolean {
  return ENDED.has(postgresCodeOf(error) ?? '')
}

/** Who waits for credits of one account. */
interface Waiting {
  need: number
  /** The ask that is on its way for all of them. */
  round: Promise<Ask['told']> | null
}

/** Asks for more credits when a lease is used up, and tells who cannot have any. */
export class LeaseAsker {
  readonly #parts: Parts
  readonly #waiting = new Map<string, Waiting>()
  /** How many gateways share the accounts. */
  live = 1

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Waits until credits are free.
   * @param open is called in the same turn, before anybody else can take them; with 0 if the call was charged before
   * @throws GatewayError insufficient_credits
   */
  async ask({ id, account, credits }: Reservation, open: (kept: number) => void): Promise<void> {
    const waiting = this.#waiting.get(account) ?? { need: 0, round: null }
    this.#waiting.set(account, waiting)
    waiting.need += credits
    try {
      const have = await this.#wait(account, credits, waiting, open)
      if (have === null) return
      if (!(await this.#parts.engine.read(() => isCharged(id))))
        throw insufficientCredits('call', credits, Math.max(0, have))
      open(0)
    } finally {
      waiting.need -= credits
      if (waiting.need === 0 && waiting.round === null) this.#waiting.delete(account)
    }
  }

  /** @returns null once it is open; else what there was */
  async #wait(
    account: string,
    credits: number,
    waiting: Waiting,
    open: (kept: number) => void,
  ): Promise<number | null> {
    const { epoch, mostAsks = MOST_ASKS } = this.#parts
    for (let asks = 1; ; asks++) {
      await epoch().begun
      if (epoch().free(account) < credits) waiting.round ??= this.#round(account, waiting)
      const told = await waiting.round
      if (epoch().free(account) >= credits) {
        open(credits)
        return null
      }
      // Nothing is told if this gateway has started afresh meanwhile.
      const othersHold = told === null || told.held > epoch().leased(account)
      if (asks >= mostAsks || !othersHold)
        return (told ? told.balance - told.held : 0) + epoch().free(account)
      await pause(ASK_PAUSE_MS)
    }
  }

  /** Asks once for all that wait, and has the others give back what they do not need if that is not enough. */
  async #round(account: string, waiting: Waiting): Promise<Ask['told']> {
    const { engine, slack = SLACK, startAfresh, epoch, noteBalance, recall } = this.#parts
    // Those that come in the same turn are asked for as well.
    await Promise.resolve()
    const asked = epoch()
    const { gateway } = asked
    const need = Math.max(0, waiting.need - Math.max(0, asked.free(account)))
    const ask: Ask = { kind: 'ask', gateway, account, need, live: this.live, slack, told: null }
    try {
      await engine.writeShared('lease', exchange, ask, nothing, (committed) => {
        waiting.round = null
        if (!committed || !ask.told) return
        asked.lease(account, ask.told.given)
        noteBalance(account, ask.told.balance)
      })
    } catch (error) {
      if (!hasEnded(error)) throw error
      startAfresh(gateway)
      return null
    }
    if (ask.told && ask.told.given < need && ask.told.held > asked.leased(account))
      recall?.(account, gateway)
    return ask.told
  }
}
