import type { Database, Statement } from 'better-sqlite3'
import type { GroupCommit } from '../storage/group-commit.ts'
import { AccountBalances } from './account-balances.ts'
import type {
  WithinTransaction,
  Balance,
  ChargeReason,
  Entry,
  EntryKind,
  LedgerStore,
  Reservation,
} from './ledger-store.ts'
import { SubAccounts, type SubAccount } from './sub-accounts.ts'
import { insufficientCredits } from './insufficient-credits.ts'

const MAX_ENTRIES = 1_000

interface Held extends Reservation {
  readonly sub: SubAccount | null
  /** Reserved credits; none for a call that was already charged. */
  readonly kept: number
  closing: boolean
}

/** Credits added to an account; `id` makes a repetition harmless. */
export type Credit = Parameters<LedgerStore['credit']>[0]

type NewEntry = Pick<Entry, 'id' | 'account' | 'kind' | 'credits'> & { readonly spender?: string | null }

interface EntryRow {
  readonly seq: number
  readonly id: string
  readonly account: string
  readonly spender: string | null
  readonly kind: EntryKind
  readonly credits: number
  readonly spent_after: number | null
  readonly balance_after: number
  readonly request_id: string | null
  readonly slug: string | null
  readonly at: number
}

/**
 * The ledger in SQLite. Entries and balances are on disk; open reservations are in memory and end with
 * the process.
 */
export class SqliteLedger implements LedgerStore {
  readonly #commits: GroupCommit
  readonly #now: () => number
  readonly #held = new Map<string, Held>()
  /** Reserved credits of payers and sub-accounts. */
  readonly #reserved = new Map<string, number>()
  readonly #balances: AccountBalances
  readonly #subs: SubAccounts
  #onCharge: (account: string) => void = () => undefined
  readonly #find: Statement<[string], EntryRow>
  readonly #insert: Statement<(string | number | null)[], number>
  readonly #open: Statement<[string]>
  readonly #list: Statement<[string, number, number], EntryRow>
  readonly #listSpent: Statement<[string, number, number], EntryRow>

