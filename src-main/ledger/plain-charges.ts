import type { Database, Statement } from 'better-sqlite3'
import { runWork } from '../storage/sqlite/run-work.ts'
import { assertCredits } from './assert-entry.ts'
import type { Held } from './held-credits.ts'
import type { ChargeReason, WithinTransaction } from './ledger-store.ts'

/** A reservation that is charged, what for, and what is saved with the charge. */
export interface Settlement {
  readonly held: Held
  readonly reason: ChargeReason
  readonly withinTransaction: WithinTransaction | undefined
}

type Value = string | number | null

/** The most rows of one statement, a power of two. */
const MOST_ROWS = 16
const ROW = "(?, ?, 'charge', ?, ?, ?, ?, ?, ?, ?)"

/**
 * Whether a reservation can be charged together with others: its account pays for itself and holds the whole price,
 * nothing has left for another machine, and no part of it was charged before.
 */
export function isPlain({ sub, kept, credits, departed, hasParts }: Held): boolean {
  return sub === null && kept === credits && !departed && hasParts !== true
}

/**
 * Writes the charges of calls that end together, many in one statement: a statement costs as much as several rows.
 * Constraints and triggers of the ledger apply to each row as ever.
 */
export class PlainCharges {
  readonly #db: Database
  readonly #balance: Statement<[string], number>
  /** By their number of rows. */
  readonly #inserts = new Map<number, Statement<[Value[]]>>()

  constructor(db: Database) {
    this.#db = db
    this.#balance = db.prepare<[string], number>('SELECT balance FROM account WHERE id = ?').pluck()
  }

  /**
   * Writes charges inside the current transaction, and then saves what belongs to each.
   * @param at milliseconds since 1970
   * @returns the balance after each
   * @throws whatever is wrong with any of them, a used id included; then the transaction must be rolled back, and each
   *   be charged alone
   */
  write(charges: readonly Settlement[], at: number): number[] {
    const counted = new Map<string, number>()
    const after = charges.map(({ held: { account, credits } }) => {
      const balance = (counted.get(account) ?? this.#balanceOf(account)) - credits
      assertCredits(balance, 0)
      counted.set(account, balance)
      return balance
    })
    for (let from = 0; from < charges.length;) {
      const rows = Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(charges.length - from)))
      const values: Value[] = []
      for (let row = from; row < from + rows; row++) {
        const { held, reason } = charges[row]!
        values.push(held.id, held.account, 0 - held.credits, after[row]!)
        values.push(reason.requestId, reason.slug, reason.engine ?? null, reason.unanswered ?? null, at)
      }
      this.#insertOf(rows).run(values)
      from += rows
    }
    // The triggers have moved the balances row by row; where the last is as counted, all before it are.
    for (const [account, balance] of counted)
      if (this.#balanceOf(account) !== balance)
        throw new Error(`The balance of ${account} is not what its charges leave`)
    for (const [row, { withinTransaction }] of charges.entries())
      if (withinTransaction) runWork(this.#db, withinTransaction(after[row]!))
    return after
  }

  #balanceOf(account: string): number {
    const balance = this.#balance.get(account)
    // The way of a single charge opens it.
    if (balance === undefined) throw new Error(`The account ${account} is not open`)
    return balance
  }

  #insertOf(rows: number): Statement<[Value[]]> {
    let insert = this.#inserts.get(rows)
    if (!insert) {
      const columns = 'id, account, kind, credits, balance_after, request_id, slug, engine, unanswered, at'
      insert = this.#db.prepare<[Value[]]>(
        `INSERT INTO entry (${columns}) VALUES ${Array(rows).fill(ROW).join(', ')}`,
      )
      this.#inserts.set(rows, insert)
    }
    return insert
  }
}
