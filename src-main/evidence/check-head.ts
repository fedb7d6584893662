import type { Database } from 'better-sqlite3'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditVerdict } from '../accounts/verify-audit.ts'
import type { LedgerVerdict } from '../ledger/ledger-check.ts'
import type { PublicKey } from '../receipts/public-key.ts'
import { currentEpoch, epochsOf } from '../receipts/epochs.ts'
import { checkKeys } from './check-keys.ts'
import { checkTable, type HeadProblem } from './check-tables.ts'
import { TABLES } from './evidence-tables.ts'
import { readHead, type HeadStatement, type SignedHead } from './head.ts'

const MAX_PROBLEMS = 20

/** The result of comparing a database with a signed head. */
export interface HeadVerdict {
  readonly ok: boolean
  /** Sentences, at most 20. */
  readonly problems: readonly string[]
  /** When the head was signed; null when there is none that counts. */
  readonly written_at: string | null
  /** The restores of this instance, oldest first. */
  readonly restores: readonly { readonly epoch: number; readonly at: string; readonly detail: string }[]
}

/** The result of a check of everything stored; `head` is null for an instance that keeps nothing on disk. */
export interface StoredVerdict {
  readonly ledger: LedgerVerdict
  readonly audit: AuditVerdict
  readonly head: HeadVerdict | null
}

/** Which head a database is compared with. */
export interface HeadSource {
  /** The text of the head's file; null when there is none. */
  readonly text: string | null
  /** The key that must have signed it; null for a head that was kept elsewhere and is trusted as it is. */
  readonly trusted: PublicKey | null
}

/** Compares the whole database with a head. */
export function verifyHead(db: Database, source: HeadSource): HeadVerdict {
  const check = headSteps(db, source)
  for (;;) {
    const step = check.next()
    if (step.done) return step.value
  }
}

/** The same while calls go on: calls get their turn between two slices of rows. */
export async function verifyHeadInTurns(db: Database, source: HeadSource): Promise<HeadVerdict> {
  const check = headSteps(db, source)
  for (;;) {
    const step = check.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

/** What differs from a head. @param whole also reads rows from before its last mark */
export function* compareWith(
  db: Database,
  said: HeadStatement,
  whole: boolean,
): Generator<undefined, HeadProblem[]> {
  const problems: HeadProblem[] = []
  for (const table of TABLES) problems.push(...(yield* checkTable(db, table, said, whole)))
  problems.push(...checkKeys(db, said))
  return problems
}

function* headSteps(db: Database, { text, trusted }: HeadSource): Generator<undefined, HeadVerdict> {
  const problems: string[] = []
  let head: SignedHead | null = null
  if (text === null) problems.push(...missing(db))
  else {
    const read = readHead(text, trusted)
    if ('problem' in read) problems.push(read.problem)
    else head = read.head
  }
  if (head) {
    // The gateway may have gone on after a head that was kept elsewhere.
    const said = trusted === null ? { ...head.statement, final: false } : head.statement
    const found = yield* compareWith(db, said, true)
    problems.push(...found.map((problem) => problem.text))
    if (found.length > 0) problems.push(...epochProblems(db, head.statement))
  }
  const restores = epochsOf(db).slice(1)
  return {
    ok: problems.length === 0,
    problems: problems.slice(0, MAX_PROBLEMS),
    written_at: head?.statement.written_at ?? null,
    restores: restores.map(({ number, begunAt, detail }) => ({
      epoch: number,
      at: new Date(begunAt).toISOString(),
      detail: detail ?? '',
    })),
  }
}

function missing(db: Database): string[] {
  if (!currentEpoch(db).hasHead) return []
  return [
    'The signed head beside the database is missing: it was removed, or the database was copied by hand.',
  ]
}

function epochProblems(db: Database, { epoch, epoch_id: id }: HeadStatement): string[] {
  const now = currentEpoch(db)
  if (now.id === id) return []
  return [`The head was signed in epoch ${epoch}, and the database is in epoch ${now.number}.`]
}
