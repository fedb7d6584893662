import type { Database, Statement } from 'better-sqlite3'
import type { GroupCommit } from '../storage/group-commit.ts'
import type { Work } from '../storage/engine/work.ts'
import { runWork } from '../storage/sqlite/run-work.ts'
import { AccountBalances } from './account-balances.ts'
import { assertCredits, assertName } from './assert-entry.ts'
import type { WithinTransaction, ChargeReason, Entry, LedgerStore, Reservation } from './ledger-store.ts'
import { Departures, toDeparted, type DepartedCall } from './departures.ts'
import { EntryList, type EntryRow } from './entry-list.ts'
import { HeldCredits, whoPays } from './held-credits.ts'
import { LeaseBook } from './lending/lease-book.ts'
import { partCharger } from './charges/part-charge.ts'
import { beyondEarlier, type NewEntry } from './charges/repeated-entry.ts'
import { Payers } from './payers.ts'
import { SubAccounts, type SubAccount } from './sub-accounts.ts'
import { UnendedDepartures } from './unended-departures.ts'
import { isPlain, PlainCharges, type Settlement } from './plain-charges.ts'
import { insufficientCredits } from './insufficient-credits.ts'

/** Credits added to an account; `id` makes a repetition harmless. */
export type Credit = Parameters<LedgerStore['credit']>[0]

/**
 * The ledger in SQLite. Entries and balances are on disk; open reservations are in memory and end with
 * the process.
 */
export class SqliteLedger implements LedgerStore {
  readonly #db: Database
  readonly #commits: GroupCommit
  readonly #now: () => number
  readonly #held = new HeldCredits()
  readonly #balances: AccountBalances
  readonly #subs: SubAccounts
  readonly payers: Payers
  /** What other gateways hold of accounts here. */
  readonly leases: LeaseBook
  readonly settlePart: LedgerStore['settlePart']
  readonly #entries: EntryList
  readonly #plain: PlainCharges
  readonly #departures: Departures
  readonly #unended: UnendedDepartures
  #onCharge: (account: string) => void = () => undefined
  readonly #insert: Statement<(string | number | null)[], number>
  readonly #open: Statement<[string]>

