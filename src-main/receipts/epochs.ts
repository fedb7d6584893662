import type { Database } from 'better-sqlite3'
import { randomBytes } from 'node:crypto'

/** Why an epoch began: a new instance, a restore, or a database that does not continue its signed head. */
export type EpochCause = 'first' | 'restore' | 'mismatch'

/** A part of an instance's history that no restore interrupts. */
export interface Epoch {
  /** Counts from 1. */
  readonly number: number
  /** 32 hex digits; tells apart two epochs of one number, after a backup was restored twice. */
  readonly id: string
  /** Milliseconds since 1970; 0 for the first. */
  readonly begunAt: number
  readonly cause: EpochCause
  /** A sentence about what was restored; null for the first. */
  readonly detail: string | null
  /** Whether a signed head was written in it. */
  readonly hasHead: boolean
}

interface Row {
  readonly number: number
  readonly id: string
  readonly begun_at: number
  readonly cause: EpochCause
  readonly detail: string | null
  readonly has_head: number
}

/** All epochs, oldest first; a database always has at least one. */
export function epochsOf(db: Database): readonly Epoch[] {
  const rows = db.prepare<[], Row>('SELECT * FROM epoch ORDER BY number').all()
  return rows.map(({ begun_at, has_head, ...row }) => ({
    ...row,
    begunAt: begun_at,
    hasHead: has_head === 1,
  }))
}

/** The epoch that the database is in. */
export function currentEpoch(db: Database): Epoch {
  const epoch = epochsOf(db).at(-1)
  if (epoch === undefined) throw new Error('The database has no epoch')
  return epoch
}

/**
 * Begins the next epoch, inside the current transaction.
 * @param above the new epoch's number is above this one too, which a signed head may know better than a backup
 * @param now milliseconds since 1970
 */
export function writeEpoch(
  db: Database,
  { cause, detail, above }: { readonly cause: EpochCause; readonly detail: string; readonly above: number },
  now: number,
): Epoch {
  const number = Math.max(currentEpoch(db).number, above) + 1
  const id = randomBytes(16).toString('hex')
  db.prepare('INSERT INTO epoch (number, id, begun_at, cause, detail) VALUES (?, ?, ?, ?, ?)').run(
    number,
    id,
    now,
    cause,
    detail,
  )
  return { number, id, begunAt: now, cause, detail, hasHead: false }
}

/** Notes, inside the current transaction, that a signed head of the current epoch is being written. */
export function noteHead(db: Database): void {
  db.prepare('UPDATE epoch SET has_head = 1 WHERE number = (SELECT max(number) FROM epoch)').run()
}
