import Sqlite, { type Database } from 'better-sqlite3'
import { refuseNewerVersion, versionOf } from './migrate.ts'
import { StartupError } from './startup-error.ts'
import { sqliteCodeOf } from './storage-error.ts'

/** How long a start waits for an earlier process that is closing the same folder. */
export const BUSY_WAIT_MS = 2_000

/** Tables whose rows are also checked against their indices: a wrong byte here is money or a key. */
const CHECKED_TABLES = ['account', 'api_key']

/**
 * Checks an existing database file through a connection that cannot write, so that a damaged or newer
 * file stays exactly as it was found.
 * @param allPages false for a file that is as a clean stop has left it
 * @throws StartupError when it is damaged or newer
 */
export function checkDatabase(file: string, allPages = true): void {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_WAIT_MS })
  try {
    refuseNewerVersion(db)
    const problem = problemOf(db, allPages)
    if (problem !== null) throw toDamaged(file, problem)
  } catch (error) {
    // The first start died while it turned the blank file into a database. The writing connection undoes that.
    if (sqliteCodeOf(error) !== 'SQLITE_READONLY_ROLLBACK') throw error
  } finally {
    db.close()
  }
}

/** The error for a database that cannot be trusted. */
export function toDamaged(file: string, problem: string, cause?: unknown): StartupError {
  return new StartupError(
    `The database ${file} is damaged (${problem}). It was left exactly as it is and nothing was ` +
      `created in its place. Copy it somewhere safe, then restore a backup in its place, or start a new ` +
      `instance in another folder.`,
    { cause },
  )
}

function problemOf(db: Database, allPages: boolean): string | null {
  const checks = allPages ? ['quick_check(1)'] : []
  if (versionOf(db) > 0) checks.push(...CHECKED_TABLES.map((table) => `integrity_check(${table})`))
  for (const check of checks) {
    const verdict = String(db.pragma(check, { simple: true }))
    if (verdict !== 'ok') return verdict.replaceAll(/\s+/g, ' ')
  }
  return null
}
