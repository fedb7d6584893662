import Sqlite, { type Database } from 'better-sqlite3'
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BUSY_WAIT_MS, checkDatabase, toDamaged } from './check-database.ts'
import { readInstanceFile, writeInstanceFile } from '../data-folder/instance-file.ts'
import { takeCleanStop } from './clean-stop.ts'
import { migrate, versionOf } from './migrate.ts'
import { readRuntimeFile } from '../data-folder/runtime-file.ts'
import { StartupError } from './startup-error.ts'
import { isStorageFailure, sqliteCodeOf } from './storage-error.ts'

/** The database's name in a data folder. */
export const DATABASE_FILE = 'toolgate.db'

/**
 * Opens the database of a data folder for this process alone, creating it for a new instance, and migrates it to the
 * newest layout.
 * @param dataDir a folder, created if missing; `:memory:` for a database that ends with the process
 * @param trustCleanStop leaves the pages of a file unchecked that is just as a clean stop has left it
 * @throws StartupError when another process has the folder, or the database is damaged, lost, newer or
 * unwritable
 */
export function openDatabase(dataDir: string, trustCleanStop = false): Database {
  if (dataDir === ':memory:') return configure(new Sqlite(blankDatabase()))
  const folder = resolve(dataDir)
  const file = join(folder, DATABASE_FILE)
  try {
    return openFile(folder, file, trustCleanStop)
  } catch (error) {
    throw toStartupError(error, folder, file)
  }
}

let blank: Buffer | undefined

// Migrating is the slowest part of opening a database in memory, so each starts from a copy of the first.
function blankDatabase(): Buffer {
  if (blank) return blank
  const db = new Sqlite(':memory:')
  migrate(db)
  blank = db.serialize()
  db.close()
  return blank
}

function openFile(folder: string, file: string, trustCleanStop: boolean): Database {
  makePrivateFolder(folder)
  if (sizeOf(file) > 0) checkDatabase(file, !(trustCleanStop && takeCleanStop(folder, file)))
  else {
    refuseLostDatabase(folder, file)
    // Made here because SQLite would give a new file, and the log beside it, the process's default mode.
    closeSync(openSync(file, 'a', 0o600))
  }
  chmodSync(file, 0o600)

  const db = new Sqlite(file, { timeout: BUSY_WAIT_MS })
  try {
    configure(db)
    // A write transaction makes SQLite take the exclusive lock now instead of at the first call.
    db.exec('BEGIN EXCLUSIVE; COMMIT')
    // A leftover of the check above; the exclusive connection keeps its log index in memory.
    rmSync(`${file}-shm`, { force: true })
    if (migrateAtOnce(db)) db.pragma('wal_checkpoint(TRUNCATE)')
    if (readInstanceFile(folder) === null) writeInstanceFile(folder, { demoKey: null })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

// A new database has nothing that a failed step could cost, and each step alone would wait for the disk.
function migrateAtOnce(db: Database): boolean {
  return versionOf(db) > 0 ? migrate(db) : db.transaction(migrate).immediate(db)
}

// A folder with other content, such as a home folder given by mistake, keeps its permissions.
function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder)
  if (names.length === 0 || names.includes(DATABASE_FILE)) chmodSync(folder, 0o700)
}

// The locking mode comes first: set before the first access, it also avoids the shared-memory file.
function configure(db: Database): Database {
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('journal_mode = WAL')
  // FULL syncs the log at each commit, so that an acknowledged charge survives a power cut as well as a crash.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  // With recursive triggers INSERT OR REPLACE fires the delete trigger that guards the ledger.
  db.pragma('recursive_triggers = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('temp_store = MEMORY')
  db.pragma('cache_size = -32768')
  return db
}

// SQLite would treat an empty file as a new database, and discard a log that still has its data.
function refuseLostDatabase(folder: string, file: string): void {
  if (readInstanceFile(folder) === null && sizeOf(`${file}-wal`) <= 0) return
  const state = sizeOf(file) < 0 ? 'is missing' : 'is empty'
  throw new StartupError(
    `The folder ${folder} belongs to an instance whose database ${file} ${state}. Nothing was changed ` +
      `or created. Restore the database from a backup, or start a new instance in another folder.`,
  )
}

/** The file's bytes; -1 when there is none. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? -1
}

function toStartupError(error: unknown, folder: string, file: string): unknown {
  const code = sqliteCodeOf(error)
  if (code?.startsWith('SQLITE_BUSY')) {
    const running = readRuntimeFile(folder)
    const who = running ? `Toolgate at ${running.url} (process ${running.pid})` : 'Another process'
    return new StartupError(
      `${who} is already using the data folder ${folder}. Use that gateway, stop it first, or choose ` +
        `another folder.`,
      { cause: error },
    )
  }
  if (code?.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return toDamaged(file, messageOf(error), error)
  if (isStorageFailure(error)) {
    return new StartupError(
      `The disk refuses writes to the data folder ${folder}; it may be full. Free some space and start again.`,
      { cause: error },
    )
  }
  const isFileError = error instanceof Error && 'syscall' in error
  if (code === null && !isFileError) return error
  return new StartupError(
    `The data folder ${folder} cannot be used: ${messageOf(error)}. Check that it is a folder that you may ` +
      `write to.`,
    { cause: error },
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
