import { hash } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readPrivateFile, writePrivateFile } from '../data-folder/private-file.ts'

const FILE = 'clean-stop.json'
/** SQLite's own header at the beginning of a database. */
const HEADER_BYTES = 100

/** Notes how a gateway that stopped in order has left its database file. Call it once the database is closed. */
export function noteCleanStop(folder: string, database: string): void {
  writePrivateFile(join(folder, FILE), stateOf(database))
}

/**
 * Whether a database file is just as a clean stop has left it, so that its pages need no check. The note counts once:
 * without it the next start checks all pages.
 */
export function takeCleanStop(folder: string, database: string): boolean {
  const noted = readPrivateFile(join(folder, FILE))
  if (noted === null) return false
  rmSync(join(folder, FILE), { force: true })
  // A log with anything in it is one that no clean stop has left.
  const log = statSync(`${database}-wal`, { throwIfNoEntry: false })
  return (log?.size ?? 0) === 0 && noted === stateOf(database)
}

/** Size, time of the last change, and header: whatever writes to the file changes one of them. */
function stateOf(database: string): string {
  const { size, mtimeNs, ino } = statSync(database, { bigint: true })
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(database, 'r')
  try {
    readSync(file, header, 0, HEADER_BYTES, 0)
  } finally {
    closeSync(file)
  }
  const state = {
    size: String(size),
    changed: String(mtimeNs),
    file: String(ino),
    header: hash('sha256', header),
  }
  return `${JSON.stringify(state, null, 2)}\n`
}
