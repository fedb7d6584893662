import type { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import type { SubAccount } from '../sub-accounts.ts'
import { accountRow, balanceAndLeft, subAccountsAfter, type AccountRow } from './ledger-rows.ts'

interface KnownBalance {
  readonly balance: number
  /** What other machines hold of it. */
  readonly lent: number
  /** From performance.now(). */
  readonly at: number
}

/** How old a balance may be that is told beside an answer. */
const FRESH_MS = 1_000
/** A sub-account may be committed after others with higher places. */
const LATE_SEQS = 100

/**
 * What this gateway knows of the accounts: which are sub-accounts, which never changes, and what they had when they
 * were read or charged last.
 */
export class KnownAccounts {
  readonly #engine: PostgresEngine
  /** Null for accounts that pay for themselves. */
  readonly #subs = new Map<string, SubAccount | null>()
  /** Of accounts, and what is left of the limits of sub-accounts. */
  readonly #balances = new Map<string, KnownBalance>()
  #lastSeq = 0

  constructor(engine: PostgresEngine) {
    this.#engine = engine
  }

  /** Whether it is known who pays for an account. */
  isKnown(account: string): boolean {
    return this.#subs.has(account)
  }

  /** Null for an account that pays for itself, or of which nothing is known. */
  find(account: string): SubAccount | null {
    return this.#subs.get(account) ?? null
  }

  /** Whether what is known of an account is at most a second old. */
  isFresh(account: string): boolean {
    const sub = this.find(account)
    // What is left of a limit is known apart from the account that it counts against.
    const limit = sub === null || sub.creditLimit === null ? [] : [account]
    const since = performance.now() - FRESH_MS
    const isFresh = (id: string) => (this.#balances.get(id)?.at ?? -Infinity) > since
    return this.isKnown(account) && [sub?.payer ?? account, ...limit].every(isFresh)
  }

  /** Credits of an account, as far as known. */
  balanceOf(account: string): number {
    return this.#balances.get(account)?.balance ?? 0
  }

  /** What other machines hold of an account, or of a limit. */
  lentOf(account: string): number {
    return this.#balances.get(account)?.lent ?? 0
  }

  /** What a sub-account has spent, as its limit was when it was read. */
  spentOf(id: string): number {
    const limit = this.find(id)?.creditLimit ?? 0
    return limit - (this.#balances.get(id)?.balance ?? limit)
  }

  /** Notes what an account has after a charge, and what is left of the limit that it counted against. */
  note(account: string, balance: number, sub: string | null = null, left: number | null = null): void {
    const at = performance.now()
    this.#balances.set(account, { balance, lent: this.lentOf(account), at })
    if (sub !== null && left !== null)
      this.#balances.set(sub, { balance: left, lent: this.lentOf(sub), at })
  }

  /** Reads who pays for an account, and what there is. */
  async learn(account: string): Promise<AccountRow> {
    const row = await this.#engine.read(() => accountRow(account))
    const { payer, creditLimit, spent, balance, lent, lentOfLimit } = row
    const at = performance.now()
    this.#subs.set(account, payer === null ? null : { id: account, payer, creditLimit })
    this.#balances.set(payer ?? account, { balance, lent, at })
    if (creditLimit !== null)
      this.#balances.set(account, { balance: creditLimit - spent, lent: lentOfLimit, at })
    return row
  }

  /** Reads the balance of an account that other accounts spend. */
  async learnBalance(account: string): Promise<void> {
    const { balance } = await this.#engine.read(() => balanceAndLeft({ account, sub: null }))
    this.note(account, balance)
  }

  /** Reads which sub-accounts were opened since the last time, by any gateway. */
  async learnNew(): Promise<void> {
    const after = Math.max(0, this.#lastSeq - LATE_SEQS)
    const rows = await this.#engine.read(() => subAccountsAfter(after))
    for (const { id, payer, creditLimit, spent, seq } of rows) {
      if (!this.#subs.get(id)) this.#subs.set(id, { id, payer, creditLimit })
      if (creditLimit !== null && !this.#balances.has(id))
        this.#balances.set(id, { balance: creditLimit - spent, lent: 0, at: -Infinity })
      this.#lastSeq = Math.max(this.#lastSeq, seq)
    }
  }
}
