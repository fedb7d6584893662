import Sqlite, { type Database } from 'better-sqlite3'
import { chmodSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './startup-error.ts'
import { sqliteCodeOf } from './storage-error.ts'

const FILE = 'gateway.lock'

/**
 * Holds a folder without a database for one process. It is the lock of an empty SQLite file, which the system lets go
 * of when the process ends, also by kill -9.
 */
export class FolderLock {
  readonly #file: Database

  private constructor(file: Database) {
    this.#file = file
  }

  /**
   * Takes a folder that exists.
   * @throws StartupError while another process, or another gateway of this one, holds it
   */
  static take(folder: string): FolderLock {
    const path = join(folder, FILE)
    closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
    const file = new Sqlite(path, { timeout: 0 })
    try {
      file.exec('BEGIN EXCLUSIVE')
      return new FolderLock(file)
    } catch (error) {
      file.close()
      if (sqliteCodeOf(error) !== 'SQLITE_BUSY') throw error
      throw new StartupError(
        `Another gateway is using the folder ${folder}. Give each gateway a folder of its own with --data-dir, ` +
          'or stop the other one first.',
      )
    }
  }

  release(): void {
    this.#file.close()
  }
}
