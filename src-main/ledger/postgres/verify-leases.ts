import { all, one, statement, type Work } from '../../storage/engine/work.ts'
import { MAX_PROBLEMS, type LedgerVerdict } from '../ledger-check.ts'

type None = Readonly<Record<never, never>>

const COUNTS = statement<None, { accounts: number; entries: number }>(
  'SELECT (SELECT count(*) FROM account) AS accounts, (SELECT count(*) FROM entry) AS entries',
)
const CHAIN = statement<None, { seq: number; account: string; balance_after: number; sum: number }>(
  `SELECT seq, account, balance_after, sum FROM (
     SELECT seq, account, balance_after, sum(credits) OVER (PARTITION BY account ORDER BY seq) AS sum FROM entry) AS e
   WHERE sum <> balance_after OR sum < 0 LIMIT ${MAX_PROBLEMS}`,
)
const SPENDING = statement<None, { seq: number; spender: string; spent_after: number; sum: number }>(
  `SELECT seq, spender, spent_after, sum FROM (
     SELECT seq, spender, spent_after, -sum(credits) OVER (PARTITION BY spender ORDER BY seq) AS sum FROM entry
     WHERE spender IS NOT NULL) AS e
   WHERE sum <> spent_after LIMIT ${MAX_PROBLEMS}`,
)

interface Sums {
  readonly id: string
  readonly entries: number
  readonly held: number
  readonly lent: number
  /** By gateways. */
  readonly leased: number
  /** By machines with ledgers of their own. */
  readonly holders: number
}

const HOLDERS = `SELECT key_id, sum(given - spent - freed) AS credits FROM instance GROUP BY key_id`
const BALANCES = statement<None, Sums & { readonly balance: number | null }>(
  `SELECT id, a.balance, coalesce(e.sum, 0) AS entries, a.held, a.lent, coalesce(l.sum, 0) AS leased,
     coalesce(i.sum, 0) AS holders
   FROM account a
   FULL JOIN (SELECT account AS id, sum(credits) AS sum FROM entry GROUP BY account) AS e USING (id)
   LEFT JOIN (SELECT account AS id, sum(credits) AS sum FROM lease GROUP BY account) AS l USING (id)
   LEFT JOIN (SELECT coalesce(s.payer, h.key_id) AS id, sum(h.credits) AS sum FROM (${HOLDERS}) AS h
     LEFT JOIN sub_account s ON s.id = h.key_id GROUP BY 1) AS i USING (id)
   WHERE a.balance IS DISTINCT FROM coalesce(e.sum, 0) OR a.held <> coalesce(l.sum, 0) + coalesce(i.sum, 0)
     OR a.lent <> coalesce(i.sum, 0) OR a.held > a.balance
   LIMIT ${MAX_PROBLEMS}`,
)
const LIMITS = statement<None, Sums & { readonly spent: number | null; readonly most: number | null }>(
  `SELECT id, s.spent, s.credit_limit AS most, coalesce(e.sum, 0) AS entries, s.held, s.lent,
     coalesce(l.sum, 0) AS leased, CASE WHEN s.credit_limit IS NULL THEN 0 ELSE coalesce(i.credits, 0) END AS holders
   FROM sub_account s
   FULL JOIN (SELECT spender AS id, -sum(credits) AS sum FROM entry WHERE spender IS NOT NULL GROUP BY spender) AS e
     USING (id)
   LEFT JOIN (SELECT sub AS id, sum(credits) AS sum FROM sub_lease GROUP BY sub) AS l USING (id)
   LEFT JOIN (${HOLDERS}) AS i ON i.key_id = id
   WHERE s.spent IS DISTINCT FROM coalesce(e.sum, 0) OR s.spent + s.held > s.credit_limit
     OR s.held <> coalesce(l.sum, 0) + s.lent
     OR s.lent <> CASE WHEN s.credit_limit IS NULL THEN 0 ELSE coalesce(i.credits, 0) END
   LIMIT ${MAX_PROBLEMS}`,
)
// Their charges have ids that begin with the machine's own and a colon.
const LENT = statement<None, { id: string; name: string; spent: number; charged: number }>(
  `SELECT i.id, i.name, i.spent, coalesce(e.sum, 0) AS charged FROM instance i
   LEFT JOIN (SELECT split_part(id, ':', 1) AS id, -sum(credits) AS sum FROM entry
     WHERE split_part(id, ':', 1) IN (SELECT id FROM instance) GROUP BY 1) AS e ON e.id = i.id
   WHERE i.spent <> coalesce(e.sum, 0) LIMIT ${MAX_PROBLEMS}`,
)

/**
 * Recomputes every balance and what each team key has spent from the entries alone, and what is held from the leases,
 * at one moment.
 */
export function* verifyLeases(): Work<LedgerVerdict> {
  const counts = yield* one(COUNTS, {})
  const problems = [
    ...(yield* all(CHAIN, {})).map(
      ({ seq, account, balance_after, sum }) =>
        `Entry ${seq} of ${account} says ${balance_after}, but the entries add up to ${sum}.`,
    ),
    ...(yield* all(SPENDING, {})).map(
      ({ seq, spender, spent_after, sum }) =>
        `Entry ${seq} says ${spender} spent ${spent_after}, but its entries add up to ${sum}.`,
    ),
    ...(yield* all(BALANCES, {})).map(
      (row) =>
        `The balance of ${row.id} is ${row.balance}, its entries add up to ${row.entries}; ${heldOf(row)}`,
    ),
    ...(yield* all(LIMITS, {})).map(
      (row) =>
        `${row.id} has spent ${row.spent} of ${row.most ?? 'any number'}, its entries add up to ${row.entries}; ` +
        heldOf(row),
    ),
    ...(yield* all(LENT, {})).map(
      ({ id, name, spent, charged }) =>
        `${name} (${id}) has spent ${spent} of its leases, but its charges add up to ${charged}.`,
    ),
  ].slice(0, MAX_PROBLEMS)
  return { ok: problems.length === 0, problems, accounts: counts!.accounts, entries: counts!.entries }
}

function heldOf({ held, lent, leased, holders }: Sums): string {
  return `${held} is held, ${leased} leased to gateways; ${lent} is lent, ${holders} held by other machines.`
}
