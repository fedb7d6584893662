import { setTimeout as pause } from 'node:timers/promises'
import { nothing } from '../../storage/engine/work.ts'
import type { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import type { Holder } from '../held-credits.ts'
import { insufficientCredits } from '../insufficient-credits.ts'
import type { Reservation } from '../ledger-store.ts'
import { owedOf } from './call-charge.ts'
import { exchange, type Ask } from './exchange.ts'
import { hasEnded } from './lease-ended.ts'
import { poolsOf, type LeaseEpoch, type Pool } from './lease-epoch.ts'

interface Parts {
  readonly engine: PostgresEngine
  /** The most credits that are leased beyond what calls need now. */
  readonly slack?: number
  /** Asks the other gateways to give back what they do not need of an account, or of a limit. */
  readonly recall?: (account: string, gateway: string) => void
  /** How often credits are asked for that other gateways may give back. */
  readonly mostAsks?: number
  readonly epoch: () => LeaseEpoch
  readonly startAfresh: (gateway: string) => void
  readonly noteBalance: (account: string, balance: number) => void
}

const SLACK = 512
/** How often credits are asked for that others may give back: a quarter of a second, for which callers wait. */
export const MOST_ASKS = 6
/** Between two of these asks. */
export const ASK_PAUSE_MS = 40

/** Who waits for credits of one account, or of one limit. */
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
   * @param open is called in the same turn, before anybody else can take them, with what is to be held: less than the
   * price if the call was charged before
   * @throws GatewayError insufficient_credits
   */
  async ask(
    { id, credits }: Reservation,
    holder: Holder,
    open: (holder: Holder, kept: number) => void,
  ): Promise<void> {
    const have = await this.#wait(holder, credits, open)
    if (have === null) return
    const owed = await this.#parts.engine.read(() => owedOf(id, credits))
    if (owed < credits && (await this.#wait(holder, owed, open)) === null) return
    throw insufficientCredits('call', credits, Math.max(0, have))
  }

  /** @returns null once it is open; else what there was */
  async #wait(
    holder: Holder,
    credits: number,
    open: (holder: Holder, kept: number) => void,
  ): Promise<number | null> {
    const pools = poolsOf(holder)
    for (const pool of pools) this.#join(pool, credits)
    try {
      return await this.#haveOf(pools, credits, () => open(holder, credits))
    } finally {
      for (const pool of pools) this.#leave(pool, credits)
    }
  }

  async #haveOf(pools: readonly Pool[], credits: number, open: () => void): Promise<number | null> {
    const { epoch, mostAsks = MOST_ASKS } = this.#parts
    const isLacking = ({ name }: Pool): boolean => epoch().free(name) < credits
    for (let asks = 1; ; asks++) {
      await epoch().begun
      const asked = pools.filter(isLacking)
      const told = await Promise.all(asked.map((pool) => this.#askFor(pool)))
      if (!pools.some(isLacking)) {
        open()
        return null
      }
      const haves = asked.flatMap((pool, index) => {
        const one = told[index] ?? null
        const others = one === null || one.held - one.lent > epoch().leased(pool.name)
        const have = (one ? one.balance - one.held : 0) + epoch().free(pool.name)
        return isLacking(pool) ? [{ have, mayCome: others || have >= credits }] : []
      })
      // It came while an ask for less was on its way; the next one is for it, too.
      if (haves.every(({ have }) => have >= credits)) continue
      // Nothing is told if this gateway has started afresh meanwhile.
      if (asks >= mostAsks || haves.some(({ mayCome }) => !mayCome))
        return Math.min(...haves.map(({ have }) => have))
      await pause(ASK_PAUSE_MS)
    }
  }

  #join({ name }: Pool, credits: number): void {
    const waiting = this.#waiting.get(name) ?? { need: 0, round: null }
    this.#waiting.set(name, waiting)
    waiting.need += credits
  }

  #leave({ name }: Pool, credits: number): void {
    const waiting = this.#waiting.get(name)!
    waiting.need -= credits
    if (waiting.need === 0 && waiting.round === null) this.#waiting.delete(name)
  }

  #askFor(pool: Pool): Promise<Ask['told']> {
    const waiting = this.#waiting.get(pool.name)!
    return (waiting.round ??= this.#round(pool, waiting))
  }

  /** Asks once for all that wait, and has the others give back what they do not need if that is not enough. */
  async #round({ name, account, sub }: Pool, waiting: Waiting): Promise<Ask['told']> {
    const { engine, slack = SLACK, startAfresh, epoch, noteBalance, recall } = this.#parts
    // Those that come in the same turn are asked for as well.
    await Promise.resolve()
    const asked = epoch()
    const { gateway } = asked
    const need = Math.max(0, waiting.need - Math.max(0, asked.free(name)))
    const ask: Ask = { kind: 'ask', gateway, account, sub, need, live: this.live, slack, told: null }
    try {
      await engine.writeShared('lease', exchange, ask, nothing, (committed) => {
        waiting.round = null
        if (!committed || !ask.told) return
        asked.lease(name, ask.told.given)
        if (sub === null) noteBalance(account, ask.told.balance)
      })
    } catch (error) {
      if (!hasEnded(error)) throw error
      startAfresh(gateway)
      return null
    }
    if (ask.told && ask.told.given < need && ask.told.held - ask.told.lent > asked.leased(name))
      recall?.(name, gateway)
    return ask.told
  }
}
