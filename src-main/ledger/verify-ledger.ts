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

type EntryRow = [seq: number, account: string, credits: number, balanceAfter: number]

/** Recomputes every balance from the entries alone and compares it with what is stored. */
export function verifyLedger(db: Database): LedgerVerdict {
  const problems: string[] = []
  const sums = new Map<string, number>()
  let entries = 0

  const rows = db.prepare('SELECT seq, account, credits, balance_after FROM entry ORDER BY seq').raw()
  // The columns of the statement above, in its order.
  for (const [seq, account, credits, balanceAfter] of rows.iterate() as Iterable<EntryRow>) {
    entries++
    const sum = (sums.get(account) ?? 0) + credits
    sums.set(account, sum)
    if (sum !== balanceAfter)
      problems.push(`Entry ${seq} of ${account} says ${balanceAfter} where its entries add up to ${sum}.`)
    if (sum < 0) problems.push(`Entry ${seq} takes ${account} below zero, to ${sum}.`)
    if (problems.length >= MAX_PROBLEMS) break
  }

  const accounts = db.prepare<[], { id: string; balance: number }>('SELECT id, balance FROM account').all()
  if (problems.length < MAX_PROBLEMS) problems.push(...balanceProblems(accounts, sums))
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
