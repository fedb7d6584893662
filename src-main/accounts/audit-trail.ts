import type { Engine } from '../storage/engine/engine.ts'
import { all, one, run, statement, type Statement, type Value, type Work } from '../storage/engine/work.ts'
import { toAuditRow, type AuditEvent, type AuditAction, type AuditRow } from './audit-row.ts'

/** Which rows to list; times are inclusive and in ISO 8601, UTC. */
export interface AuditFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly actor?: string | undefined
  readonly action?: AuditAction | undefined
}

const CONDITIONS = {
  from: 'ts >= :from',
  to: 'ts <= :to',
  actor: 'actor = :actor',
  action: 'action = :action',
} as const satisfies Record<keyof AuditFilter, string>
const FILTERS = ['from', 'to', 'actor', 'action'] as const

type Head = Pick<AuditRow, 'seq' | 'hash'>
type Listed = Statement<Readonly<Record<string, Value>>, AuditRow>

const LAST = statement<Record<never, never>, Head>('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1')
// Where several gateways append, each waits here for the one before it.
const TO_FOLLOW = statement<Record<never, never>, Head>(
  LAST.sqlite,
  'SELECT seq, hash FROM audit_head FOR UPDATE',
)
const INSERT = statement<AuditRow>('INSERT INTO audit (seq, body, hash) VALUES (:seq, :body, :hash)')
/** By their SQL. */
const LISTS = new Map<string, Listed>()

/** Appends a row in the current transaction. @param at milliseconds since 1970 */
export function* appendAudit(event: AuditEvent, at: number): Work<void> {
  yield* run(INSERT, toAuditRow(event, yield* one(TO_FOLLOW, {}), at))
}

/** Who administered the gateway and who was refused. Rows are appended, each with the hash of the one before. */
export class AuditTrail {
  readonly #engine: Engine
  readonly #now: () => number

  /** @param now milliseconds since 1970 */
  constructor(engine: Engine, now: () => number) {
    this.#engine = engine
    this.#now = now
  }

  /** Appends a row, in the transaction of the change that it records. */
  write(event: AuditEvent): Work<void> {
    return appendAudit(event, this.#now())
  }

  /** Appends a row for an event that changes nothing else on disk. */
  async record(event: AuditEvent): Promise<void> {
    await this.#engine.write('audit', () => this.write(event))
  }

  /** The last row; null before there is one. */
  async head(): Promise<Head | null> {
    return (await this.#engine.read(() => one(LAST, {}))) ?? null
  }

  /** Rows before a given one, newest first. */
  async newest(
    filter: AuditFilter,
    { before, limit }: { before: number; limit: number },
  ): Promise<readonly AuditRow[]> {
    const list = listOf(filter, 'seq < :bound', 'DESC')
    return await this.#engine.read(() => all(list, { ...valuesOf(filter), bound: before, limit }))
  }

  /** Rows after a given one, oldest first. */
  async oldest(
    filter: AuditFilter,
    { after, limit }: { after: number; limit: number },
  ): Promise<readonly AuditRow[]> {
    const list = listOf(filter, 'seq > :bound', 'ASC')
    return await this.#engine.read(() => all(list, { ...valuesOf(filter), bound: after, limit }))
  }
}

function wantedOf(filter: AuditFilter): readonly (keyof AuditFilter)[] {
  return FILTERS.filter((name) => filter[name] !== undefined)
}

function valuesOf(filter: AuditFilter): Record<string, Value> {
  return Object.fromEntries(wantedOf(filter).map((name) => [name, filter[name] ?? null]))
}

function listOf(filter: AuditFilter, bound: string, order: 'ASC' | 'DESC'): Listed {
  const where = [bound, ...wantedOf(filter).map((name) => CONDITIONS[name])].join(' AND ')
  const sql = `SELECT seq, body, hash FROM audit WHERE ${where} ORDER BY seq ${order} LIMIT :limit`
  const known: Listed = LISTS.get(sql) ?? statement(sql)
  LISTS.set(sql, known)
  return known
}
