import type { Database } from 'better-sqlite3'

const MAX_PROBLEMS = 20

/** What a check of the whole ledger found. */
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

/** Recomputes every balance from the entries alone and compares it with what is stored. */
export function verifyLedger(db: Database): LedgerVerdict {
  const problems: string[] = []
  const sums = new Map<string, number>()
  const spent = new Map<string, number>()
  let entries = 0

  const columns = 'seq, account, credits, balance_after, spender, spent_after'
  const rows = db.prepare(`SELECT ${columns} FROM entry ORDER BY seq`).raw().iterate()
  // The columns of the statement above, in its order.
  for (const [seq, account, credits, balanceAfter, spender, spentAfter] of rows as Iterable<EntryRow>) {
    entries++
    const sum = (sums.get(account) ?? 0) + credits
    sums.set(account, sum)
    if (sum !== balanceAfter)
      problems.push(`Entry ${seq} of ${account} says ${balanceAfter} where its entries add up to ${sum}.`)
    if (sum < 0) problems.push(`Entry ${seq} takes ${account} below zero, to ${sum}.`)
    if (spender !== null) {
      const total = (spent.get(spender) ?? 0) - credits
      spent.set(spender, total)
      if (total !== spentAfter)
        problems.push(
          `Entry ${seq} says ${spender} spent ${spentAfter} where its entries add up to ${total}.`,
        )
    }
    if (problems.length >= MAX_PROBLEMS) break
  }

  const accounts = db.prepare<[], { id: string; balance: number }>('SELECT id, balance FROM account').all()
  if (problems.length < MAX_PROBLEMS)
    problems.push(...balanceProblems(accounts, sums), ...spendingProblems(db, spent))
  return {
    ok: problems.length === 0,
    problems: problems.slice(0, MAX_PROBLEMS),
    accounts: accounts.length,
    entries,
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
      problems.push(`The balance of ${id} is ${balance} where its entries add up to ${sum}.`)
  }
  for (const id of orphans) problems.push(`There are entries of ${id} and no such account.`)
  return problems
}

interface SubRow {
  readonly id: string
  readonly credit_limit: number | null
  readonly spent: number
}

// That no more is spent than the limit is a rule of the table; a written-over file need not keep it.
function spendingProblems(db: Database, spent: ReadonlyMap<string, number>): string[] {
  const problems: string[] = []
  const orphans = new Set(spent.keys())
  for (const row of db.prepare<[], SubRow>('SELECT id, credit_limit, spent FROM sub_account').iterate()) {
    orphans.delete(row.id)
    const sum = spent.get(row.id) ?? 0
    if (row.spent !== sum)
      problems.push(`The spending of ${row.id} is ${row.spent} where its entries add up to ${sum}.`)
    if (row.credit_limit !== null && sum > row.credit_limit)
      problems.push(`${row.id} has spent ${sum}, past its limit of ${row.credit_limit}.`)
  }
  for (const id of orphans) problems.push(`There is spending of ${id} and no such sub-account.`)
  return problems
}
