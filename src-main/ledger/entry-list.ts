import type { Database, Statement } from 'better-sqlite3'
import { PaidParts } from './charges/paid-parts.ts'
import type { Entry, EntryKind } from './ledger-store.ts'
import type { SubAccounts } from './sub-accounts.ts'
import type { Unanswered } from './unanswered.ts'

const MAX_ENTRIES = 1_000

/** An entry as it is stored. */
export interface EntryRow {
  readonly seq: number
  readonly id: string
  readonly account: string
  readonly spender: string | null
  readonly kind: EntryKind
  readonly credits: number
  readonly spent_after: number | null
  readonly balance_after: number
  readonly request_id: string | null
  readonly slug: string | null
  readonly unanswered: Unanswered | null
  readonly at: number
}

/** Reads the ledger's entries. */
export class EntryList {
  /** The parts of prices among them. */
  readonly parts = new PaidParts(this)
  readonly #subs: SubAccounts
  readonly #find: Statement<[string], EntryRow>
  readonly #list: Statement<[string, number, number], EntryRow>
  readonly #listSpent: Statement<[string, number, number], EntryRow>

  constructor(db: Database, subs: SubAccounts) {
    this.#subs = subs
    const columns =
      'seq, id, account, spender, kind, credits, balance_after, spent_after, request_id, slug, unanswered, at'
    this.#find = db.prepare(`SELECT ${columns} FROM entry WHERE id = ?`)
    this.#list = db.prepare(
      `SELECT ${columns} FROM entry WHERE account = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
    )
    this.#listSpent = db.prepare(
      `SELECT ${columns} FROM entry WHERE spender = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
    )
  }

  /** The entry with this id. */
  find(id: string): EntryRow | undefined {
    return this.#find.get(id)
  }

  /** The entries of an account, newest first, older than `before` (a seq) when given. */
  of(
    account: string,
    { limit, before }: { readonly limit: number; readonly before?: number },
  ): readonly Entry[] {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_ENTRIES)
      throw new RangeError(`limit must be 1 to ${MAX_ENTRIES}`)
    const sub = this.#subs.find(account)
    const rows = (sub ? this.#listSpent : this.#list).all(account, before ?? Number.MAX_SAFE_INTEGER, limit)
    return rows.map((row) => toEntry(row, sub?.creditLimit ?? null))
  }
}

/** @param creditLimit of the sub-account whose own entries are listed */
export function toEntry(row: EntryRow, creditLimit: number | null): Entry {
  const { balance_after, spent_after, request_id, ...entry } = row
  const left = creditLimit === null ? balance_after : creditLimit - (spent_after ?? 0)
  return { ...entry, balanceAfter: Math.min(balance_after, left), requestId: request_id }
}
