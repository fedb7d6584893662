import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { GatewayError } from '../../../src-shared/errors.ts'
import { awayError } from '../../storage/postgres/caller-errors.ts'
import type { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import { nothing, type Work } from '../../storage/engine/work.ts'
import { assertCredits, assertName } from '../assert-entry.ts'
import type { Held } from '../held-credits.ts'
import type {
  Balance,
  ChargeReason,
  Entry,
  LedgerStore,
  Reservation,
  WithinTransaction,
} from '../ledger-store.ts'
import { exchange, saved, type Settlement } from './exchange.ts'
import { hasEnded, LeaseAsker } from './lease-asker.ts'
import { LeaseEpoch } from './lease-epoch.ts'
import { balanceRow, closeCharge, credited, entriesOf } from './ledger-rows.ts'
import { beginGateway, endGateway } from './gateway-row.ts'

/** What leases are asked with. */
export interface LeaseOptions {
  readonly engine: PostgresEngine
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The name of this gateway, as its owner knows it. */
  readonly name: string
  /** The most credits that are leased beyond what calls need now. */
  readonly slack?: number
  /** How often credits are asked for that other gateways may give back. */
  readonly mostAsks?: number
  /** Asks the other gateways to give back what they do not need of an account. */
  readonly recall?: (account: string, gateway: string) => void
}

/** What it does not know yet: team keys, departures, and what is written together with other stores. */
type NotYet =
  | 'depart'
  | 'chargeDeparted'
  | 'chargeOf'
  | 'settlePart'
  | 'payers'
  | 'subAccountOf'
  | 'payerOf'
  | 'ownBalance'
  | 'writeCredit'
  | 'writeSubAccount'
  | 'writeHigherLimit'
type Shared = Omit<LedgerStore, NotYet>

const AGAIN_MS = 100

/**
 * The ledger in a PostgreSQL that several gateways share. Each holds a lease of an account, and reserves out of it in
 * memory; each charge checks the lease in its own transaction, so that no clock and no leader is needed for it to be
 * right.
 */
export class PostgresLedger implements Shared {
  readonly #options: LeaseOptions
  readonly #engine: PostgresEngine
  readonly #epochs = new Map<string, LeaseEpoch>()
  readonly #asking = new Set<string>()
  readonly #known = new Map<string, number>()
  #epoch: LeaseEpoch
  #stopped: Error | null = null
  #isClosed = false
  #onCharge: (account: string) => void = () => undefined
  readonly #asker: LeaseAsker

  constructor(options: LeaseOptions) {
    this.#options = options
    this.#engine = options.engine
    this.#epoch = this.#begin(null)
    this.#asker = new LeaseAsker({
      ...options,
      epoch: () => this.#epoch,
      startAfresh: (gateway) => this.startAfresh(gateway),
      noteBalance: (account, balance) => void this.#known.set(account, balance),
    })
  }

  /** @param live how many gateways share the accounts */
  shareWith(live: number): void {
    this.#asker.live = live
  }

  /** The id under which this gateway holds its leases now. */
  get gateway(): string {
    return this.#epoch.gateway
  }

  stop(reason: Error): void {
    this.#stopped = reason
  }

  onCharge(callback: (account: string) => void): void {
    this.#onCharge = callback
  }

  openReservations(): number {
    return this.#epochs.size
  }

  reserve(reservation: Reservation): Promise<void> | undefined {
    const { id, account, credits } = reservation
    assertName(id)
    assertCredits(credits, 0)
    this.#refuseStopped()
    if (this.#epochs.has(id) || this.#asking.has(id)) throw new Error(`Reservation ${id} is already open`)
    if (this.#epoch.hasBegun && this.#epoch.free(account) >= credits)
      return this.#open(reservation, credits)
    this.#asking.add(id)
    const open = (kept: number): void => this.#open(reservation, kept)
    return this.#asker.ask(reservation, open).finally(() => this.#asking.delete(id))
  }

  async settle(
    reservationId: string,
    reason: ChargeReason,
    withinTransaction?: WithinTransaction,
  ): Promise<number> {
    const [epoch, held] = this.#close(reservationId)
    const { id, account, credits } = held
    const entries = [{ id, kind: 'charge' as const, credits }]
    const request = this.#settlement(epoch, account, entries, reason)
    return this.#write(epoch, held, request, withinTransaction)
  }

  async release(reservationId: string, refund?: ChargeReason): Promise<number> {
    const [epoch, held] = this.#close(reservationId)
    const { id, account, kept } = held
    if (!refund || kept === 0 || epoch !== this.#epoch) {
      this.#end(epoch, held)
      return this.lastKnown(account).balance
    }
    const entries = [
      { id: `${id}:failed`, kind: 'charge' as const, credits: kept },
      { id: `${id}:refund`, kind: 'refund' as const, credits: -kept },
    ]
    return this.#write(epoch, held, this.#settlement(epoch, account, entries, refund))
  }

  async credit(entry: Parameters<LedgerStore['credit']>[0]): Promise<number> {
    assertName(entry.id)
    assertCredits(entry.credits, 1)
    const at = this.#options.now()
    const balance = await this.#engine.write(entry.account, () => credited({ ...entry, at }))
    this.#known.set(entry.account, balance)
    return balance
  }

  async balanceOf(account: string): Promise<Balance> {
    const { balance } = await this.#engine.read(() => balanceRow(account))
    this.#known.set(account, balance)
    return this.lastKnown(account)
  }

  lastKnown(account: string): Balance {
    return { balance: this.#known.get(account) ?? 0, reserved: this.#epoch.held.of(account) }
  }

  entries(...[account, page]: Parameters<LedgerStore['entries']>): Promise<readonly Entry[]> {
    return this.#engine.read(() => entriesOf(account, page))
  }

  /** Gives back what no running call holds of an account. */
  async giveBack(account: string): Promise<void> {
    const epoch = this.#epoch
    const credits = epoch.free(account)
    if (credits <= 0) return
    epoch.lease(account, -credits)
    const request = { kind: 'give back' as const, gateway: epoch.gateway, account, credits }
    await this.#engine.writeShared(account, exchange, request, nothing, (committed) => {
      if (!committed) epoch.lease(account, credits)
    })
  }

  /** Ends what this gateway holds under an id that the database does not know any more, and begins under another. */
  startAfresh(gateway = this.gateway): void {
    if (this.#isClosed || this.#epoch.gateway !== gateway) return
    this.#epoch = this.#begin(gateway)
  }

  /** Gives back all leases. Calls that still run are not charged any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    const { gateway } = this.#epoch
    await this.#engine.write('gateway', () => endGateway(gateway))
  }

  #begin(earlier: string | null): LeaseEpoch {
    const begin = (gateway: string): Promise<void> =>
      this.#untilDone(() => beginGateway(gateway, this.#options.name, earlier))
    return new LeaseEpoch(`gw_${randomBytes(12).toString('hex')}`, begin)
  }

  #refuseStopped(): void {
    if (this.#stopped) throw this.#stopped
  }

  #open({ id, account, credits }: Reservation, kept: number): undefined {
    this.#refuseStopped()
    this.#epoch.held.open({ id, account, sub: null, credits, kept })
    this.#epochs.set(id, this.#epoch)
  }

  #settlement(
    { gateway }: LeaseEpoch,
    account: string,
    entries: Settlement['entries'],
    { requestId, slug, ...reason }: ChargeReason,
  ): Settlement {
    const { engine = null, unanswered = null }: Partial<Pick<Settlement, 'engine' | 'unanswered'>> = reason
    const at = this.#options.now()
    return {
      kind: 'settle',
      gateway,
      account,
      entries,
      requestId,
      slug,
      engine,
      unanswered,
      at,
      told: null,
    }
  }

  async #write(
    epoch: LeaseEpoch,
    held: Held,
    request: Settlement,
    withinTransaction?: WithinTransaction,
  ): Promise<number> {
    const state = { isTold: false, gaveUp: false }
    const listener = (committed: boolean): void => {
      state.isTold = true
      this.#end(epoch, held)
      if (committed) this.#settled(epoch, request)
      if (committed && state.gaveUp) void this.#withdraw(held, request)
    }
    try {
      if (epoch !== this.#epoch) throw this.#lost(epoch, held)
      const work = (): Work<number> => saved(request, withinTransaction)
      return await this.#engine.writeShared(held.account, exchange, request, work, listener)
    } catch (error) {
      // The server was away for so long that the caller is told that nothing is charged, before that is known.
      state.gaveUp = !state.isTold && error instanceof GatewayError
      if (!hasEnded(error)) throw error
      this.startAfresh(epoch.gateway)
      throw awayError(error)
    }
  }

  #lost(epoch: LeaseEpoch, held: Held): GatewayError {
    this.#end(epoch, held)
    return awayError()
  }

  #settled(epoch: LeaseEpoch, { account, entries, told: answer }: Settlement): void {
    if (!answer) return
    this.#known.set(account, answer.balance)
    if (answer.repeated !== 'no') return
    epoch.lease(account, -entries.reduce((sum, { credits }) => sum + credits, 0))
    if (entries.length === 1) this.#onCharge(account)
  }

  #withdraw({ id, account }: Held, { requestId, slug, at }: Settlement): Promise<void> {
    return this.#untilDone(() => closeCharge({ id, account, requestId, slug, at }))
  }

  #close(id: string): readonly [LeaseEpoch, Held] {
    const epoch = this.#epochs.get(id) ?? this.#epoch
    return [epoch, epoch.held.close(id)]
  }

  #end(epoch: LeaseEpoch, held: Held): void {
    epoch.held.release(held)
    this.#epochs.delete(held.id)
  }

  async #untilDone(work: () => Work<void>): Promise<void> {
    while (!this.#isClosed) {
      try {
        return await this.#engine.write('gateway', work)
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
      }
      await pause(AGAIN_MS)
    }
  }
}
