import type { Database } from 'better-sqlite3'
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'

/** How long one sync may wait for a free thread of Node's pool before the event loop does it itself. */
const LATE_MS = 100
/** A pause of the event loop that nobody notices. */
const SHORT_MS = 8

/** Told that what was written before the sync began is on the disk, or why the disk did not confirm it. */
export type Synced = (error: Error | null) => void

/** Makes what SQLite has written durable. */
export interface DiskSync {
  /**
   * One at a time.
   * @param mayBlock nobody would mind if the event loop stood still for a moment
   */
  start(mayBlock: boolean, synced: Synced): void
  /** Syncs at once, for a sync that is under way as well, and ends. */
  close(): void
}

/**
 * Syncs SQLite's write-ahead log without holding up what else the event loop has to do. With `synchronous=FULL`
 * SQLite would do the same inside each COMMIT, and everybody would wait for the disk. All else that it syncs, the log
 * before a checkpoint, the database after it and the head of a new log, it still does itself: that is what
 * `synchronous=NORMAL` means.
 */
export class LogSync implements DiskSync {
  readonly #db: Database
  readonly #file: number
  #underWay: Synced | null = null
  #startedAt = 0
  /** How long the last syncs took, the newer ones counting for more. */
  #usualMs = 0
  #late: NodeJS.Timeout | undefined
  /** Calls of fdatasync that the pool has not ended; the file may not be closed under them. */
  #inPool = 0
  #closed = false

  /** Takes over the syncing of an opened database. A database in memory has nothing to sync: null. */
  static of(db: Database): LogSync | null {
    return db.memory ? null : new LogSync(db)
  }

  private constructor(db: Database) {
    this.#db = db
    // The log is there as long as the connection is. A sync covers the file, whoever has written to it.
    this.#file = openSync(`${db.name}-wal`, 'r+')
    db.pragma('synchronous = NORMAL')
  }

  start(mayBlock: boolean, synced: Synced): void {
    this.#underWay = synced
    this.#startedAt = performance.now()
    // Handing work to a thread and back costs more than a quick disk takes, where nobody else wants the event loop.
    if (mayBlock && this.#usualMs < SHORT_MS) return this.#end(this.#syncNow())
    this.#inPool++
    fdatasync(this.#file, (error) => {
      this.#inPool--
      if (this.#underWay === synced) this.#end(error)
      if (this.#closed) this.#letGo()
    })
    // Other work, such as hashing passwords, can hold all threads of the pool; paid answers do not wait for it.
    this.#late = setTimeout(() => this.#end(this.#syncNow()), LATE_MS)
  }

  close(): void {
    this.#end(this.#syncNow())
    this.#closed = true
    this.#letGo()
    if (this.#db.open) this.#db.pragma('synchronous = FULL')
  }

  #syncNow(): Error | null {
    try {
      fdatasyncSync(this.#file)
      return null
    } catch (error) {
      // Only file errors come from there, and Node makes them instances of Error.
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

  #letGo(): void {
    if (this.#inPool === 0) closeSync(this.#file)
  }
}