  /** @param now milliseconds since 1970 */
  constructor(db: Database, commits: GroupCommit, now: () => number) {
    this.#balances = new AccountBalances(db)
    this.#commits = commits
    this.#now = now
    this.#subs = new SubAccounts(db)
    const columns =
      'seq, id, account, spender, kind, credits, balance_after, spent_after, request_id, slug, at'
    this.#find = db.prepare(`SELECT ${columns} FROM entry WHERE id = ?`)
    this.#insert = db
      .prepare<(string | number | null)[], number>(
        `INSERT INTO entry
           (id, account, kind, credits, balance_after, request_id, slug, engine, at, spender, spent_after)
         SELECT ?, id, ?, ?, balance + ?, ?, ?, ?, ?, ?, (SELECT spent - ? FROM sub_account WHERE id = ?)
         FROM account WHERE id = ?
         ON CONFLICT (id) DO NOTHING RETURNING balance_after`,
      )
      .pluck()
    this.#open = db.prepare('INSERT INTO account (id, balance) VALUES (?, 0) ON CONFLICT DO NOTHING')
    this.#list = db.prepare(
      `SELECT ${columns} FROM entry WHERE account = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
    )
    this.#listSpent = db.prepare(
      `SELECT ${columns} FROM entry WHERE spender = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
    )
  }

  reserve({ id, account, credits }: Reservation): void {
    assertName(id)
    assertCredits(credits, 0)
    if (this.#held.has(id)) throw new Error(`Reservation ${id} is already open`)
    const { balance, reserved } = this.balanceOf(account)
    const have = balance - reserved
    // A repeated call that was charged before its process died needs nothing more, even on an empty account.
    const kept = have < credits && this.#find.get(id) ? 0 : credits
    if (have < kept) throw insufficientCredits('call', credits, have)
    const held: Held = { id, account, sub: this.#subs.find(account), credits, kept, closing: false }
    this.#held.set(id, held)
    this.#hold(held, kept)
  }

  async settle(
    reservationId: string,
    reason: ChargeReason,
    withinTransaction?: WithinTransaction,
  ): Promise<number> {
    const held = this.#close(reservationId)
    return this.#commits.enqueue(
      () => {
        const { id, account, credits, kept } = held
        const charge: NewEntry = { id, ...whoPays(held), kind: 'charge', credits: 0 - credits }
        // Only a call that was already charged holds less than it costs.
        const earlier = kept < credits ? this.#find.get(id) : undefined
        const paid = earlier ? this.#sameAs(earlier, charge) : this.#write(charge, reason)
        const balance = held.sub ? this.balanceOf(account).balance : paid
        withinTransaction?.(balance)
        return balance
      },
      (committed) => {
        this.#releaseHold(held)
        if (committed) this.#onCharge(held.sub?.payer ?? held.account)
      },
    )
  }

  async release(reservationId: string, refund?: ChargeReason): Promise<number> {
    const held = this.#close(reservationId)
    const wasCharged = held.kept < held.credits
    if (!refund || wasCharged) {
      this.#releaseHold(held)
      return this.balanceOf(held.account).balance
    }
    return this.#commits.enqueue(
      () => {
        const { id, account, kept } = held
        const payer = whoPays(held)
        // Separate ids: a repetition of the call uses the reservation's id for its charge.
        this.#write({ id: `${id}:failed`, ...payer, kind: 'charge', credits: 0 - kept }, refund)
        this.#write({ id: `${id}:refund`, ...payer, kind: 'refund', credits: kept }, refund)
        return this.balanceOf(account).balance
      },
      () => this.#releaseHold(held),
    )
  }

  /** Calls back after each charge that became durable, with the account that paid it. */
  onCharge(callback: (account: string) => void): void {
    this.#onCharge = callback
  }

  async credit(entry: Credit): Promise<number> {
    return this.#commits.enqueue(() => this.writeCredit(entry))
  }

  /**
   * Adds credits inside the current transaction, so that they become durable together with what they are for.
   * @returns the balance after it
   */
  writeCredit(entry: Credit): number {
    assertName(entry.id)
    assertCredits(entry.credits, 1)
    if (this.#subs.find(entry.account)) throw new Error(`${entry.account} holds no credits of its own`)
    return this.#write(entry, null)
  }

  /**
   * Opens a sub-account inside the current transaction, together with the key that it belongs to.
   * @param from the account that grants it; one with a limit hands over a part of what it has left
   * @throws GatewayError forbidden when that is too little
   */
  writeSubAccount(sub: SubAccount, from?: string): void {
    assertName(sub.id)
    if (this.#subs.find(sub.payer))
      throw new Error(`${sub.payer} cannot pay: it holds no credits of its own`)
    if (from !== undefined) this.#subs.handOver(from, sub.creditLimit, this.#reserved.get(from) ?? 0)
    this.#subs.write(sub)
  }

  subAccountOf(account: string): (SubAccount & { readonly spent: number }) | null {
    const sub = this.#subs.find(account)
    return sub && { ...sub, spent: this.#subs.spentOf(account) }
  }

  balanceOf(account: string): Balance {
    const sub = this.#subs.find(account)
    const balance = this.#balances.of(sub?.payer ?? account)
    const reserved = this.#reserved.get(sub?.payer ?? account) ?? 0
    assertCredits(balance, 0)
    if (sub === null || sub.creditLimit === null) return { balance, reserved }
    // Both limits apply: what the payer has, and what is left of the sub-account's limit.
    const left = sub.creditLimit - this.#subs.spentOf(account)
    const free = Math.min(balance - reserved, left - (this.#reserved.get(account) ?? 0))
    const least = Math.min(balance, left)
    return { balance: least, reserved: least - free }
  }

  openReservations(): number {
    return this.#held.size
  }

  entries(
    account: string,
    { limit, before }: { readonly limit: number; readonly before?: number },
  ): readonly Entry[] {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ENTRIES)
      throw new RangeError(`limit must be 1 to ${MAX_ENTRIES}`)
    const sub = this.#subs.find(account)
    const rows = (sub ? this.#listSpent : this.#list).all(account, before ?? Number.MAX_SAFE_INTEGER, limit)
    return rows.map((row) => toEntry(row, sub?.creditLimit ?? null))
  }

  /** Appends an entry, whose trigger moves the balance, unless its id is already in the ledger. */
  #write(entry: NewEntry, reason: ChargeReason | null): number {
    let after = this.#append(entry, reason)
    if (after === undefined) {
      const earlier = this.#find.get(entry.id)
      if (earlier) return this.#sameAs(earlier, entry)
      this.#open.run(entry.account)
      after = this.#append(entry, reason)
    }
    if (after === undefined) throw new Error(`Entry ${entry.id} was not written`)
    assertCredits(after, 0)
    return after
  }

  #append(entry: NewEntry, reason: ChargeReason | null): number | undefined {
    const { id, account, kind, credits, spender = null } = entry
    const { requestId = null, slug = null, engine = null } = reason ?? {}
    const call = [requestId, slug, engine, this.#now()]
    this.#balances.forget()
    return this.#insert.get(id, kind, credits, credits, ...call, spender, credits, spender, account)
  }

  // A repetition is harmless; a different entry with a used id would be lost, so it is the caller's bug.
  #sameAs(earlier: EntryRow, entry: NewEntry): number {
    const { id, account, spender = null, kind, credits } = entry
    const isSame = earlier.account === account && earlier.spender === spender
    if (!isSame || earlier.kind !== kind || earlier.credits !== credits)
      throw new Error(`The id ${id} belongs to another ledger entry`)
    return this.balanceOf(account).balance
  }

  #close(id: string): Held {
    const held = this.#held.get(id)
    if (!held) throw new Error(`Reservation ${id} is not open: never made, or already settled or released`)
    if (held.closing) throw new Error(`Reservation ${id} is already being settled or released`)
    held.closing = true
    return held
  }

  #releaseHold(held: Held): void {
    this.#held.delete(held.id)
    this.#hold(held, -held.kept)
  }

  #hold({ account, sub }: Held, credits: number): void {
    this.#keep(account, credits)
    if (sub) this.#keep(sub.payer, credits)
  }

  #keep(account: string, credits: number): void {
    const reserved = (this.#reserved.get(account) ?? 0) + credits
    assertCredits(reserved, 0)
    if (reserved === 0) this.#reserved.delete(account)
    else this.#reserved.set(account, reserved)
  }
}

function whoPays({ account, sub }: Held): { readonly account: string; readonly spender?: string } {
  return sub ? { account: sub.payer, spender: account } : { account }
}

/** @param creditLimit of the sub-account whose own entries are listed */
function toEntry(row: EntryRow, creditLimit: number | null): Entry {
  const { balance_after, spent_after, request_id, ...entry } = row
  const left = creditLimit === null ? balance_after : creditLimit - (spent_after ?? 0)
  return { ...entry, balanceAfter: Math.min(balance_after, left), requestId: request_id }
}

function assertCredits(credits: number, least: number): void {
  if (!Number.isSafeInteger(credits) || credits < least)
    throw new RangeError(`Credits must be a whole number of at least ${least}, not ${credits}`)
}

function assertName(id: string): void {
  if (id.length === 0 || id.length > 200) throw new RangeError('A ledger id must have 1 to 200 characters')
}
