import Sqlite, { type Database } from 'better-sqlite3'
import { createWriteStream, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportLine, toExportRow } from '../../storage/export-row.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { reporting } from '../terminal/reporting.ts'
import { snapshot } from './snapshot.ts'

/**
 * Sums derived from other rows, how far the ledger was verified, the search index, answers kept for a day only, and the
 * mark of the copy itself.
 */
const LEFT_OUT = /^(sqlite_|ledger_place|memory_search|idempotency|backup_mark)|_usage$/

/**
 * Writes everything that an instance holds as NDJSON: a first line about the export, then one line a row, with the
 * table's name as `type`. Hashes of keys are left out.
 * @param name a new file, or `-` for stdout
 * @returns the exit code
 */
export async function exportTo(name: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<number> {
  return await reporting(false, async () => {
    const copy = await snapshot(dataDir, join(dataDir, `export-${process.pid}.db`), env)
    try {
      await write(copy.file, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      throw new StartupError(`${name} already exists. Choose another name.`)
    } finally {
      rmSync(copy.file)
    }
  })
}

async function write(copy: string, name: string): Promise<void> {
  const target: Writable =
    name === '-' ? process.stdout : createWriteStream(resolve(name), { flags: 'wx', mode: 0o600 })
  const db = new Sqlite(copy, { readonly: true })
  try {
    await pipeline(Readable.from(linesOf(db)), target, { end: name !== '-' })
  } finally {
    db.close()
  }
}

function* linesOf(db: Database): Generator<string> {
  const layout = Number(db.pragma('user_version', { simple: true }))
  yield exportLine({ type: 'export', format: 1, layout, times: 'milliseconds since 1970' })
  const tables = db
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all()
  for (const table of tables) {
    if (LEFT_OUT.test(table)) continue
    // The name comes from the database's own list of its tables.
    const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`)
    for (const row of rows.iterate()) yield exportLine(toExportRow(table, row))
  }
}
