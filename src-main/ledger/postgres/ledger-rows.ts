import { all, one, run, statement, type Work } from '../../storage/engine/work.ts'
import { toEntry, type EntryRow } from '../entry-list.ts'
import type { Entry, LedgerStore } from '../ledger-store.ts'
import { notAboveLimit, tooLittleLeft, type SubAccount } from '../sub-accounts.ts'

type Credit = Parameters<LedgerStore['credit']>[0] & { readonly at: number }

/** An account and the limit of a sub-account, as the database has them. */
export interface AccountRow {
  /** Of the sub-account that was asked for; null for an account that pays for itself. */
  readonly payer: string | null
  readonly creditLimit: number | null
  readonly spent: number
  /** Of the limit, what other machines hold. */
  readonly lentOfLimit: number
  /** Of the account that pays. */
  readonly balance: number
  readonly lent: number
}

interface SubRow {
  readonly id: string
  readonly payer: string
  readonly creditLimit: number | null
  readonly spent: number
  readonly held: number
}

const MAX_ENTRIES = 1_000
const LISTED = `SELECT seq, id, account, spender, kind, credits, balance_after, spent_after, request_id, slug,
  unanswered, at FROM entry`
const PAGE = 'AND seq < :before ORDER BY seq DESC LIMIT :limit'

const ACCOUNT = statement<{ id: string }, AccountRow>(
  `SELECT s.payer, s.credit_limit AS "creditLimit", coalesce(s.spent, 0) AS spent,
     coalesce(s.lent, 0) AS "lentOfLimit", coalesce(a.balance, 0) AS balance, coalesce(a.lent, 0) AS lent
   FROM (SELECT :id::text AS id) AS k LEFT JOIN sub_account s ON s.id = k.id
   LEFT JOIN account a ON a.id = coalesce(s.payer, k.id)`,
)
const BALANCE = statement<{ account: string }, { balance: number }>(
  'SELECT balance FROM account WHERE id = :account',
)
const LEFT = statement<{ sub: string }, { left: number | null }>(
  'SELECT credit_limit - spent AS left FROM sub_account WHERE id = :sub',
)
const SUB_COLUMNS = 'id, payer, credit_limit AS "creditLimit", spent, held'
const SUB = statement<{ id: string }, SubRow>(`SELECT ${SUB_COLUMNS} FROM sub_account WHERE id = :id`)
const LOCKED_SUB = statement<{ id: string }, SubRow>(
  `SELECT ${SUB_COLUMNS} FROM sub_account WHERE id = :id FOR UPDATE`,
)
const SUBS = statement<{ seq: number }, SubRow & { readonly seq: number }>(
  `SELECT ${SUB_COLUMNS}, seq FROM sub_account WHERE seq > :seq ORDER BY seq`,
)
const INSERT_SUB = statement<{ id: string; payer: string; creditLimit: number | null }>(
  'INSERT INTO sub_account (id, payer, credit_limit) VALUES (:id, :payer, :creditLimit)',
)
const LOWER = statement<{ id: string; credits: number }>(
  'UPDATE sub_account SET credit_limit = credit_limit - :credits WHERE id = :id',
)
const RAISE = statement<{ id: string; creditLimit: number }>(
  'UPDATE sub_account SET credit_limit = :creditLimit WHERE id = :id AND credit_limit < :creditLimit',
)
const CREDIT = statement<
  { id: string; account: string; kind: string; credits: number; at: number },
  { account: string; kind: string; credits: number; balance: number }
>('SELECT account, kind, credits, balance FROM tg_credit_1(:id, :account, :kind, :credits, :at)')
const LIST = statement<{ account: string; before: number; limit: number }, EntryRow>(
  `${LISTED} WHERE account = :account ${PAGE}`,
)
const LIST_SPENT = statement<{ account: string; before: number; limit: number }, EntryRow>(
  `${LISTED} WHERE spender = :account ${PAGE}`,
)

/** What an account has, or the payer of a sub-account, and what is left of its limit. */
export function* accountRow(id: string): Work<AccountRow> {
  return (yield* one(ACCOUNT, { id }))!
}

/** The balance of an account, and what is left of the limit of a sub-account. */
export function* balanceAndLeft({
  account,
  sub,
}: {
  readonly account: string
  readonly sub: string | null
}): Work<{ readonly balance: number; readonly left: number | null }> {
  const balance = yield* ownBalance(account)
  const left = sub === null ? null : ((yield* one(LEFT, { sub }))?.left ?? null)
  return { balance, left }
}

/** The committed credits of an account itself. */
export function* ownBalance(account: string): Work<number> {
  return (yield* one(BALANCE, { account }))?.balance ?? 0
}

/** A sub-account with what it has spent; null for an account that pays for itself. */
export function* subAccountRow(id: string): Work<(SubAccount & { readonly spent: number }) | null> {
  const row = yield* one(SUB, { id })
  return row ? { id, payer: row.payer, creditLimit: row.creditLimit, spent: row.spent } : null
}

/** The sub-accounts that were opened after a place, in the order of their places. */
export function subAccountsAfter(seq: number): Work<readonly (SubRow & { readonly seq: number })[]> {
  return all(SUBS, { seq })
}

/** Opens a sub-account, as LedgerStore says. */
export function* openSubAccount(sub: SubAccount, from: string | undefined): Work<void> {
  if (yield* one(SUB, { id: sub.payer }))
    throw new Error(`${sub.payer} cannot pay: it holds no credits of its own`)
  if (from !== undefined) yield* handOver(from, sub.creditLimit)
  yield* run(INSERT_SUB, { id: sub.id, payer: sub.payer, creditLimit: sub.creditLimit })
}

// What gateways lease of the maker's limit may be spent by its calls any moment, so it is not left.
function* handOver(from: string, credits: number | null): Work<void> {
  const row = yield* one(LOCKED_SUB, { id: from })
  if (!row || row.creditLimit === null) return
  const left = row.creditLimit - row.spent - row.held
  if (credits === null || credits > left) throw tooLittleLeft(left)
  yield* run(LOWER, { id: from, credits })
}

/** Raises the limit of a sub-account, as LedgerStore says. */
export function* raiseLimit(id: string, creditLimit: number): Work<void> {
  if ((yield* run(RAISE, { id, creditLimit })) === 1) return
  throw notAboveLimit((yield* one(SUB, { id }))?.creditLimit ?? null)
}

/** Adds credits, once under an id. @returns the balance after it */
export function* credited({ id, account, kind, credits, at }: Credit): Work<number> {
  if (yield* one(SUB, { id: account })) throw new Error(`${account} holds no credits of its own`)
  const row = yield* one(CREDIT, { id, account, kind, credits, at })
  if (row?.account !== account || row.kind !== kind || row.credits !== credits)
    throw new Error(`The id ${id} belongs to another ledger entry`)
  return row.balance
}

/** The entries of an account, or those that a sub-account has spent, newest first. */
export function* entriesOf(
  account: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: { readonly limit: number; readonly before?: number },
): Work<readonly Entry[]> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ENTRIES)
    throw new RangeError(`limit must be 1 to ${MAX_ENTRIES}`)
  const sub = yield* one(SUB, { id: account })
  const rows = yield* all(sub ? LIST_SPENT : LIST, { account, before, limit })
  return rows.map((row) => toEntry(row, sub?.creditLimit ?? null))
}
