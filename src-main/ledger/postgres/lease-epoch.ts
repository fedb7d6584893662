import { HeldCredits, type Holder } from '../held-credits.ts'

/** What is leased under one name: the credits of an account, or what is left of the limit of a sub-account. */
export interface Pool {
  readonly name: string
  readonly account: string
  readonly sub: string | null
}

/** What a call of somebody takes of: the account that pays, and a limit of its own. */
export function poolsOf({ account, sub }: Holder): readonly Pool[] {
  if (sub === null) return [{ name: account, account, sub: null }]
  const payer = { name: sub.payer, account: sub.payer, sub: null }
  return sub.creditLimit === null ? [payer] : [payer, { name: sub.id, account: sub.payer, sub: sub.id }]
}

/** What a gateway holds under one id: its leases as far as it knows, and what running calls take of them. */
export class LeaseEpoch {
  readonly gateway: string
  readonly held = new HeldCredits()
  /** Resolves once the gateway is known to the database under its id. */
  readonly begun: Promise<void>
  #hasBegun = false
  readonly #leases = new Map<string, number>()

  constructor(gateway: string, begin: (gateway: string) => Promise<void>) {
    this.gateway = gateway
    this.begun = begin(gateway).then(() => void (this.#hasBegun = true))
  }

  /** The credits of a lease: of an account, or of a limit. */
  leased(name: string): number {
    return this.#leases.get(name) ?? 0
  }

  /** What of a lease no running call holds. */
  free(name: string): number {
    return this.leased(name) - this.held.of(name)
  }

  /** Whether so much is free for a call of somebody. */
  covers({ account, sub }: Holder, credits: number): boolean {
    if (!this.#hasBegun || this.free(sub?.payer ?? account) < credits) return false
    return sub === null || sub.creditLimit === null || this.free(sub.id) >= credits
  }

  /** @param credits more of an account, or of a limit; negative when they were charged or given back */
  lease(name: string, credits: number): void {
    this.#leases.set(name, this.leased(name) + credits)
  }
}
