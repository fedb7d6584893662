import { assertCredits } from './assert-entry.ts'
import type { HeldCredits, Holder } from './held-credits.ts'
import type { Balance } from './ledger-store.ts'
import type { SubAccount } from './sub-accounts.ts'

/** An account that, until further notice, spends the credits of another instead of its own. */
export interface Diversion {
  readonly from: string
  readonly to: string
}

interface Parts {
  readonly subs: {
    find(id: string): SubAccount | null
    spentOf(id: string): number
  }
  readonly balances: { of(account: string): number }
  readonly held: Pick<HeldCredits, 'of'>
}

/** Which account pays for which, and what each may spend. */
export class Payers {
  readonly #parts: Parts
  #diverted: Diversion | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Lets an account, and the sub-accounts that it pays for, spend another's credits from now on. Open reservations
   * stay where they are.
   * @param diverted null to end it
   */
  divert(diverted: Diversion | null): void {
    this.#diverted = diverted
  }

  /** The account whose credits a key spends; the key's own unless that is diverted. */
  accountOf(key: string): string {
    return this.#diverted?.from === key ? this.#diverted.to : key
  }

  /** The key that spends an account's credits: the reverse. */
  keyOf(account: string): string {
    return this.#diverted?.to === account ? this.#diverted.from : account
  }

  /** Who holds what a key reserves. */
  holderOf(key: string): Holder {
    const sub = this.#parts.subs.find(key)
    return { account: this.accountOf(key), sub: sub && { ...sub, payer: this.accountOf(sub.payer) } }
  }

  /** What a key may spend now. */
  balanceOf(key: string): Balance {
    const { subs, held } = this.#parts
    const { account, sub } = this.holderOf(key)
    const payer = sub?.payer ?? account
    const balance = this.ownBalanceOf(payer)
    const reserved = held.of(payer)
    assertCredits(balance, 0)
    if (sub === null || sub.creditLimit === null) return { balance, reserved }
    // Both limits apply: what the payer has, and what is left of the sub-account's limit.
    const left = sub.creditLimit - subs.spentOf(account)
    const free = Math.min(balance - reserved, left - held.of(account))
    const least = Math.min(balance, left)
    return { balance: least, reserved: least - free }
  }

  /** Committed credits of an account itself, wherever it spends from now. */
  ownBalanceOf(account: string): number {
    return this.#parts.balances.of(account)
  }
}
