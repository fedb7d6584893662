import type { Engine } from '../../src-shared/engines.ts'
import type { Work } from '../storage/engine/work.ts'
import type { Lending } from './lending/lending.ts'
import type { SubAccount } from './sub-accounts.ts'
import type { Unanswered } from './unanswered.ts'

/** What an entry records. Grants, purchases and refunds add credits; charges take them. */
export type EntryKind = 'grant' | 'purchase' | 'charge' | 'refund'

/** One line of the ledger. Entries are appended, never changed. */
export interface Entry {
  readonly seq: number
  /** Unique; writing the same id twice changes nothing. */
  readonly id: string
  /** The account that the credits were added to or taken from. */
  readonly account: string
  /** The sub-account, a team key's, that spent them; null when the account spent them itself. */
  readonly spender: string | null
  readonly kind: EntryKind
  /** Signed: positive when added, negative when taken. */
  readonly credits: number
  /** The balance after it; for a sub-account's own entries, what it had left. */
  readonly balanceAfter: number
  readonly requestId: string | null
  readonly slug: string | null
  /** Why a charged call gave no answer; null for everything else. */
  readonly unanswered: Unanswered | null
  /** Milliseconds since 1970, from the gateway's one clock. */
  readonly at: number
}

export interface Reservation {
  /** Unique to this call; chosen by the caller, so that a repeated settlement is recognised. */
  readonly id: string
  readonly account: string
  readonly credits: number
  /** Whether an earlier attempt may have been charged a part, as settlePart does; absent for no. */
  readonly hasParts?: boolean
}

export interface ChargeReason {
  readonly requestId: string
  readonly slug: string
  /** What handled the call; shown in the usage stream. */
  readonly engine?: Engine
  /** Set for a charge without an answer. */
  readonly unanswered?: Unanswered
}

export interface Balance {
  /** Committed credits: the sum of the account's entries; for a sub-account, what it may still spend. */
  readonly balance: number
  /** Credits held by open reservations. */
  readonly reserved: number
}

/** Work that must become durable in the same transaction as a settlement; it gets the balance after it. */
export type WithinTransaction = (balance: number) => Work<void>

/**
 * The money. Every method that changes a balance resolves only once the change is durable. Amounts are whole
 * credits; a balance minus its open reservations never goes below zero. A sub-account has an id like any account;
 * what it spends is charged to its payer and counted against its own limit.
 */
export interface LedgerStore {
  /**
   * Holds credits for one call. Not durable: a reservation that dies with the process has charged nothing.
   * @returns undefined where they are held at once, as with the embedded database; else resolves when they are
   * @throws GatewayError insufficient_credits with `need` and `have`
   */
  reserve(reservation: Reservation): Promise<void> | undefined
  /** Refuses all reservations from now on with this error. */
  stop(reason: Error): void
  /**
   * Records that something is about to leave for another machine on behalf of a held reservation. Resolves once that
   * is on disk: if the process ends before the reservation does, the next start charges it.
   * @throws GatewayError storage_full (by rejection); then nothing is recorded
   */
  depart(reservationId: string, reason: ChargeReason): Promise<void>
  /**
   * Charges what the process before this one had sent and not ended, once each. Call it before anything is reserved.
   * @returns why some could not be charged; their credits stay reserved, and the next start tries again
   */
  chargeDeparted(): Promise<readonly unknown[]>
  /** What was charged under an id of a reservation, parts included; null when it was not charged. */
  chargeOf(reservationId: string): Work<number | null>
  /**
   * Charges a held reservation; resolves to the balance after it, once that is on disk. When the disk refuses a charge
   * without an answer, its credits stay reserved, and the next start charges it.
   */
  settle(
    reservationId: string,
    reason: ChargeReason,
    withinTransaction?: WithinTransaction,
  ): Promise<number>
  /**
   * Charges a part of a held reservation and frees the rest, for a call that gave no answer and of which only a part is
   * owed. All attempts at a call together cost what the dearest of them owes: a repetition under the same id pays only
   * what its part, or the whole price, is more than what was paid before.
   * @param credits at most what is reserved
   */
  settlePart(
    reservationId: string,
    credits: number,
    reason: ChargeReason,
    withinTransaction?: WithinTransaction,
  ): Promise<number>
  /** Releases a reservation. With a reason, a charge and its refund are written, so that the failure is visible. */
  release(reservationId: string, refund?: ChargeReason): Promise<number>
  /** Adds credits: a grant or a purchase. `id` makes a repetition harmless. */
  credit(entry: {
    readonly id: string
    readonly account: string
    readonly kind: 'grant' | 'purchase'
    readonly credits: number
  }): Promise<number>
  /**
   * The same in a transaction of its caller's, so that the credits become durable together with what they are for.
   * @returns the balance after it
   */
  writeCredit(entry: Parameters<LedgerStore['credit']>[0]): Work<number>
  /**
   * Opens a sub-account, in the transaction of the key that it belongs to.
   * @param from the account that grants it; one with a limit hands over a part of what it has left
   * @throws GatewayError forbidden when that is too little
   */
  writeSubAccount(sub: SubAccount, from?: string): Work<void>
  /** Raises a sub-account's limit. @throws GatewayError validation_error unless it has one, and this is above it */
  writeHigherLimit(account: string, creditLimit: number): Work<void>
  /** The committed credits of an account itself, within the transaction, wherever it spends from now. */
  ownBalance(account: string): Work<number>
  /** Calls back after each charge that became durable, with the account that paid it. */
  onCharge(callback: (account: string) => void): void
  /** What other gateways hold of keys here. */
  readonly leases: Lending
  /** Whose credits are spent: another account's while a gateway spends those of a hub. */
  readonly payers: {
    /** The account whose credits a key spends. */
    accountOf(key: string): string
    /** The key that spends an account's credits: the reverse. */
    keyOf(account: string): string
  }
  /** What an account may spend: of another's credits while it is diverted. */
  balanceOf(account: string): Promise<Balance>
  /**
   * The same as far as this process knows, for what is told beside an answer. Exact with the embedded database; where
   * others write too, at most a second old.
   */
  lastKnown(account: string): Balance
  /** The number of calls that hold credits now. */
  openReservations(): number
  /** What a sub-account may spend and has spent; null for an account that pays for itself. */
  subAccountOf(account: string): Promise<(SubAccount & { readonly spent: number }) | null>
  /** Whose credits a sub-account spends, which never changes; null for an account that pays for itself. */
  payerOf(account: string): string | null
  /** Reads which sub-accounts were opened since the last time, where others open them, too. */
  learnNew?(): Promise<void>
  /** Gives back what no call holds of a limit, before a part of it is handed over. It never rejects. */
  freeUp?(account: string): Promise<void>
  /** Reads what an account may spend, where that is known from more than a second ago. It never rejects. */
  freshen?(account: string): Promise<void> | undefined
  /** Newest first, older than `before` (a seq) when given. */
  entries(
    account: string,
    options: { readonly limit: number; readonly before?: number },
  ): Promise<readonly Entry[]>
}
