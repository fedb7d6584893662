import { closeSync, copyFileSync, fdatasyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { DiskSync, Synced } from '../../../src-main/storage/log-sync.ts'
import { DATABASE_FILE } from '../../../src-main/storage/open-database.ts'

/** What a disk writes as a whole. */
const SECTOR_BYTES = 512

/**
 * A disk that takes its time and keeps for sure only what was written before the last sync it confirmed. Its
 * database must not checkpoint: `wal_autocheckpoint = 0`.
 */
export class ForgetfulDisk implements DiskSync {
  readonly #db: Database
  readonly #log: string
  /** The log as it is on the platter for sure. */
  #kept: Buffer
  #underWay: { readonly log: Buffer; readonly synced: Synced } | null = null
  syncs = 0

  constructor(db: Database) {
    this.#db = db
    this.#log = `${db.name}-wal`
    this.#kept = readFileSync(this.#log)
    db.pragma('wal_autocheckpoint = 0')
    db.pragma('synchronous = NORMAL')
  }

  start(_mayBlock: boolean, synced: Synced): void {
    if (this.#underWay) throw new Error('A sync is under way already')
    this.syncs++
    this.#underWay = { log: readFileSync(this.#log), synced }
  }

  get isBusy(): boolean {
    return this.#underWay !== null
  }

  /** Ends the sync that is under way. */
  confirm(error: Error | null = null): void {
    const ended = this.#underWay
    this.#underWay = null
    if (!ended) return
    if (!error) this.#kept = ended.log
    ended.synced(error)
  }

  close(): void {
    const file = openSync(this.#log, 'r+')
    fdatasyncSync(file)
    closeSync(file)
    this.confirm()
  }

  /**
   * Writes down what a power cut at this moment may leave: all that was confirmed, and of what was written since any
   * sectors.
   * @param survives decides for each sector that is not confirmed
   */
  cut(folder: string, survives: () => boolean): void {
    const present = readFileSync(this.#log)
    const left = Buffer.alloc(present.length)
    this.#kept.copy(left)
    for (let at = 0; at < present.length; at += SECTOR_BYTES)
      if (survives()) present.copy(left, at, at, at + SECTOR_BYTES)
    // Where the log had grown, a file system keeps the old length or fills up with zeros.
    const length = survives() ? left.length : Math.max(this.#kept.length, left.findLastIndex(Boolean) + 1)
    copyFileSync(this.#db.name, join(folder, DATABASE_FILE))
    writeFileSync(join(folder, `${DATABASE_FILE}-wal`), left.subarray(0, length))
  }
}
