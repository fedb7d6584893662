import type { Database } from 'better-sqlite3'
import { setTimeout as pause } from 'node:timers/promises'
import { sqliteCodeOf } from '../storage/storage-error.ts'
import type { GroupCommit } from '../storage/group-commit.ts'
import { LedgerCheck, type LedgerVerdict } from './ledger-check.ts'
import { notePlace, readPlace } from './ledger-sums.ts'
import type { StartCheck } from './verify-ledger.ts'

/** Entries read in one turn of the event loop: about a millisecond. */
const SLICE_ENTRIES = 500
/** Between two slices, so that a long ledger takes a fifth of the processor at most. */
const SLICE_PAUSE_MS = 4
/** The first requests of a page come before. */
const WHOLE_AFTER_MS = 5_000
const NOTE_EVERY_MS = 60_000
/** How many entries are read as the gateway stops; the next start reads the rest. */
const LAST_ENTRIES = 50_000

/** What a watch needs. */
export interface LedgerWatchParts {
  readonly db: Database
  readonly commits: GroupCommit
  /** What the start has checked. */
  readonly started: StartCheck
  /** Called once if the ledger turns out not to add up, with sentences about what is wrong. */
  readonly unsound: (problems: readonly string[]) => void
  /** Called when the check itself fails, as when the disk cannot be read. */
  readonly report: (error: unknown) => void
  /** Waits between two parts of the work; rejects once the signal is aborted. Tests need not wait. */
  readonly rest?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Verifies the ledger while calls go on: once all of it, since a start reads only what was added after the place that
 * was noted last, and every minute what has been added, noting the new place. Calls get their turn in between.
 */
export class LedgerWatch {
  readonly #parts: Required<LedgerWatchParts>
  readonly #ended = new AbortController()
  #noted: number | null
  #isUnsound = false

  constructor(parts: LedgerWatchParts) {
    this.#parts = { rest: restQuietly, ...parts }
    this.#noted = readPlace(parts.db)?.seq ?? null
    void this.#run().catch((error: unknown) => {
      if (!this.#ended.signal.aborted) this.#fail(error)
    })
  }

  /** Whether the ledger has turned out not to add up. */
  get isUnsound(): boolean {
    return this.#isUnsound
  }

  /** Ends the check, wherever it is, and notes what is verified by now. Call it before the database closes. */
  close(): void {
    this.#ended.abort()
    if (this.#isUnsound) return
    const { check } = this.#parts.started
    try {
      const verdict = check.next(LAST_ENTRIES)
      if (verdict && this.#take(verdict)) this.#note(check)
    } catch (error) {
      this.#fail(error)
    }
  }

  async #run(): Promise<void> {
    const { db, started } = this.#parts
    await this.#rest(WHOLE_AFTER_MS)
    if (!started.isWhole && !(await this.#verify(new LedgerCheck(db)))) return
    while (await this.#verify(started.check)) {
      this.#note(started.check)
      await this.#rest(NOTE_EVERY_MS)
    }
  }

  /** @returns whether the ledger adds up, as far as it was read */
  async #verify(check: LedgerCheck): Promise<boolean> {
    for (;;) {
      const verdict = check.next(SLICE_ENTRIES)
      if (verdict) return this.#take(verdict)
      await this.#rest(SLICE_PAUSE_MS)
    }
  }

  #take(verdict: LedgerVerdict): boolean {
    if (!verdict.ok) this.#doubt(verdict.problems)
    return verdict.ok
  }

  #fail(error: unknown): void {
    if (sqliteCodeOf(error)?.startsWith('SQLITE_CORRUPT'))
      this.#doubt([`It cannot be read: ${String(error)}`])
    else this.#parts.report(error)
  }

  #doubt(problems: readonly string[]): void {
    this.#isUnsound = true
    this.#ended.abort()
    // The next start reads everything again, and refuses.
    this.#write(null)
    this.#parts.unsound(problems)
  }

  #note(check: LedgerCheck): void {
    const place = check.place()
    if (place === null || place.seq === this.#noted) return
    this.#noted = place.seq
    this.#write(place)
  }

  #write(place: ReturnType<LedgerCheck['place']>): void {
    const { db, commits, report } = this.#parts
    commits.enqueue(() => notePlace(db, place)).catch(report)
  }

  #rest(ms: number): Promise<void> {
    return this.#parts.rest(ms, this.#ended.signal)
  }
}

// The timers keep no process alive that has nothing else to do.
async function restQuietly(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { ref: false, signal })
}
