import type { Database } from 'better-sqlite3'
import { MIGRATIONS } from './migrations.ts'
import { StartupError } from './startup-error.ts'

/** The layout version of a database; 0 for a blank one. */
export function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** @throws StartupError when a newer Toolgate wrote this database */
export function refuseNewerVersion(db: Database): void {
  const version = versionOf(db)
  if (version <= MIGRATIONS.length) return
  throw new StartupError(
    `The database ${db.name} was written by a newer Toolgate (its layout is version ${version}; this ` +
      `program knows ${MIGRATIONS.length}). Nothing was changed. Start the newer Toolgate, or choose ` +
      `another data folder.`,
  )
}

/**
 * Migrates a database to the newest layout, each step in its own transaction.
 * @returns whether anything changed
 */
export function migrate(db: Database, migrations: readonly string[] = MIGRATIONS): boolean {
  const from = versionOf(db)
  const step = db.transaction((sql: string, version: number) => {
    db.exec(sql)
    db.pragma(`user_version = ${version}`)
  })
  for (const [index, sql] of migrations.entries()) {
    if (index >= from) step.immediate(sql, index + 1)
  }
  return versionOf(db) !== from
}
