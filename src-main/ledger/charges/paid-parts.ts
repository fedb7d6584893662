interface Entries {
  readonly find: (id: string) => { readonly credits: number } | undefined
}

/** The parts of a price that attempts at a call have paid, each under an id of its own. */
export class PaidParts {
  readonly #entries: Entries

  constructor(entries: Entries) {
    this.#entries = entries
  }

  /** What a call owes of a price beyond all that was charged for it, parts included. */
  owedOf(chargeId: string, credits: number): number {
    return Math.max(0, credits - (this.chargeOf(chargeId) ?? 0))
  }

  /** What was charged for a call, parts included; null for nothing. */
  chargeOf(chargeId: string): number | null {
    const charge = this.#entries.find(chargeId)
    const { count, paid } = this.of(chargeId)
    return charge || count > 0 ? paid - (charge?.credits ?? 0) : null
  }

  /** How many parts of a call there are, what they add up to, and the id of the next. */
  of(chargeId: string): { readonly count: number; readonly paid: number; readonly nextId: string } {
    for (let count = 0, paid = 0; ; count++) {
      // Separate ids: a repetition of the call uses the call's own for the rest of its price.
      const nextId = count === 0 ? `${chargeId}:part` : `${chargeId}:part-${count + 1}`
      const entry = this.#entries.find(nextId)
      if (!entry) return { count, paid, nextId }
      paid -= entry.credits
    }
  }

  /** What is left of the price of a call after its parts. The same before and after it is charged. */
  restOf(chargeId: string, credits: number): number {
    return Math.max(0, credits - this.of(chargeId).paid)
  }
}
