export const PAYERS = ['key_a', 'key_b'] as const
/** Spends the credits of key_a, at most 25 of them. */
export const TEAM = { id: 'key_team', payer: 'key_a', creditLimit: 25 } as const
export const ACCOUNTS = [...PAYERS, TEAM.id] as const

/** What the ledger should do, said as plainly as possible. */
export class LedgerModel {
  readonly balance = new Map<string, number>()
  readonly open = new Map<string, { account: string; credits: number; kept: number }>()
  readonly charged = new Map<string, number>()
  /** Calls that the next start charges. */
  readonly departed = new Set<string>()
  /** Calls that are free, but whose rows may still be on the disk. */
  readonly lapsed = new Set<string>()
  /** By the team key. */
  spent = 0

  have(account: string): number {
    if (account !== TEAM.id) return this.#held(account) - this.#kept(account)
    return Math.min(this.have(TEAM.payer), TEAM.creditLimit - this.spent - this.#kept(TEAM.id))
  }

  total(account: string): number {
    if (account !== TEAM.id) return this.#held(account)
    return Math.min(this.#held(TEAM.payer), TEAM.creditLimit - this.spent)
  }

  #held(account: string): number {
    return this.balance.get(account) ?? 0
  }

  #kept(account: string): number {
    const kept = [...this.open.values()].filter(
      (one) => one.account === account || (one.account === TEAM.id && account === TEAM.payer),
    )
    return kept.reduce((sum, one) => sum + one.kept, 0)
  }

  canReserve(id: string, account: string, credits: number): boolean {
    return this.have(account) >= credits || this.charged.has(id)
  }

  reserve(id: string, account: string, credits: number): void {
    this.open.set(id, { account, credits, kept: this.have(account) >= credits ? credits : 0 })
  }

  charge(
    id: string,
    { account, credits }: { readonly account: string; readonly credits: number } = this.open.get(id)!,
  ): void {
    if (!this.charged.has(id)) {
      this.add(account === TEAM.id ? TEAM.payer : account, -credits)
      if (account === TEAM.id) this.spent += credits
    }
    this.charged.set(id, credits)
  }

  add(account: string, credits: number): void {
    this.balance.set(account, (this.balance.get(account) ?? 0) + credits)
  }
}
