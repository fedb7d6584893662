import type { Database } from 'better-sqlite3'
import type { Cell, Row } from './kept-tables.ts'
import { inBatches, type TableRows } from './table-rows.ts'

/** The tables of a data folder. */
export class FolderRows implements TableRows {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async columnsOf(table: string): Promise<readonly string[]> {
    const stored = 'SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0'
    return this.#db.prepare<[string], string>(stored).pluck().all(table)
  }

  read(table: string, columns: readonly string[], order?: string): AsyncGenerator<readonly Row[]> {
    const sorted = order === undefined ? '' : `ORDER BY ${order}`
    return inBatches(
      this.#db.prepare<[], Row>(`SELECT ${columns.join(', ')} FROM ${table} ${sorted}`).iterate(),
    )
  }

  async write(table: string, columns: readonly string[], rows: readonly Row[]): Promise<void> {
    const marks = columns.map(() => '?').join(', ')
    const insert = this.#db.prepare<Cell[]>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`,
    )
    for (const row of rows) insert.run(...columns.map((name) => row[name] ?? null))
  }
}

/**
 * Does some work in a transaction in which no trigger fires: what triggers keep is copied, too.
 * @returns what the work returns
 */
export async function withoutTriggers<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    )
    .all()
  db.exec('BEGIN IMMEDIATE')
  try {
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
    const done = await work()
    for (const { sql } of triggers) db.exec(sql)
    db.exec('COMMIT')
    return done
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
