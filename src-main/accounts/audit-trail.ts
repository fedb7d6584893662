import type { Database, Statement } from 'better-sqlite3'
import type { GroupCommit } from '../storage/group-commit.ts'
import { toAuditRow, type AuditEvent, type AuditAction, type AuditRow } from './audit-row.ts'

/** Which rows to list; times are inclusive and in ISO 8601, UTC. */
export interface AuditFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly actor?: string | undefined
  readonly action?: AuditAction | undefined
}

const CONDITIONS = {
  from: 'ts >= @from',
  to: 'ts <= @to',
  actor: 'actor = @actor',
  action: 'action = @action',
} as const satisfies Record<keyof AuditFilter, string>
const FILTERS = ['from', 'to', 'actor', 'action'] as const

/** Appends a row inside the current transaction where no gateway runs. @param at milliseconds since 1970 */
export function appendAudit(db: Database, event: AuditEvent, at: number): void {
  const last = db
    .prepare<[], Pick<AuditRow, 'seq' | 'hash'>>('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1')
    .get()
  const row = toAuditRow(event, last, at)
  db.prepare<[AuditRow]>('INSERT INTO audit (seq, body, hash) VALUES (@seq, @body, @hash)').run(row)
}

/** Who administered the gateway and who was refused. Rows are appended, each with the hash of the one before. */
export class AuditTrail {
  readonly #db: Database
  readonly #commits: GroupCommit
  readonly #now: () => number
  readonly #last: Statement<[], Pick<AuditRow, 'seq' | 'hash'>>
  readonly #insert: Statement<[AuditRow]>
  readonly #lists = new Map<string, Statement<[object], AuditRow>>()

  /** @param now milliseconds since 1970 */
  constructor(db: Database, commits: GroupCommit, now: () => number) {
    this.#db = db
    this.#commits = commits
    this.#now = now
    this.#last = db.prepare('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1')
    this.#insert = db.prepare('INSERT INTO audit (seq, body, hash) VALUES (@seq, @body, @hash)')
  }

  /** Appends a row inside the current transaction, together with the change that it records. */
  write(event: AuditEvent): void {
    this.#insert.run(toAuditRow(event, this.#last.get(), this.#now()))
  }

  /** Appends a row for an event that changes nothing else on disk. */
  async record(event: AuditEvent): Promise<void> {
    await this.#commits.enqueue(() => this.write(event))
  }

  /** The last row; null before there is one. */
  head(): Pick<AuditRow, 'seq' | 'hash'> | null {
    return this.#last.get() ?? null
  }

  /** Rows before a given one, newest first. */
  newest(filter: AuditFilter, { before, limit }: { before: number; limit: number }): readonly AuditRow[] {
    return this.#list(filter, 'seq < @bound', 'DESC').all({ ...filter, bound: before, limit })
  }

  /** Rows after a given one, oldest first. */
  oldest(filter: AuditFilter, { after, limit }: { after: number; limit: number }): readonly AuditRow[] {
    return this.#list(filter, 'seq > @bound', 'ASC').all({ ...filter, bound: after, limit })
  }

  #list(filter: AuditFilter, bound: string, order: 'ASC' | 'DESC'): Statement<[object], AuditRow> {
    const wanted = FILTERS.filter((name) => filter[name] !== undefined)
    const where = [bound, ...wanted.map((name) => CONDITIONS[name])].join(' AND ')
    const sql = `SELECT seq, body, hash FROM audit WHERE ${where} ORDER BY seq ${order} LIMIT @limit`
    const known = this.#lists.get(sql) ?? this.#db.prepare<[object], AuditRow>(sql)
    this.#lists.set(sql, known)
    return known
  }
}
