import Sqlite, { type Database, type Statement } from 'better-sqlite3'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  ACTIVITY_LAYOUT,
  INSERT_CALL,
  listSql,
  searchSql,
  toListParameters,
  toSearchParameters,
  type ActivityFilter,
  type ActivityListRow,
  type ActivityRow,
} from './activity-row.ts'
import { unpackSlices } from './unpack-slices.ts'
import { sqliteCodeOf } from '../storage/storage-error.ts'

/** The record's name in a data folder. */
export const ACTIVITY_FILE = 'activity.db'

/** The most bytes of inputs and outputs that are kept. */
const MAX_BODY_BYTES = 64 * 1024 * 1024
/** Rows past the limit before the oldest are deleted: deleting a few hundred at once costs far less than one by one. */
const PRUNE_ROWS = 256
/** Rows that a search reads before other work gets its turn. */
const SEARCH_ROWS = 64
const LAYOUT_VERSION = 3
/** The layout that kept many calls in one row. */
const WITH_SLICES = 2
/** The same tables as now. */
const FIRST_LAYOUT = 1
/** Pages of the log before they are moved into the file, which syncs the disk twice: 16 MB. */
const CHECKPOINT_PAGES = 4_000

interface Extent {
  readonly first: number | null
  readonly last: number | null
  readonly bytes: number
}

/** Failures of one kind, as they are stored. */
export interface ErrorGroupRow {
  readonly slug: string
  readonly code: string
  readonly count: number
  readonly last_seq: number
  readonly last_at: number
}

export interface ActivityStoreOptions {
  /** `:memory:` for a record that vanishes with the process. */
  readonly dataDir: string
  /** Called when a damaged record was discarded. */
  readonly report: (error: unknown) => void
}

/**
 * Finished calls with their bodies, in a file of their own: what is written here can be lost without harm, so it
 * shares neither the ledger's file nor its syncs.
 */
export class ActivityStore {
  readonly #db: Database
  readonly #insert: Statement<(string | number | null)[]>
  readonly #sizes: Statement<[number], { bytes: number | null }>
  readonly #remove: Statement<[number]>
  readonly #lists = new Map<string, Statement<[object], ActivityListRow>>()
  #first: number
  #last: number
  #bytes: number

  constructor(options: ActivityStoreOptions) {
    this.#db = openActivity(options)
    this.#insert = this.#db.prepare(INSERT_CALL)
    this.#sizes = this.#db.prepare('SELECT sum(bytes) AS bytes FROM call WHERE seq <= ?')
    this.#remove = this.#db.prepare('DELETE FROM call WHERE seq <= ?')
    const rows = this.#db
      .prepare<[], Extent>(
        'SELECT min(seq) AS first, max(seq) AS last, coalesce(sum(bytes), 0) AS bytes FROM call',
      )
      .get() ?? { first: null, last: null, bytes: 0 }
    this.#last = rows.last ?? 0
    this.#first = rows.first ?? this.#last + 1
    this.#bytes = rows.bytes
  }

  /** An upper bound of the calls that are kept: the places of removed ones count too. */
  get count(): number {
    return this.#last - this.#first + 1
  }

  /** Writes calls in one transaction, oldest first, and deletes the oldest beyond the limit. */
  add(rows: readonly Omit<ActivityRow, 'seq'>[], maxCalls: number): void {
    this.#db.transaction(() => {
      rows.forEach((row, index) => this.#insert.run(this.#last + 1 + index, ...valuesOf(row)))
    })()
    this.#last += rows.length
    this.#bytes += rows.reduce((sum, row) => sum + row.bytes, 0)
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
    let upTo = Math.min(before, this.#last + 1)
    while (found.length < limit && upTo > this.#first && this.#db.open) {
      const from = upTo - SEARCH_ROWS
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

  /** Calls after a place and up to another, oldest first, with their bodies. */
  between(seq: number, upTo: number, limit: number): ActivityRow[] {
    return this.#db
      .prepare<[number, number, number], ActivityRow>(
        'SELECT * FROM call WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?',
      )
      .all(seq, upTo, limit)
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
    const bytes = this.#db
      .prepare<[number], number>('SELECT bytes FROM call WHERE seq = ?')
      .pluck()
      .get(seq)
    if (bytes === undefined) return false
    // Overwritten, not just freed, in the file and in its log: an input may hold a secret.
    this.#db.pragma('secure_delete = ON')
    this.#db.prepare<[number]>('DELETE FROM call WHERE seq = ?').run(seq)
    this.#db.pragma('secure_delete = FAST')
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
    this.#bytes -= bytes
    return true
  }

  /** Removes every call, and what the file still holds of them. */
  clear(): void {
    this.#db.exec('DELETE FROM call; VACUUM')
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
    // Places are never reused, so that a reader who continues after one does not get other calls.
    this.#first = this.#last + 1
    this.#bytes = 0
  }

  close(): void {
    this.#db.close()
  }

  #prune(maxCalls: number): void {
    const tooMany = this.count > maxCalls + PRUNE_ROWS || (this.count > maxCalls && maxCalls < PRUNE_ROWS)
    if (tooMany) this.#removeUpTo(this.#last - maxCalls)
    while (this.#bytes > MAX_BODY_BYTES) this.#removeUpTo(this.#first + PRUNE_ROWS)
  }

  #removeUpTo(seq: number): void {
    const upTo = Math.min(seq, this.#last)
    const rows = this.#sizes.get(upTo)?.bytes ?? 0
    this.#remove.run(upTo)
    this.#first = upTo + 1
    this.#bytes = this.count === 0 ? 0 : this.#bytes - rows
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
  const { credits, ms, output_hash, bytes, cut, gist, input, output } = row
  const what = [at, request_id, key_id, slug, client, form, code, engine, cache]
  what.push(credits, ms, output_hash, bytes, cut, gist, input, output)
  return what
}

function openActivity({ dataDir, report }: ActivityStoreOptions): Database {
  if (dataDir === ':memory:') return configure(new Sqlite(':memory:'))
  const file = join(dataDir, ACTIVITY_FILE)
  // Made here because SQLite would give a new file the process's default mode.
  closeSync(openSync(file, 'a', 0o600))
  try {
    return configure(new Sqlite(file))
  } catch (error) {
    const code = sqliteCodeOf(error)
    if (code !== 'SQLITE_NOTADB' && !code?.startsWith('SQLITE_CORRUPT')) throw error
    // No balance depends on this record, so a new one is more useful than a damaged one.
    report(
      new Error(`The record of calls in ${file} was damaged and has been replaced by an empty one.`, {
        cause: error,
      }),
    )
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    closeSync(openSync(file, 'a', 0o600))
    return configure(new Sqlite(file))
  }
}

function configure(db: Database): Database {
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    // Not synced at each commit: a power cut may take the last moments, and no money depends on them.
    db.pragma('synchronous = NORMAL')
    db.pragma('trusted_schema = OFF')
    // Rows that SQLite moves to another page leave no copy behind; `remove` could not reach it.
    db.pragma('secure_delete = FAST')
    db.pragma('temp_store = MEMORY')
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    const version = db.pragma('user_version', { simple: true })
    if (version !== LAYOUT_VERSION) {
      db.transaction(() => {
        if (version === WITH_SLICES) unpackSlices(db)
        else if (version !== FIRST_LAYOUT) db.exec(ACTIVITY_LAYOUT)
        db.pragma(`user_version = ${LAYOUT_VERSION}`)
      })()
      // Earlier versions left copies of moved rows behind, which removing a call later would not reach.
      if (version !== 0) db.exec('VACUUM')
    }
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
