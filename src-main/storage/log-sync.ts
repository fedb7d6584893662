import type { Database } from 'better-sqlite3'
import * as fs from 'node:fs'

/** How long one sync may wait for a free thread of Node's pool before the event loop syncs itself. */
const LATE_MS = 100
/** An unnoticeable pause of the event loop. */
const SHORT_MS = 8

/** Called when everything written before the sync is on disk, or with why the disk did not confirm it. */
export type Synced = (error: Error | null) => void

/** Makes SQLite's writes durable. */
export interface DiskSync {
  /**
   * Starts a sync; only one at a time.
   * @param mayBlock whether the event loop may block for a moment
   */
  start(mayBlock: boolean, synced: Synced): void
  /** Syncs at once, also on behalf of a sync under way, and closes. */
  close(): void
}

/** What a sync asks of the system. */
export interface SyncedFiles {
  openSync(path: string, flags: string): number
  fdatasync(file: number, done: (error: NodeJS.ErrnoException | null) => void): void
  /** @throws Error when the disk did not confirm */
  fdatasyncSync(file: number): void
  closeSync(file: number): void
}

/**
 * Syncs SQLite's write-ahead log without blocking the event loop. With `synchronous=FULL` SQLite would do the same
 * inside each COMMIT, and everything would wait for the disk. With `synchronous=NORMAL` SQLite still does its other
 * syncs itself: the log before a checkpoint, the database after it and the head of a new log.
 */
export class LogSync implements DiskSync {
  readonly #db: Database
  readonly #files: SyncedFiles
  readonly #file: number
  /**
   * The log once more, for the event loop itself. A write that failed is reported once to each open file: with one
   * file for both, a thread that was told too late would keep it from the event loop, which would be told that all is
   * well.
   */
  readonly #ownFile: number
  #underWay: Synced | null = null
  #startedAt = 0
  /** The weighted average time of the last syncs; newer ones count more. */
  #usualMs = 0
  #late: NodeJS.Timeout | undefined
  /** Calls of fdatasync that are still running; the file must stay open for them. */
  #inPool = 0
  #closed = false

  /** Takes over syncing for an open database; null for a database in memory, which has nothing to sync. */
  static of(db: Database, files: SyncedFiles = fs): LogSync | null {
    return db.memory ? null : new LogSync(db, files)
  }

  private constructor(db: Database, files: SyncedFiles) {
    this.#db = db
    this.#files = files
    // The log exists as long as the connection. A sync covers all writes to the file, whoever made them.
    this.#file = files.openSync(`${db.name}-wal`, 'r+')
    this.#ownFile = files.openSync(`${db.name}-wal`, 'r+')
    db.pragma('synchronous = NORMAL')
  }

  start(mayBlock: boolean, synced: Synced): void {
    this.#underWay = synced
    this.#startedAt = performance.now()
    // A thread costs more time than a fast disk, if nothing else needs the event loop.
    if (mayBlock && this.#usualMs < SHORT_MS) return this.#end(this.#syncNow())
    this.#inPool++
    this.#files.fdatasync(this.#file, (error) => {
      this.#inPool--
      if (this.#underWay === synced) this.#end(error)
      if (this.#closed) this.#closeFile()
    })
    // Other work, such as hashing passwords, can occupy all threads of the pool; paid answers must not wait for it.
    this.#late = setTimeout(() => this.#end(this.#syncNow()), LATE_MS)
  }

  close(): void {
    this.#end(this.#syncNow())
    this.#closed = true
    this.#files.closeSync(this.#ownFile)
    this.#closeFile()
    if (this.#db.open) this.#db.pragma('synchronous = FULL')
  }

  #syncNow(): Error | null {
    try {
      this.#files.fdatasyncSync(this.#ownFile)
      return null
    } catch (error) {
      // fdatasync throws only file errors, which are instances of Error.
      return error as Error
    }
  }

  #end(error: Error | null): void {
    clearTimeout(this.#late)
    this.#usualMs += (performance.now() - this.#startedAt - this.#usualMs) / 8
    const synced = this.#underWay
    this.#underWay = null
    synced?.(error)
  }

  #closeFile(): void {
    if (this.#inPool === 0) this.#files.closeSync(this.#file)
  }
}
