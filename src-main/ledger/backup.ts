import Sqlite, { type Database } from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { checkDatabase } from '../storage/check-database.ts'
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
 * @param now milliseconds since 1970
 * @throws StartupError when the file already exists or the copy does not add up
 * @throws GatewayError storage_full
 */
export async function writeBackup(db: Database, file: string, now: number): Promise<Backup> {
  if (existsSync(file))
    throw new StartupError(`${file} already exists. Choose another name for the backup.`)
  const draft = draftOf(file)
  try {
    // Made here because SQLite would give it the process's default mode.
    closeSync(openSync(draft, 'wx', 0o600))
    await db.backup(draft)
    toBackup(draft, now)
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
 * Checks that a file is a whole database whose ledger adds up.
 * @throws StartupError when it is not
 */
export function checkCopy(file: string): { readonly accounts: number; readonly entries: number } {
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

// A copy of a database with a write-ahead log would need a log of its own beside it. The mark shows a start that
// somebody put the backup in the place of the database.
function toBackup(file: string, now: number): void {
  const db = new Sqlite(file)
  try {
    db.pragma('journal_mode = DELETE')
    db.prepare('INSERT INTO backup_mark (made_at) VALUES (?)').run(now)
  } finally {
    db.close()
  }
}

/** A name for a file that is not complete yet. */
export function draftOf(file: string): string {
  return `${file}.${randomBytes(6).toString('hex')}.tmp`
}

/** Removes a draft and what SQLite may have left beside it. */
export function removeDraft(draft: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(draft + end, { force: true })
}
