import type { Database } from 'better-sqlite3'
import { hash } from 'node:crypto'
import { FIRST_PREV, type AuditRow } from './audit-row.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

export const MAX_PROBLEMS = 20

/** The result of a check of the chain. */
export interface AuditVerdict {
  readonly ok: boolean
  /** Sentences, at most 20. */
  readonly problems: readonly string[]
  readonly rows: number
  /** The hash of the last row. Note it elsewhere to detect a replacement of the whole chain. */
  readonly head: string
}

/**
 * Recomputes the hash of every row and compares it with what is stored and with what the next row says.
 * @param newest checks only that many rows at the end
 */
export function verifyAudit(db: Database, newest = Number.MAX_SAFE_INTEGER): AuditVerdict {
  const problems: string[] = []
  let last: Pick<AuditRow, 'seq' | 'hash'> = { seq: 0, hash: FIRST_PREV }
  const from = lastSeqOf(db) - newest
  if (from > 0) last = db.prepare<[number], AuditRow>('SELECT * FROM audit WHERE seq = ?').get(from) ?? last
  let rows = 0

  const all = db.prepare<[number], AuditRow>('SELECT seq, body, hash FROM audit WHERE seq > ? ORDER BY seq')
  for (const row of all.iterate(last.seq)) {
    rows++
    const problem = problemOf(row, last)
    if (problem !== null && problems.length < MAX_PROBLEMS) problems.push(problem)
    last = row
  }
  if (last.seq !== lastSeqOf(db)) {
    problems.push(`The trail ends at row ${last.seq}, but row ${lastSeqOf(db)} was written.`)
  }
  return { ok: problems.length === 0, problems: problems.slice(0, MAX_PROBLEMS), rows, head: last.hash }
}

/** The last row that was ever written, whether it is still there or not. */
function lastSeqOf(db: Database): number {
  return db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'audit'`).pluck().get() ?? 0
}

/** What is wrong with a row after the one before it; null for nothing. */
export function problemOf(
  { seq, body, hash: stored }: AuditRow,
  last: Pick<AuditRow, 'seq' | 'hash'>,
): string | null {
  if (seq !== last.seq + 1) return `Row ${seq} follows row ${last.seq}: rows between them are missing.`
  if (hash('sha256', body) !== stored) return `Row ${seq} does not match its hash.`
  return follows(body, seq, last.hash) ? null : `Row ${seq} does not follow the row before it.`
}

function follows(body: string, seq: number, prev: string): boolean {
  try {
    const said: unknown = parseJson(body)
    if (typeof said !== 'object' || said === null || !('seq' in said) || !('prev' in said)) return false
    return said.seq === seq && said.prev === prev
  } catch {
    // The hash fits, but this is not a row in our format.
    return false
  }
}
