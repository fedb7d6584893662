import { assertCredits } from './assert-entry.ts'
import type { Reservation } from './ledger-store.ts'
import type { SubAccount } from './sub-accounts.ts'

/** Who holds credits: an account, which for a sub-account is paid for by another. */
export interface Holder {
  readonly account: string
  readonly sub: SubAccount | null
}

/** A reservation that has not ended. */
export interface Held extends Reservation, Holder {
  /** Reserved credits; none for a call that was already charged. */
  readonly kept: number
  closing: boolean
  /** Whether there is, or may be, a row that charges it if the process ends now. */
  departed: boolean
}

/** The open reservations, in memory, and what they hold of each account. */
export class HeldCredits {
  readonly #held = new Map<string, Held>()
  /** Reserved credits of payers and sub-accounts. */
  readonly #reserved = new Map<string, number>()
  #stopped: Error | null = null

  /** The number of open reservations. */
  get size(): number {
    return this.#held.size
  }

  has(id: string): boolean {
    return this.#held.has(id)
  }

  /** Whether a reservation is open, and something may have left for another machine. */
  hasDeparted(id: string): boolean {
    return this.#held.get(id)?.departed ?? false
  }

  /** The credits that are held of a payer's or sub-account's. */
  of(account: string): number {
    return this.#reserved.get(account) ?? 0
  }

  /** Opens no reservation any more. @param reason the error of all who want one */
  stop(reason: Error): void {
    this.#stopped = reason
  }

  open(made: Omit<Held, 'closing' | 'departed'>): void {
    if (this.#stopped) throw this.#stopped
    this.#held.set(made.id, { ...made, closing: false, departed: false })
    this.hold(made, made.kept)
  }

  /** @throws Error for a reservation that is not open, or is ending */
  find(id: string): Held {
    const held = this.#held.get(id)
    if (!held) throw new Error(`Reservation ${id} is not open: never made, or already settled or released`)
    if (held.closing) throw new Error(`Reservation ${id} is already being settled or released`)
    return held
  }

  /** Begins to end a reservation, which can be done once. @throws Error like find */
  close(id: string): Held {
    const held = this.find(id)
    held.closing = true
    return held
  }

  /** Ends a reservation and frees its credits. */
  release(held: Held): void {
    this.abandon(held)
    this.hold(held, -held.kept)
  }

  /** Ends a reservation whose credits stay held for as long as this process runs. */
  abandon({ id }: Held): void {
    this.#held.delete(id)
  }

  /** @param credits to hold; a negative number frees as many */
  hold({ account, sub }: Holder, credits: number): void {
    this.#keep(account, credits)
    if (sub) this.#keep(sub.payer, credits)
  }

  #keep(account: string, credits: number): void {
    const reserved = this.of(account) + credits
    assertCredits(reserved, 0)
    if (reserved === 0) this.#reserved.delete(account)
    else this.#reserved.set(account, reserved)
  }
}

/** The account that an entry is written to, and the sub-account that spends the credits. */
export function whoPays({ account, sub }: Holder): { readonly account: string; readonly spender?: string } {
  return sub ? { account: sub.payer, spender: account } : { account }
}
