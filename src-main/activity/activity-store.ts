import type { Database, Statement } from 'better-sqlite3'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  INSERT_CALL,
  listSql,
  SESSIONS_SQL,
  searchSql,
  toListParameters,
  exportSql,
  toExportParameters,
  toSearchParameters,
  type ActivityFilter,
  type ActivityListRow,
  type ActivityRow,
  type SessionRow,
} from './activity-row.ts'
import { KeptRows, type Surplus } from './kept-rows.ts'
import { openActivity, type ActivityFileOptions } from './open-activity.ts'

/** The most bytes of inputs and outputs that are kept. */
const MAX_BODY_BYTES = 64 * 1024 * 1024
/** How many of them are freed at once. */
const SPARE_BYTES = 1024 * 1024
/** Rows past the limit before the oldest are deleted: deleting a few hundred at once costs far less than one by one. */
const PRUNE_ROWS = 256
/** Rows that a search reads before other work gets its turn. */
const SEARCH_ROWS = 64

/** Failures of one kind, as they are stored. */
export interface ErrorGroupRow {
  readonly slug: string
  readonly code: string
  readonly count: number
  readonly last_seq: number
  readonly last_at: number
}

export interface ActivityStoreOptions extends ActivityFileOptions {
  /** Whether a key is the owner's, whose own calls keep a part of the record. */
  readonly isOwner: (keyId: string) => boolean
}

/**
 * Finished calls with their bodies, in a file of their own: what is written here can be lost without harm, so it
 * shares neither the ledger's file nor its syncs.
 */
export class ActivityStore {
  readonly #db: Database
  readonly #insert: Statement<(string | number | null)[]>
  readonly #remove: Statement<[from: number, upTo: number]>
  readonly #stretch: Statement<[before: number], number | null>
  readonly #lists = new Map<string, Statement<[object], ActivityListRow>>()
  readonly #kept: KeptRows
  #last: number

