import type { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import { nothing, type Work } from '../../storage/engine/work.ts'
import { assertCredits, assertName } from '../assert-entry.ts'
import type { Holder } from '../held-credits.ts'
import type {
  Balance,
  ChargeReason,
  Entry,
  LedgerStore,
  Reservation,
  WithinTransaction,
} from '../ledger-store.ts'
import { Payers } from '../payers.ts'
import type { SubAccount } from '../sub-accounts.ts'
import { chargeOf } from './call-charge.ts'
import { CallEnds } from './call-ends.ts'
import { NO_NOTES, type DoubtNotes } from './doubt-notes.ts'
import { exchange } from './exchange.ts'
import { KnownAccounts } from './known-accounts.ts'
import { LeaseAsker } from './lease-asker.ts'
import { poolsOf } from './lease-epoch.ts'
import {
  credited,
  entriesOf,
  openSubAccount,
  ownBalance,
  raiseLimit,
  subAccountRow,
} from './ledger-rows.ts'
import { OpenCalls } from './open-calls.ts'
import { PostgresLending } from './postgres-lending.ts'

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
  /** Asks the other gateways to give back what they do not need of an account, or of a limit. */
  readonly recall?: (account: string, gateway: string) => void
  /** Ends the leases of gateways that are dead by now. */
  readonly reap?: () => Promise<void>
  /** Where calls are noted whose outcome is in doubt. */
  readonly notes?: DoubtNotes
}

/**
 * The ledger in a PostgreSQL that several gateways share. Each holds a lease of an account, and reserves out of it in
 * memory; each charge checks the lease in its own transaction, so that no clock and no leader is needed for it to be
 * right.
 */
export class PostgresLedger implements LedgerStore {
  readonly #options: LeaseOptions
  readonly #engine: PostgresEngine
  readonly #asking = new Set<string>()
  readonly #accounts: KnownAccounts
  readonly #calls: OpenCalls
  readonly #ends: CallEnds
  readonly #asker: LeaseAsker
  readonly payers: Payers
  /** What other machines hold of accounts here. */
  readonly leases: PostgresLending
  readonly settlePart: LedgerStore['settlePart']
  #stopped: Error | null = null
  #onCharge: (account: string) => void = () => undefined

  constructor(options: LeaseOptions) {
    this.#options = options
    const { engine, now, name, notes = NO_NOTES } = options
    this.#engine = engine
    this.#calls = new OpenCalls({ engine, now, name })
    const accounts = new KnownAccounts(engine)
    this.#accounts = accounts
    this.payers = new Payers({
      subs: accounts,
      balances: { of: (account) => accounts.balanceOf(account) },
      held: { of: (account) => this.#calls.epoch.held.of(account) + accounts.lentOf(account) },
    })
    const lastKnown = (account: string): number => this.lastKnown(account).balance
    const charged = (payer: string): void => this.#onCharge(payer)
    const { mostAsks } = options
    this.leases = new PostgresLending({
      ...{ engine, now, charged, ...(mostAsks === undefined ? {} : { mostAsks }) },
      freeUp: (key) => this.#freeUpPools(key),
      heldHere: (name) => this.#calls.epoch.held.of(name),
      learn: (key) => this.#learn(key),
    })
    const shared = { engine, calls: this.#calls, accounts }
    this.#ends = new CallEnds({ ...shared, notes, now, lastKnown, charged })
    this.settlePart = this.#ends.settlePart
    this.#asker = new LeaseAsker({
      ...options,
      epoch: () => this.#calls.epoch,
      startAfresh: (gateway) => this.startAfresh(gateway),
      noteBalance: (account, balance) => accounts.note(account, balance),
    })
  }

  /** @param live how many gateways share the accounts */
  shareWith(live: number): void {
    this.#asker.live = live
  }

  /** The id under which this gateway holds its leases now. */
  get gateway(): string {
    return this.#calls.epoch.gateway
  }

  stop(reason: Error): void {
    this.#stopped = reason
  }

  onCharge(callback: (account: string) => void): void {
    this.#onCharge = callback
  }

  openReservations(): number {
    return this.#calls.size
  }

