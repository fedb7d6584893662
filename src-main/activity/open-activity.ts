import Sqlite, { type Database } from 'better-sqlite3'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteCodeOf } from '../storage/storage-error.ts'
import { ACTIVITY_LAYOUT } from './activity-row.ts'
import { unpackSlices } from './unpack-slices.ts'

/** The record's name in a data folder. */
export const ACTIVITY_FILE = 'activity.db'

const LAYOUT_VERSION = 4
/** The layout without agents and sessions. */
const WITHOUT_SESSIONS = 3
/** The layout that kept many calls in one row. */
const WITH_SLICES = 2
/** The same tables as now. */
const FIRST_LAYOUT = 1
// Copied to another table, because columns that are added come behind the bodies.
const KEPT =
  'seq, at, request_id, key_id, slug, client, form, code, engine, cache, credits, ms, output_hash, bytes, cut, gist, input, output'
const ADD_SESSIONS = `
ALTER TABLE call RENAME TO earlier_call;
${ACTIVITY_LAYOUT}
INSERT INTO call (${KEPT}) SELECT ${KEPT} FROM earlier_call;
DROP TABLE earlier_call;
`
/** Pages of the log before they are moved into the file, which syncs the disk twice: 16 MB. */
const CHECKPOINT_PAGES = 4_000

export interface ActivityFileOptions {
  /** `:memory:` for a record that vanishes with the process. */
  readonly dataDir: string
  /** Called when a damaged record was discarded. */
  readonly report: (error: unknown) => void
}

/**
 * Opens the record, in a file of its own.
 * @throws whatever the disk refuses with
 */
export function openActivity({ dataDir, report }: ActivityFileOptions): Database {
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
        if (version === FIRST_LAYOUT || version === WITH_SLICES || version === WITHOUT_SESSIONS)
          db.exec(ADD_SESSIONS)
        else db.exec(ACTIVITY_LAYOUT)
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
