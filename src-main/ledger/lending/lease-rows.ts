import type { Database, Statement } from 'better-sqlite3'
import type { LeaseHolder, NewLease, SentCharge } from './lending.ts'
import type { SortedCharges } from './sort-charges.ts'

const COLUMNS = `id, key_id AS keyId, name, number, last_given AS lastGiven, given, spent, freed,
  late_charges AS lateCharges, late_credits AS lateCredits, first_at AS firstAt, seen_at AS seenAt, ended_at AS endedAt`

/** The rows of leases. Everything that writes runs inside the current transaction; `at` is milliseconds since 1970. */
export class LeaseRows {
  readonly #find: Statement<[string], LeaseHolder>
  readonly #all: Statement<[], LeaseHolder>
  readonly #open: Statement<[string], number>
  readonly #give: Statement<(string | number)[]>
  readonly #spend: Statement<[number, number, number, number, string]>
  readonly #end: Statement<[number, string]>
  readonly #findLate: Statement<[string, string], number>
  readonly #late: Statement<[string, string, number, string, string, number]>

  constructor(db: Database) {
    this.#find = db.prepare(`SELECT ${COLUMNS} FROM instance WHERE id = ?`)
    this.#all = db.prepare(`SELECT ${COLUMNS} FROM instance ORDER BY first_at, id`)
    this.#open = db
      .prepare<[string], number>('SELECT count(*) FROM instance WHERE key_id = ? AND ended_at IS NULL')
      .pluck()
    this.#give = db.prepare(
      `INSERT INTO instance (id, key_id, name, number, last_given, given, first_at, seen_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, number = excluded.number,
         last_given = excluded.last_given, given = given + excluded.given, seen_at = excluded.seen_at`,
    )
    this.#spend = db.prepare(
      `UPDATE instance SET spent = spent + ?, late_charges = late_charges + ?, late_credits = late_credits + ?,
         seen_at = ? WHERE id = ?`,
    )
    this.#end = db.prepare('UPDATE instance SET freed = given - spent, ended_at = ? WHERE id = ?')
    this.#findLate = db
      .prepare<[string, string], number>('SELECT credits FROM late_charge WHERE instance = ? AND id = ?')
      .pluck()
    this.#late = db.prepare(
      'INSERT INTO late_charge (instance, id, credits, slug, request_id, at) VALUES (?, ?, ?, ?, ?, ?)',
    )
  }

  find(id: string): LeaseHolder | undefined {
    return this.#find.get(id)
  }

  /** The first one first. */
  all(): LeaseHolder[] {
    return this.#all.all()
  }

  /** How many gateways hold leases of a key. */
  openOf(keyId: string): number {
    return this.#open.get(keyId) ?? 0
  }

  give({ instance, keyId, name, number, credits }: NewLease, at: number): void {
    this.#give.run(instance, keyId, name, number, credits, credits, at, at)
  }

  /** Notes what was taken from a gateway, and that it was there. */
  took(
    instance: string,
    { spent, late, lateCredits }: Pick<SortedCharges, 'spent' | 'late' | 'lateCredits'>,
    at: number,
  ): void {
    this.#spend.run(spent, late.length, lateCredits, at, instance)
  }

  end(instance: string, at: number): void {
    this.#end.run(at, instance)
  }

  /** The credits of a late charge; undefined when there is none. */
  lateCreditsOf(instance: string, id: string): number | undefined {
    return this.#findLate.get(instance, id)
  }

  writeLate(instance: string, { id, credits, slug, requestId }: SentCharge, at: number): void {
    this.#late.run(instance, id, credits, slug, requestId, at)
  }
}