  reserve(reservation: Reservation): Promise<void> | undefined {
    const { id, account, credits } = reservation
    assertName(id)
    assertCredits(credits, 0)
    this.#refuseStopped()
    // Before the tool runs: what it did would be in vain.
    this.#engine.refuseAway()
    if (this.#calls.has(id) || this.#asking.has(id)) throw new Error(`Reservation ${id} is already open`)
    const holder = this.#accounts.isKnown(account) ? this.payers.holderOf(account) : null
    if (holder && this.#calls.epoch.covers(holder, credits))
      return void this.#calls.open(reservation, holder, credits)
    this.#asking.add(id)
    return this.#ask(reservation).finally(() => this.#asking.delete(id))
  }

  depart(reservationId: string, reason: ChargeReason): Promise<void> {
    return this.#ends.depart(reservationId, reason)
  }

  /** What a gateway had sent is charged by whoever ends it, as this one does now with those that are dead. */
  async chargeDeparted(): Promise<readonly unknown[]> {
    await this.#ends.closeNoted()
    await this.#options.reap?.()
    return []
  }

  chargeOf(reservationId: string): Work<number | null> {
    return chargeOf(reservationId)
  }

  settle(
    reservationId: string,
    reason: ChargeReason,
    withinTransaction?: WithinTransaction,
  ): Promise<number> {
    return this.#ends.settle(reservationId, reason, withinTransaction)
  }

  release(reservationId: string, refund?: ChargeReason): Promise<number> {
    return this.#ends.release(reservationId, refund)
  }

  async credit(entry: Parameters<LedgerStore['credit']>[0]): Promise<number> {
    const balance = await this.#engine.write(entry.account, () => this.writeCredit(entry))
    this.#accounts.note(entry.account, balance)
    return balance
  }

  *writeCredit(entry: Parameters<LedgerStore['credit']>[0]): Work<number> {
    assertName(entry.id)
    assertCredits(entry.credits, 1)
    return yield* credited({ ...entry, at: this.#options.now() })
  }

  *writeSubAccount(sub: SubAccount, from?: string): Work<void> {
    assertName(sub.id)
    yield* openSubAccount(sub, from)
  }

  writeHigherLimit(account: string, creditLimit: number): Work<void> {
    return raiseLimit(account, creditLimit)
  }

  ownBalance(account: string): Work<number> {
    return ownBalance(account)
  }

  async balanceOf(account: string): Promise<Balance> {
    await this.#learn(account)
    return this.lastKnown(account)
  }

  lastKnown(account: string): Balance {
    return this.payers.balanceOf(account)
  }

  subAccountOf(account: string): ReturnType<LedgerStore['subAccountOf']> {
    return this.#engine.read(() => subAccountRow(account))
  }

  payerOf(account: string): string | null {
    return this.#accounts.find(account)?.payer ?? null
  }

  async entries(...[account, page]: Parameters<LedgerStore['entries']>): Promise<readonly Entry[]> {
    const entries = await this.#engine.read(() => entriesOf(this.payers.accountOf(account), page))
    return entries.map((entry) => ({ ...entry, account: this.payers.keyOf(entry.account) }))
  }

  learnNew(): Promise<void> {
    return this.#accounts.learnNew()
  }

  /** Others are asked to do the same, and are not waited for. */
  async freeUp(account: string): Promise<void> {
    this.#options.recall?.(account, this.gateway)
    // What is not given back cannot be handed over.
    await this.giveBack(account).catch(() => undefined)
  }

  freshen(account: string): Promise<void> | undefined {
    if (this.#accounts.isFresh(account) || this.#engine.state === 'away') return undefined
    // What is told beside an answer is older then.
    return this.#learn(account).catch(() => undefined)
  }

  /** Gives back what no running call holds of an account, or of the limit of a sub-account. */
  async giveBack(name: string): Promise<void> {
    const { epoch } = this.#calls
    const credits = epoch.free(name)
    if (credits <= 0) return
    epoch.lease(name, -credits)
    const sub = this.#accounts.find(name)
    const pool = { account: sub?.payer ?? name, sub: sub && name }
    const request = { kind: 'give back' as const, gateway: epoch.gateway, ...pool, credits }
    await this.#engine.writeShared(name, exchange, request, nothing, (committed) => {
      if (!committed) epoch.lease(name, credits)
    })
  }

  /** Ends what this gateway holds under an id that the database does not know any more, and begins under another. */
  startAfresh(gateway = this.gateway): void {
    this.#calls.startAfresh(gateway)
  }

  /** Gives back all leases. Calls that still run are not charged any more, but for what they have sent. */
  close(): Promise<void> {
    return this.#calls.closeAll()
  }

  async #ask(reservation: Reservation): Promise<void> {
    const { account } = reservation
    if (!this.#accounts.isKnown(account)) await this.#learn(account)
    await this.#asker.ask(reservation, this.payers.holderOf(account), (holder, kept) =>
      this.#open(reservation, holder, kept),
    )
  }

  async #freeUpPools(key: string): Promise<void> {
    if (!this.#accounts.isKnown(key)) await this.#learn(key)
    for (const { name } of poolsOf(this.payers.holderOf(key))) await this.freeUp(name)
  }

  async #learn(account: string): Promise<void> {
    const { payer } = await this.#accounts.learn(account)
    const own = payer ?? account
    const spent = this.payers.accountOf(own)
    if (spent !== own) await this.#accounts.learnBalance(spent)
  }

  #open(reservation: Reservation, holder: Holder, kept: number): void {
    this.#refuseStopped()
    this.#calls.open(reservation, holder, kept)
  }

  #refuseStopped(): void {
    if (this.#stopped) throw this.#stopped
  }
}