  /** @param now milliseconds since 1970 */
  constructor(db: Database, commits: GroupCommit, now: () => number) {
    this.#db = db
    this.#balances = new AccountBalances(db)
    this.#commits = commits
    this.#now = now
    this.#subs = new SubAccounts(db)
    this.payers = new Payers({ subs: this.#subs, balances: this.#balances, held: this.#held })
    this.#entries = new EntryList(db, this.#subs)
    this.#plain = new PlainCharges(db)
    this.#departures = new Departures(db)
    this.#unended = new UnendedDepartures(commits, this.#departures, this.#held)
    this.#insert = db
      .prepare<(string | number | null)[], number>(
        `INSERT INTO entry
           (id, account, kind, credits, balance_after, request_id, slug, engine, unanswered, at, spender, spent_after)
         SELECT ?, id, ?, ?, balance + ?, ?, ?, ?, ?, ?, ?, (SELECT spent - ? FROM sub_account WHERE id = ?)
         FROM account WHERE id = ?
         ON CONFLICT (id) DO NOTHING RETURNING balance_after`,
      )
      .pluck()
    this.#open = db.prepare('INSERT INTO account (id, balance) VALUES (?, 0) ON CONFLICT DO NOTHING')
    const write = (charge: NewEntry, reason: ChargeReason) => this.#write(charge, reason)
    const charged = (payer: string) => this.#onCharge(payer)
    const shared = { payers: this.payers, subs: this.#subs, held: this.#held, entries: this.#entries }
    this.leases = new LeaseBook(db, commits, now, { ...shared, write, charged })
    const ends = { db, commits, departures: this.#departures, unended: this.#unended }
    this.settlePart = partCharger({ ...shared, ...ends, parts: this.#entries.parts, write, charged })
  }

  stop(reason: Error): void {
    this.#held.stop(reason)
  }

  reserve({ id, account, credits, hasParts = false }: Reservation): undefined {
    assertName(id)
    assertCredits(credits, 0)
    if (this.#held.has(id)) throw new Error(`Reservation ${id} is already open`)
    const { balance, reserved } = this.lastKnown(account)
    const have = balance - reserved
    // A repeated call needs no more than what is left of its price, even on an empty account.
    const kept = have < credits ? this.#entries.parts.owedOf(id, credits) : credits
    if (have < kept) throw insufficientCredits('call', credits, have)
    this.#held.open({ id, ...this.payers.holderOf(account), credits, kept, hasParts })
  }

  async depart(reservationId: string, reason: ChargeReason): Promise<void> {
    const held = this.#held.find(reservationId)
    // From now on a row may be on its way to the disk, so whatever ends the reservation has to remove it.
    held.departed = true
    // Not the row of a call that has departed again: it may be written by then, and stands for that one.
    const lapsed = this.#unended
      .lapsed()
      .filter(({ id }) => id === reservationId || !this.#held.hasDeparted(id))
    await this.#commits.enqueue(
      () => {
        for (const { id } of lapsed) this.#departures.remove(id)
        this.#departures.write(toDeparted(held, reason), this.#now())
      },
      (committed) => {
        if (committed) for (const one of lapsed) this.#unended.free(one)
      },
    )
  }

  async chargeDeparted(): Promise<readonly unknown[]> {
    const charged = await Promise.allSettled(
      this.#departures.all().map((call) => this.#chargeAtStart(call)),
    )
    return charged.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
  }

  async #chargeAtStart(call: DepartedCall): Promise<void> {
    const { chargeId: id, account, spender, credits, requestId, slug, engine } = call
    const sub = spender === null ? null : this.#subs.find(spender)
    const payer = { account: spender ?? account, sub: sub && { ...sub, payer: account } }
    // Reserved as before the process ended, so that nothing else can spend the credits if the disk is full.
    const earlier = this.#entries.find(id)
    const kept = this.#entries.parts.owedOf(id, credits)
    this.#held.hold(payer, kept)
    const reason = { requestId, slug, ...(engine ? { engine } : {}), unanswered: 'killed' } as const
    await this.#commits.enqueue(
      () => {
        const rest = this.#entries.parts.restOf(id, credits)
        const charge: NewEntry = { id, account, spender, kind: 'charge', credits: 0 - rest }
        // Written again, it would need the credits once more before it were recognised.
        if (earlier) this.#repeat(earlier, charge, reason, credits)
        else this.#write(charge, reason, credits)
        this.#departures.remove(id)
      },
      (committed) => {
        if (committed) this.#held.hold(payer, -kept)
      },
    )
  }

  *chargeOf(reservationId: string): Work<number | null> {
    return this.#entries.parts.chargeOf(reservationId)
  }

  async settle(
    reservationId: string,
    reason: ChargeReason,
    withinTransaction?: WithinTransaction,
  ): Promise<number> {
    const held = this.#held.close(reservationId)
    const settlement: Settlement = { held, reason, withinTransaction }
    const ended = (committed: boolean): void => {
      // A charge that nobody waits for is made up for by the next start, which finds the row.
      if (!committed && reason.unanswered && held.departed) return this.#unended.leaveToNextStart(held)
      if (!committed) return this.#unended.lapse(held)
      this.#held.release(held)
      this.#onCharge(held.sub?.payer ?? held.account)
    }
    return isPlain(held)
      ? this.#commits.enqueueShared(this.#chargeTogether, settlement, ended)
      : this.#commits.enqueue(() => this.#charge(settlement), ended)
  }

  readonly #chargeTogether = (settlements: readonly Settlement[]): readonly number[] => {
    if (settlements.length === 1) return settlements.map((one) => this.#charge(one))
    this.#balances.forget()
    return this.#plain.write(settlements, this.#now())
  }

  #charge({ held, reason, withinTransaction }: Settlement): number {
    const { id, account, credits, kept, hasParts } = held
    const rest = hasParts ? this.#entries.parts.restOf(id, credits) : credits
    const charge: NewEntry = { id, ...whoPays(held), kind: 'charge', credits: 0 - rest }
    // Only a call that was already charged holds less than it costs.
    const earlier = kept < credits ? this.#entries.find(id) : undefined
    const paid = earlier
      ? this.#repeat(earlier, charge, reason, credits)
      : this.#write(charge, reason, credits)
    const balance = held.sub ? this.lastKnown(account).balance : paid
    if (held.departed) this.#departures.remove(id)
    if (withinTransaction) runWork(this.#db, withinTransaction(balance))
    return balance
  }

  async release(reservationId: string, refund?: ChargeReason): Promise<number> {
    const held = this.#held.close(reservationId)
    // A call that was charged before its process died, and holds less than it costs, has nothing to be refunded.
    const refunded = held.kept < held.credits ? undefined : refund
    if (!refunded && !held.departed) {
      this.#held.release(held)
      return this.lastKnown(held.account).balance
    }
    return this.#commits.enqueue(
      () => {
        const { id, account, kept } = held
        const payer = whoPays(held)
        if (held.departed) this.#departures.remove(id)
        if (refunded) {
          // Separate ids: a repetition of the call uses the reservation's id for its charge.
          this.#write({ id: `${id}:failed`, ...payer, kind: 'charge', credits: 0 - kept }, refunded)
          this.#write({ id: `${id}:refund`, ...payer, kind: 'refund', credits: kept }, refunded)
        }
        return this.lastKnown(account).balance
      },
      (committed) => {
        if (committed) this.#held.release(held)
        else this.#unended.lapse(held)
      },
    )
  }

  onCharge(callback: (account: string) => void): void {
    this.#onCharge = callback
  }

  async credit(entry: Credit): Promise<number> {
    return this.#commits.enqueue(() => runWork(this.#db, this.writeCredit(entry)))
  }

  *writeCredit(entry: Credit): Work<number> {
    assertName(entry.id)
    assertCredits(entry.credits, 1)
    if (this.#subs.find(entry.account)) throw new Error(`${entry.account} holds no credits of its own`)
    return this.#write(entry, null)
  }

  *writeSubAccount(sub: SubAccount, from?: string): Work<void> {
    assertName(sub.id)
    if (this.#subs.find(sub.payer))
      throw new Error(`${sub.payer} cannot pay: it holds no credits of its own`)
    if (from !== undefined) this.#subs.handOver(from, sub.creditLimit, this.#held.of(from))
    this.#subs.write(sub)
  }

  *writeHigherLimit(account: string, creditLimit: number): Work<void> {
    this.#subs.raise(account, creditLimit)
  }

  async subAccountOf(account: string): ReturnType<LedgerStore['subAccountOf']> {
    const sub = this.#subs.find(account)
    return sub && { ...sub, spent: this.#subs.spentOf(account) }
  }

  *ownBalance(account: string): Work<number> {
    return this.payers.ownBalanceOf(account)
  }

  payerOf(account: string): string | null {
    return this.#subs.find(account)?.payer ?? null
  }

  lastKnown(account: string): ReturnType<LedgerStore['lastKnown']> {
    return this.payers.balanceOf(account)
  }

  async balanceOf(account: string): ReturnType<LedgerStore['balanceOf']> {
    return this.lastKnown(account)
  }

  openReservations(): number {
    return this.#held.size
  }

  async entries(...[account, page]: Parameters<LedgerStore['entries']>): Promise<readonly Entry[]> {
    const entries = this.#entries.of(this.payers.accountOf(account), page)
    return entries.map((entry) => ({ ...entry, account: this.payers.keyOf(entry.account) }))
  }

  /**
   * Appends an entry, whose trigger moves the balance, unless its id is already in the ledger.
   * @param price of the call whose charge it is
   */
  #write(entry: NewEntry, reason: ChargeReason | null, price?: number): number {
    let after = this.#append(entry, reason)
    if (after === undefined) {
      const earlier = this.#entries.find(entry.id)
      if (earlier) return this.#repeat(earlier, entry, reason, price)
      this.#open.run(entry.account)
      after = this.#append(entry, reason)
    }
    if (after === undefined) throw new Error(`Entry ${entry.id} was not written`)
    assertCredits(after, 0)
    return after
  }

  #append(entry: NewEntry, reason: ChargeReason | null): number | undefined {
    const { id, account, kind, credits, spender = null } = entry
    const { requestId = null, slug = null, engine = null, unanswered = null } = reason ?? {}
    const call = [requestId, slug, engine, unanswered, this.#now()]
    this.#balances.forget()
    return this.#insert.get(id, kind, credits, credits, ...call, spender, credits, spender, account)
  }

  /** Writes of an entry that was written before only what its price rose by since. */
  #repeat(earlier: EntryRow, entry: NewEntry, reason: ChargeReason | null, price?: number): number {
    const beyond = beyondEarlier(this.#entries.parts, earlier, entry, price)
    return beyond ? this.#write(beyond, reason) : this.lastKnown(entry.account).balance
  }
}
