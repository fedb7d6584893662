import type { Database } from 'better-sqlite3'
import { hash } from 'node:crypto'

/** What the entries of a ledger come to at one of them: the credits of each account, and the spending of each key. */
export interface LedgerSums {
  readonly balances: Map<string, number>
  readonly spent: Map<string, number>
}

/** A verified entry, and a digest of it and of the sums up to it. */
export interface LedgerPlace {
  readonly seq: number
  readonly digest: string
}

/** The place that was noted last; null when none was. */
export function readPlace(db: Database): LedgerPlace | null {
  return db.prepare<[], LedgerPlace>('SELECT seq, digest FROM ledger_place').get() ?? null
}

/** Notes a place, or that none is known, inside the current transaction. */
export function notePlace(db: Database, place: LedgerPlace | null): void {
  db.prepare('DELETE FROM ledger_place').run()
  if (place) db.prepare('INSERT INTO ledger_place VALUES (1, ?, ?)').run(place.seq, place.digest)
}

/** The place of an entry whose sums are known. @returns null before the first entry */
export function placeOf(db: Database, seq: number, { balances, spent }: LedgerSums): LedgerPlace | null {
  const row: unknown = db.prepare('SELECT * FROM entry WHERE seq = ?').raw().get(seq)
  if (row === undefined) return null
  return { seq, digest: hash('sha256', JSON.stringify([row, sorted(balances), sorted(spent)])) }
}

/**
 * The sums at a place, as the last entries up to it state them; entries in between are not read.
 * @returns null when they are not those that the place was noted with
 */
export function sumsAt(db: Database, { seq, digest }: LedgerPlace): LedgerSums | null {
  const last = (table: string, owner: string, after: string): Map<string, number> => {
    const stated = db
      .prepare<[number], [string, number | null]>(
        `SELECT id, (SELECT ${after} FROM entry WHERE ${owner} = ${table}.id AND seq <= ?
                     ORDER BY seq DESC LIMIT 1) FROM ${table}`,
      )
      .raw()
    // An account without entries up to there has no sum.
    return new Map(stated.all(seq).filter((row): row is [string, number] => row[1] !== null))
  }
  const sums = {
    balances: last('account', 'account', 'balance_after'),
    spent: last('sub_account', 'spender', 'spent_after'),
  }
  return placeOf(db, seq, sums)?.digest === digest ? sums : null
}

function sorted(sums: ReadonlyMap<string, number>): [string, number][] {
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
}
