import { HeldCredits } from '../held-credits.ts'

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

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** The credits of an account's lease. */
  leased(account: string): number {
    return this.#leases.get(account) ?? 0
  }

  /** What of a lease no running call holds. */
  free(account: string): number {
    return this.leased(account) - this.held.of(account)
  }

  /** @param credits more of an account; negative when they were charged or given back */
  lease(account: string, credits: number): void {
    this.#leases.set(account, this.leased(account) + credits)
  }
}