  constructor(options: ActivityStoreOptions) {
    this.#db = openActivity(options)
    this.#kept = new KeptRows(options.isOwner)
    this.#insert = this.#db.prepare(INSERT_CALL)
    this.#remove = this.#db.prepare('DELETE FROM call WHERE seq BETWEEN ? AND ?')
    this.#stretch = this.#db
      .prepare<[number], number | null>(
        `SELECT min(seq) FROM (SELECT seq FROM call WHERE seq < ? ORDER BY seq DESC LIMIT ${SEARCH_ROWS})`,
      )
      .pluck()
    this.#last = 0
    const rows = this.#db.prepare<[], [number, string, number]>(
      'SELECT seq, key_id, bytes FROM call ORDER BY seq',
    )
    for (const [seq, keyId, bytes] of rows.raw().iterate()) {
      this.#kept.push(keyId, seq, bytes)
      this.#last = seq
    }
  }

  /** The number of calls that are kept. */
  get count(): number {
    return this.#kept.rows
  }

  /** Writes calls in one transaction, oldest first, and deletes the oldest of the keys that have the most. */
  add(rows: readonly Omit<ActivityRow, 'seq'>[], maxCalls: number): void {
    this.#db.transaction(() => {
      rows.forEach((row, index) => this.#insert.run(this.#last + 1 + index, ...valuesOf(row)))
    })()
    for (const { key_id, bytes } of rows) this.#kept.push(key_id, ++this.#last, bytes)
    this.#prune(maxCalls)
  }

  /** Calls that a filter lets through, newest first. */
  page(filter: ActivityFilter, { before, limit }: { before: number; limit: number }): ActivityListRow[] {
    return this.#list(listSql(filter)).all(toListParameters(filter, { before, limit }))
  }

  /**
   * The same for calls that contain a text in slug, ids, code, hash, input or output. It looks at a few rows at a time,
   * because bodies are long and calls must not wait for it.
   */
  async search(
    filter: ActivityFilter & { readonly q: string },
    { before, limit }: { before: number; limit: number },
  ): Promise<ActivityListRow[]> {
    const statement = this.#list(searchSql(filter))
    const found: ActivityListRow[] = []
    let upTo = before
    while (found.length < limit && this.#db.open) {
      const from = this.#stretch.get(upTo) ?? null
      if (from === null) break
      found.push(...statement.all(toSearchParameters(filter, { from, upTo, limit: limit - found.length })))
      upTo = from
      await nextTurn()
    }
    return found
  }

  /** The newest place. */
  get last(): number {
    return this.#last
  }

  /** Calls that a filter lets through, up to a place, oldest first, with their bodies. */
  export(filter: ActivityFilter, place: { upTo: number; limit: number }): ActivityRow[] {
    return this.#db.prepare<[object], ActivityRow>(exportSql(filter)).all(toExportParameters(filter, place))
  }

  /** One call by its place, or the newest of a request; null when it is not kept. */
  find(id: number | string): ActivityRow | null {
    const column = typeof id === 'number' ? 'seq' : 'request_id'
    const sql = `SELECT * FROM call WHERE ${column} = ? ORDER BY seq DESC LIMIT 1`
    return this.#db.prepare<[number | string], ActivityRow>(sql).get(id) ?? null
  }

  /** Failures by tool and code, the latest first. */
  errors(limit: number): ErrorGroupRow[] {
    return this.#db
      .prepare<[number], ErrorGroupRow>(
        `SELECT slug, code, count(*) AS count, max(seq) AS last_seq, max(at) AS last_at FROM call
         WHERE code IS NOT NULL GROUP BY slug, code ORDER BY last_seq DESC LIMIT ?`,
      )
      .all(limit)
  }

  /** Sessions with calls since a time, the latest first. */
  sessions(since: number, limit: number): SessionRow[] {
    return this.#db.prepare<[number, number], SessionRow>(SESSIONS_SQL).all(since, limit)
  }

  /** Successful calls since a time, and how many of them the cache answered. */
  cacheUse(since: number): { readonly calls: number; readonly hits: number } {
    return (
      this.#db
        .prepare<[number], { calls: number; hits: number }>(
          `SELECT count(*) AS calls, count(*) FILTER (WHERE cache = 'HIT') AS hits FROM call
           WHERE at >= ? AND code IS NULL`,
        )
        .get(since) ?? { calls: 0, hits: 0 }
    )
  }

  /** Removes one call, and what the file still holds of it. @returns false when it is not kept */
  remove(seq: number): boolean {
    const keyId = this.#db
      .prepare<[number], string>('SELECT key_id FROM call WHERE seq = ?')
      .pluck()
      .get(seq)
    if (keyId === undefined) return false
    // Overwritten, not just freed, in the file and in its log: an input may hold a secret.
    this.#db.pragma('secure_delete = ON')
    this.#db.prepare<[number]>('DELETE FROM call WHERE seq = ?').run(seq)
    this.#db.pragma('secure_delete = FAST')
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
    this.#kept.remove(keyId, seq)
    return true
  }

  /** Removes every call, and what the file still holds of them. */
  clear(): void {
    this.#db.exec('DELETE FROM call; VACUUM')
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
    // Places are never reused, so that a reader who continues after one does not get other calls.
    this.#kept.clear()
  }

  close(): void {
    this.#db.close()
  }

  #prune(maxCalls: number): void {
    const { rows } = this.#kept
    if (rows > maxCalls + PRUNE_ROWS || (rows > maxCalls && maxCalls < PRUNE_ROWS))
      this.#removeOldest(this.#kept.surplusRows(maxCalls))
    if (this.#kept.bytes <= MAX_BODY_BYTES) return
    for (;;) {
      // More than must go, so that not every call deletes another.
      const surplus = this.#kept.surplusBytes(MAX_BODY_BYTES - SPARE_BYTES, PRUNE_ROWS)
      if (!surplus) return
      this.#removeOldest([surplus])
    }
  }

  #removeOldest(surplus: readonly Surplus[]): void {
    const places = this.#kept.placesOf(surplus)
    this.#db.transaction(() => {
      // Neighbours go with one statement.
      for (let from = 0, to = 1; from < places.length; from = to++) {
        while (places[to] === places[to - 1]! + 1) to++
        this.#remove.run(places[from]!, places[to - 1]!)
      }
    })()
    this.#kept.drop(surplus)
  }

  #list(sql: string): Statement<[object], ActivityListRow> {
    const known = this.#lists.get(sql) ?? this.#db.prepare<[object], ActivityListRow>(sql)
    this.#lists.set(sql, known)
    return known
  }
}

// In the order of the statement that inserts them.
function valuesOf(row: Omit<ActivityRow, 'seq'>): (string | number | null)[] {
  const { at, request_id, key_id, slug, client, form, code, engine, cache } = row
  const { credits, ms, output_hash, bytes, cut, gist, agent, session, input, output } = row
  const what = [at, request_id, key_id, slug, client, form, code, engine, cache]
  what.push(credits, ms, output_hash, bytes, cut, gist, agent, session, input, output)
  return what
}
