import type { Database } from 'better-sqlite3'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { leaseSpendingProblems } from './lending/lease-check.ts'
import { LedgerCheck, MAX_PROBLEMS, type LedgerVerdict } from './ledger-check.ts'
import { readPlace, sumsAt } from './ledger-sums.ts'

/** Recomputes every balance from the entries alone and compares it with what is stored. */
export function verifyLedger(db: Database): LedgerVerdict {
  const verdict = verdictOf(new LedgerCheck(db))
  const problems = [...verdict.problems, ...leaseSpendingProblems(db)].slice(0, MAX_PROBLEMS)
  return { ...verdict, ok: problems.length === 0, problems }
}

/** The same while calls go on: calls get their turn between two stretches of the ledger. */
export async function verifyLedgerInTurns(db: Database): Promise<LedgerVerdict> {
  const check = new LedgerCheck(db)
  for (;;) {
    const verdict = check.next()
    if (verdict) return verdict
    await nextTurn()
  }
}

/** A check that a start has made. */
export interface StartCheck {
  readonly verdict: LedgerVerdict
  /** At the end of the ledger. */
  readonly check: LedgerCheck
  /** Whether it read all entries, because none had been verified before. */
  readonly isWhole: boolean
}

/**
 * Verifies what a start must know: the entries since the place that was noted last, and every balance. Where the sums
 * at that place are not those that were noted, or none was, it verifies the whole ledger.
 */
export function verifySincePlace(db: Database): StartCheck {
  const place = readPlace(db)
  const sums = place && sumsAt(db, place)
  const check = sums ? new LedgerCheck(db, { seq: place.seq, ...sums }) : new LedgerCheck(db)
  return { check, verdict: verdictOf(check), isWhole: !sums }
}

function verdictOf(check: LedgerCheck): LedgerVerdict {
  for (;;) {
    const verdict = check.next()
    if (verdict) return verdict
  }
}
