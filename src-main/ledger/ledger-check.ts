import type { Database, Statement } from 'better-sqlite3'
import { leaseProblems } from './lending/lease-check.ts'
import { placeOf, type LedgerPlace, type LedgerSums } from './ledger-sums.ts'

export const MAX_PROBLEMS = 20
/** Entries read at once. */
const STRETCH_ENTRIES = 5_000

/** The result of a check of the whole ledger. */
export interface LedgerVerdict {
  readonly ok: boolean
  /** Sentences, at most 20. */
  readonly problems: readonly string[]
  readonly accounts: number
  readonly entries: number
}

type EntryRow = [
  seq: number,
  account: string,
  credits: number,
  balanceAfter: number,
  spender: string | null,
  spentAfter: number | null,
]

/**
 * One check, a stretch of entries at a time. Entries are only ever appended, so what was read stays as it was, and a
 * check that has come to the end can go on with the entries that follow.
 */
export class LedgerCheck {
  readonly #db: Database
  readonly #rows: Statement<[number, number]>
  readonly #problems: string[] = []
  readonly #sums: Map<string, number>
  readonly #spent: Map<string, number>
  #entries = 0
  #after: number

  /** @param from the place after which it begins, with its sums; without it at the first entry */
  constructor(db: Database, from?: LedgerSums & { readonly seq: number }) {
    this.#db = db
    this.#sums = from?.balances ?? new Map<string, number>()
    this.#spent = from?.spent ?? new Map<string, number>()
    this.#after = from?.seq ?? 0
    const columns = 'seq, account, credits, balance_after, spender, spent_after'
    this.#rows = db.prepare(`SELECT ${columns} FROM entry WHERE seq > ? ORDER BY seq LIMIT ?`).raw()
  }

  /** The place of the last entry that was read; null before the first one. */
  place(): LedgerPlace | null {
    return placeOf(this.#db, this.#after, { balances: this.#sums, spent: this.#spent })
  }

  /**
   * Reads the next stretch.
   * @param stretch how many entries at most
   * @returns the verdict once there is no more, taken in the same turn as the last entries
   */
  next(stretch = STRETCH_ENTRIES): LedgerVerdict | null {
    // The columns of the statement above, in its order.
    const rows = this.#rows.all(this.#after, stretch) as EntryRow[]
    for (const row of rows) {
      this.#read(row)
      if (this.#problems.length >= MAX_PROBLEMS) return this.#verdict()
    }
    this.#after = rows.at(-1)?.[0] ?? this.#after
    return rows.length < stretch ? this.#verdict() : null
  }

  #read([seq, account, credits, balanceAfter, spender, spentAfter]: EntryRow): void {
    this.#entries++
    const sum = (this.#sums.get(account) ?? 0) + credits
    this.#sums.set(account, sum)
    if (sum !== balanceAfter)
      this.#problems.push(
        `Entry ${seq} of ${account} says ${balanceAfter}, but the entries add up to ${sum}.`,
      )
    if (sum < 0) this.#problems.push(`Entry ${seq} takes ${account} below zero, to ${sum}.`)
    if (spender === null) return
    const total = (this.#spent.get(spender) ?? 0) - credits
    this.#spent.set(spender, total)
    if (total !== spentAfter)
      this.#problems.push(
        `Entry ${seq} says ${spender} spent ${spentAfter}, but its entries add up to ${total}.`,
      )
  }

  #verdict(): LedgerVerdict {
    const accounts = this.#db
      .prepare<[], { id: string; balance: number }>('SELECT id, balance FROM account')
      .all()
    if (this.#problems.length < MAX_PROBLEMS)
      this.#problems.push(
        ...balanceProblems(accounts, this.#sums),
        ...spendingProblems(this.#db, this.#spent),
        ...leaseProblems(this.#db),
      )
    return {
      ok: this.#problems.length === 0,
      problems: this.#problems.slice(0, MAX_PROBLEMS),
      accounts: accounts.length,
      entries: this.#entries,
    }
  }
}

function balanceProblems(
  accounts: readonly { readonly id: string; readonly balance: number }[],
  sums: ReadonlyMap<string, number>,
): string[] {
  const problems: string[] = []
  const orphans = new Set(sums.keys())
  for (const { id, balance } of accounts) {
    orphans.delete(id)
    const sum = sums.get(id) ?? 0
    if (balance !== sum)
      problems.push(`The balance of ${id} is ${balance}, but its entries add up to ${sum}.`)
  }
  for (const id of orphans) problems.push(`There are entries of ${id}, but no such account.`)
  return problems
}

interface SubRow {
  readonly id: string
  readonly credit_limit: number | null
  readonly spent: number
}

// The table enforces the limit; a tampered file may not.
function spendingProblems(db: Database, spent: ReadonlyMap<string, number>): string[] {
  const problems: string[] = []
  const orphans = new Set(spent.keys())
  for (const row of db.prepare<[], SubRow>('SELECT id, credit_limit, spent FROM sub_account').iterate()) {
    orphans.delete(row.id)
    const sum = spent.get(row.id) ?? 0
    if (row.spent !== sum)
      problems.push(`The spending of ${row.id} is ${row.spent}, but its entries add up to ${sum}.`)
    if (row.credit_limit !== null && sum > row.credit_limit)
      problems.push(`${row.id} has spent ${sum}, more than its limit of ${row.credit_limit}.`)
  }
  for (const id of orphans) problems.push(`There is spending of ${id}, but no such sub-account.`)
  return problems
}
