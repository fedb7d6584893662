import { all, one, statement, type Work } from '../storage/engine/work.ts'
import { FIRST_PREV, type AuditRow } from './audit-row.ts'
import { MAX_PROBLEMS, problemOf, type AuditVerdict } from './verify-audit.ts'

const PAGE = 1_000

const LAST = statement<Readonly<Record<never, never>>, { readonly seq: number }>(
  'SELECT seq FROM audit_head',
)
const AFTER = statement<{ seq: number }, AuditRow>(
  `SELECT seq, body, hash FROM audit WHERE seq > :seq ORDER BY seq LIMIT ${PAGE}`,
)

/** Recomputes the audit trail of a PostgreSQL, as verifyAudit does that of a folder. */
export function* verifyAuditRows(): Work<AuditVerdict> {
  const problems: string[] = []
  let last: Pick<AuditRow, 'seq' | 'hash'> = { seq: 0, hash: FIRST_PREV }
  let rows = 0
  for (;;) {
    const page = yield* all(AFTER, { seq: last.seq })
    for (const row of page) {
      const problem = problemOf(row, last)
      if (problem !== null) problems.push(problem)
      last = row
    }
    rows += page.length
    if (page.length < PAGE) break
  }
  const written = (yield* one(LAST, {}))?.seq ?? 0
  if (last.seq !== written)
    problems.push(`The trail ends at row ${last.seq}, but row ${written} was written.`)
  return { ok: problems.length === 0, problems: problems.slice(0, MAX_PROBLEMS), rows, head: last.hash }
}
