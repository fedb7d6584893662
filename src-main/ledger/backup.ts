import Sqlite, { type Database } from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { checkDatabase } from '../storage/check-database.ts'
import { readInstanceFile } from '../data-folder/instance-file.ts'
import { DATABASE_FILE, openDatabase } from '../storage/open-database.ts'
import { StartupError } from '../storage/startup-error.ts'
import { toCallerError } from '../storage/storage-error.ts'
import { verifyLedger } from './verify-ledger.ts'

/** A backup that was read back and adds up. */
export interface Backup {
  readonly file: string
  readonly bytes: number
  readonly accounts: number
  readonly entries: number
}

/**
 * Copies a database while it is in use into one file that only its owner can read, then checks the copy.
 * @throws StartupError when the file already exists or the copy does not add up
 * @throws GatewayError storage_full
 */
export async function writeBackup(db: Database, file: string): Promise<Backup> {
  if (existsSync(file))
    throw new StartupError(`${file} already exists. Choose another name for the backup.`)
  const draft = draftOf(file)
  try {
    // Made here because SQLite would give it the process's default mode.
    closeSync(openSync(draft, 'wx', 0o600))
    await db.backup(draft)
    toSingleFile(draft)
    const counted = checkCopy(draft)
    renameSync(draft, file)
    return { file, bytes: statSync(file).size, ...counted }
  } catch (error) {
    throw toCallerError(error)
  } finally {
    removeDraft(draft)
  }
}

/**
 * Restores an instance from a backup into a folder without one. The backup is not changed.
 * @throws StartupError when the folder holds an instance, or the backup is damaged or does not add up
 */
export function restoreBackup(file: string, dataDir: string): Backup {
  const folder = resolve(dataDir)
  const target = join(folder, DATABASE_FILE)
  const isTaken =
    [target, `${target}-wal`].some((path) => existsSync(path)) || readInstanceFile(folder) !== null
  if (isTaken)
    throw new StartupError(
      `${folder} already contains an instance. Nothing was changed. Choose another folder.`,
    )
  if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = draftOf(target)
  try {
    copyFileSync(file, draft, constants.COPYFILE_EXCL)
    chmodSync(draft, 0o600)
    const counted = checkCopy(draft)
    renameSync(draft, target)
    // Migrates it to the newest layout and marks the folder as an instance's.
    openDatabase(folder).close()
    return { file: target, bytes: statSync(target).size, ...counted }
  } finally {
    removeDraft(draft)
  }
}

function checkCopy(file: string): { readonly accounts: number; readonly entries: number } {
  try {
    checkDatabase(file)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`${file} is not a backup of an instance.`, { cause: error })
  }
  const db = new Sqlite(file, { readonly: true })
  try {
    const { ok, problems, accounts, entries } = verifyLedger(db)
    if (!ok)
      throw new StartupError(`The ledger in ${file} does not add up: ${problems.slice(0, 3).join('; ')}.`)
    return { accounts, entries }
  } finally {
    db.close()
  }
}

// A copy of a database with a write-ahead log would need a log of its own beside it.
function toSingleFile(file: string): void {
  const db = new Sqlite(file)
  db.pragma('journal_mode = DELETE')
  db.close()
}

function draftOf(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.tmp`
}

function removeDraft(draft: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(draft + end, { force: true })
}
