import { all, one, statement, type Work } from '../../storage/engine/work.ts'
import type { EntryRow } from '../entry-list.ts'
import type { Entry, LedgerStore } from '../ledger-store.ts'

type Credit = Parameters<LedgerStore['credit']>[0] & { readonly at: number }

/** An entry of an account that nobody else pays for. */
type OwnRow = Omit<EntryRow, 'spender' | 'spent_after'>

/** What identifies a call whose charge is taken back. */
export interface ClosedCharge {
  readonly id: string
  readonly account: string
  readonly requestId: string
  readonly slug: string
  readonly at: number
}

const MAX_ENTRIES = 1_000

const BALANCE = statement<{ account: string }, { balance: number; held: number }>(
  'SELECT balance, held FROM account WHERE id = :account',
)
const CREDIT = statement<
  { id: string; account: string; kind: string; credits: number; at: number },
  { account: string; kind: string; credits: number; balance: number }
>('SELECT account, kind, credits, balance FROM tg_credit_1(:id, :account, :kind, :credits, :at)')
const CLOSE = statement<
  { id: string; account: string; requestId: string; slug: string; at: number },
  unknown
>('SELECT tg_close_1(:id, :account, :requestId, :slug, :at)')
const CHARGED = statement<{ id: string }, { id: string }>('SELECT id FROM entry WHERE id = :id')
const LIST = statement<{ account: string; before: number; limit: number }, OwnRow>(
  `SELECT seq, id, account, kind, credits, balance_after, request_id, slug, unanswered, at FROM entry
   WHERE account = :account AND seq < :before ORDER BY seq DESC LIMIT :limit`,
)

/** What an account has, and what all gateways hold of it. */
export function* balanceRow(account: string): Work<{ readonly balance: number; readonly held: number }> {
  return (yield* one(BALANCE, { account })) ?? { balance: 0, held: 0 }
}

/** Adds credits, once under an id. @returns the balance after it */
export function* credited({ id, account, kind, credits, at }: Credit): Work<number> {
  const row = yield* one(CREDIT, { id, account, kind, credits, at })
  if (row?.account !== account || row.kind !== kind || row.credits !== credits)
    throw new Error(`The id ${id} belongs to another ledger entry`)
  return row.balance
}

/** Takes a charge back, or lets nothing be charged under its id any more. */
export function* closeCharge({ id, account, requestId, slug, at }: ClosedCharge): Work<void> {
  yield* all(CLOSE, { id, account, requestId, slug, at })
}

/** Whether something was charged under an id. */
export function* isCharged(id: string): Work<boolean> {
  return (yield* one(CHARGED, { id })) !== undefined
}

/** The entries of an account, newest first. */
export function* entriesOf(
  account: string,
  { limit, before }: { readonly limit: number; readonly before?: number },
): Work<readonly Entry[]> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ENTRIES)
    throw new RangeError(`limit must be 1 to ${MAX_ENTRIES}`)
  const rows = yield* all(LIST, { account, before: before ?? Number.MAX_SAFE_INTEGER, limit })
  return rows.map(({ balance_after, request_id, ...row }) => ({
    ...row,
    spender: null,
    balanceAfter: balance_after,
    requestId: request_id,
  }))
}
