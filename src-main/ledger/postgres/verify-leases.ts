import { all, one, statement, type Work } from '../../storage/engine/work.ts'
import { MAX_PROBLEMS, type LedgerVerdict } from '../ledger-check.ts'

type None = Readonly<Record<never, never>>

const COUNTS = statement<None, { accounts: number; entries: number }>(
  'SELECT (SELECT count(*) FROM account) AS accounts, (SELECT count(*) FROM entry) AS entries',
)
const CHAIN = statement<None, { seq: number; account: string; balance_after: number; sum: number }>(
  `SELECT seq, account, balance_after, sum FROM (
     SELECT seq, account, balance_after, sum(credits) OVER (PARTITION BY account ORDER BY seq) AS sum FROM entry) AS e
   WHERE sum <> balance_after LIMIT ${MAX_PROBLEMS}`,
)
const BALANCES = statement<
  None,
  { id: string; balance: number; sum: number; held: number; leased: number }
>(
  `SELECT a.id, a.balance, a.held, coalesce(e.sum, 0) AS sum, coalesce(l.sum, 0) AS leased FROM account a
   LEFT JOIN (SELECT account, sum(credits) AS sum FROM entry GROUP BY account) AS e ON e.account = a.id
   LEFT JOIN (SELECT account, sum(credits) AS sum FROM lease GROUP BY account) AS l ON l.account = a.id
   WHERE a.balance <> coalesce(e.sum, 0) OR a.held <> coalesce(l.sum, 0) OR a.held > a.balance
   LIMIT ${MAX_PROBLEMS}`,
)

/** Recomputes every balance from the entries alone, and what is held from the leases, at one moment. */
export function* verifyLeases(): Work<LedgerVerdict> {
  const counts = yield* one(COUNTS, {})
  const chain = yield* all(CHAIN, {})
  const balances = yield* all(BALANCES, {})
  const problems = [
    ...chain.map(
      ({ seq, account, balance_after, sum }) =>
        `Entry ${seq} of ${account} says ${balance_after}, but the entries add up to ${sum}.`,
    ),
    ...balances.map(
      ({ id, balance, sum, held, leased }) =>
        `The balance of ${id} is ${balance}, its entries add up to ${sum}; ${held} is held, ${leased} leased.`,
    ),
  ].slice(0, MAX_PROBLEMS)
  return { ok: problems.length === 0, problems, accounts: counts!.accounts, entries: counts!.entries }
}
