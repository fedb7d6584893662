import type { Database, Statement } from 'better-sqlite3'
import { LogSync, type DiskSync } from './log-sync.ts'
import { diskFailed, toCallerError } from './storage-error.ts'

/** Called with whether the work was committed, before any promise of the group resolves. */
export type CommitListener = (committed: boolean) => void

/**
 * Work that is done for many items at once, in their order, with a value for each. It may be called again for some of
 * them after it has thrown, and what it did is rolled back then.
 */
export type SharedWork<Item, Value> = (items: readonly Item[]) => readonly Value[]

interface Piece {
  readonly work: SharedWork<never, unknown>
  readonly item: unknown
  readonly listener: CommitListener | undefined
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
  outcome: { readonly value: unknown } | { readonly error: unknown } | null
}

export interface GroupCommitOptions {
  /** Called with how long each commit took to reach the disk, in milliseconds. */
  readonly timed?: (ms: number) => void
  /** Whether the event loop has no other work to do while the disk syncs. */
  readonly isIdle?: () => boolean
  /** Makes commits durable; tests pass a disk that loses power. */
  readonly disk?: DiskSync | null
}

/** Work that shares one transaction, and when it began. */
interface Group {
  readonly pieces: readonly Piece[]
  /** From performance.now(). */
  readonly startedAt: number
}

/**
 * Runs all work that arrives while the disk is busy in one transaction, so that many callers share one sync. A
 * promise resolves only after its COMMIT is on disk; the event loop is not blocked in the meantime.
 */
export class GroupCommit {
  readonly #db: Database
  readonly #begin: Statement
  readonly #commit: Statement
  readonly #observers: (() => void)[] = []
  readonly #timed: (ms: number) => void
  readonly #isIdle: () => boolean
  /** Null for a database in memory, which has no disk to wait for. */
  readonly #disk: DiskSync | null
  #queue: Piece[] = []
  /** Committed, but not yet known to be on disk. */
  #unsynced: Group[] = []
  #scheduled: NodeJS.Immediate | null = null
  #syncing = false
  #closed = false
  /** Why writing has stopped: after a failed sync the content of the disk is unknown. */
  #failure: Error | null = null

  constructor(db: Database, options: GroupCommitOptions = {}) {
    const { timed = () => undefined, isIdle = () => false, disk = LogSync.of(db) } = options
    this.#db = db
    this.#timed = timed
    this.#isIdle = isIdle
    this.#disk = disk
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
  }

  /**
   * Adds work to the next group. When other work of the group fails, this work is rolled back and run again, so it must
   * change nothing but the database; use `listener` to change anything else.
   * @throws GatewayError storage_full (by rejection) when the disk refuses the write; nothing is changed
   */
  enqueue<T>(work: () => T, listener?: CommitListener): Promise<T> {
    return this.enqueueShared<() => T, T>(runEach, work, listener)
  }

  /**
   * The same for work that is done at once for all items which come one right after the other in a group. When it
   * fails for some, it runs again for each of them alone.
   */
  enqueueShared<Item, T>(work: SharedWork<Item, T>, item: Item, listener?: CommitListener): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The database is closed'))
    if (this.#failure) {
      listener?.(false)
      return Promise.reject(this.#failure)
    }
    const done = new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, item, listener, resolve, reject, outcome: null })
    })
    this.#schedule()
    return done
  }

  /**
   * Runs work in a transaction of its own, in this turn of the event loop. It is committed then, and on disk no later
   * than what is enqueued from now on.
   * @throws GatewayError storage_full when the disk refuses the write; nothing is changed
   */
  now<T>(work: () => T): T {
    if (this.#closed) throw new Error('The database is closed')
    if (this.#failure) throw this.#failure
    try {
      this.#begin.run()
      const value = work()
      this.#commit.run()
      return value
    } catch (error) {
      this.#rollBack()
      throw toCallerError(error)
    }
  }

  /** Whether the disk did not confirm a write, after which nothing more is written. */
  get hasFailed(): boolean {
    return this.#failure !== null
  }

  /** Resolves once everything that is committed now is on disk, which is usually already so. */
  async durable(): Promise<void> {
    if (this.#unsynced.length > 0 || this.#failure) await this.enqueue(() => undefined)
  }

  /** Calls `observer` after each commit that is on disk. It must be quick and must not throw. */
  observe(observer: () => void): void {
    this.#observers.push(observer)
  }

  /** Commits everything enqueued so far, now; its promises resolve once it is on disk. */
  flush(): void {
    if (this.#scheduled) clearImmediate(this.#scheduled)
    this.#scheduled = null
    const pieces = this.#queue
    if (pieces.length === 0) return
    this.#queue = []

    const startedAt = performance.now()
    if (!this.#runTogether(pieces)) this.#runApart(pieces)
    for (const piece of pieces) piece.listener?.(isCommitted(piece))
    const group = { pieces, startedAt }
    // Work that was rolled back has nothing to wait for.
    if (this.#disk === null || !pieces.some(isCommitted)) return this.#settle([group])
    this.#unsynced.push(group)
    this.#sync(this.#disk)
  }

  /** Commits the enqueued work and accepts no more. */
  close(): void {
    this.flush()
    this.#closed = true
    this.#disk?.close()
  }

  // While the disk is busy, work collects for the next group, whose sync could not begin any sooner.
  #schedule(): void {
    if (this.#syncing || this.#queue.length === 0) return
    this.#scheduled ??= setImmediate(() => this.flush())
  }

  #sync(disk: DiskSync): void {
    if (this.#syncing) return
    this.#syncing = true
    const count = this.#unsynced.length
    disk.start(this.#isIdle(), (error) => {
      this.#syncing = false
      if (error) return this.#fail(error)
      // The last sync is made after the last commit.
      this.#settle(this.#unsynced.splice(0, this.#closed ? Infinity : count))
      if (this.#unsynced.length > 0 && !this.#closed) this.#sync(disk)
      else this.#schedule()
    })
  }

  #settle(groups: readonly Group[]): void {
    const now = performance.now()
    for (const { startedAt } of groups) this.#timed(now - startedAt)
    for (const observer of this.#observers) observer()
    for (const { pieces } of groups) pieces.forEach(settle)
  }

  // Syncing again would prove nothing: a system may drop what it could not write and report success next time.
  #fail(error: Error): void {
    const failure = diskFailed(error)
    this.#failure = failure
    const waiting = this.#queue
    const pieces = [...this.#unsynced.flatMap((group) => group.pieces), ...waiting]
    this.#unsynced = []
    this.#queue = []
    for (const { listener } of waiting) listener?.(false)
    for (const { reject } of pieces) reject(failure)
  }

  /** @returns false when a piece of work failed and the group must be run piece by piece */
  #runTogether(group: readonly Piece[]): boolean {
    let isRunning = false
    try {
      this.#begin.run()
      isRunning = true
      for (let from = 0, to = 1; from < group.length; from = to++) {
        while (group[to]?.work === group[from]!.work) to++
        runAll(group.slice(from, to))
      }
      isRunning = false
      this.#commit.run()
    } catch (error) {
      this.#rollBack()
      if (isRunning && group.length > 1) return false
      failAll(group, error)
    }
    return true
  }

  // One transaction again, with a savepoint around each piece: a failing piece must not cost the others a sync each.
  #runApart(group: readonly Piece[]): void {
    try {
      this.#begin.run()
      for (const piece of group) this.#runInSavepoint(piece)
      this.#commit.run()
    } catch (error) {
      this.#rollBack()
      failAll(group, error)
    }
  }

  #runInSavepoint(piece: Piece): void {
    this.#db.exec('SAVEPOINT piece')
    try {
      runAll([piece])
    } catch (error) {
      // After some disk errors SQLite has already rolled back the whole transaction, and with it everybody's work.
      if (!this.#db.inTransaction) throw error
      this.#db.exec('ROLLBACK TO piece')
      piece.outcome = { error }
    }
    this.#db.exec('RELEASE piece')
  }

  #rollBack(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
  }
}

function runEach<T>(works: readonly (() => T)[]): readonly T[] {
  return works.map((work) => work())
}

// All of the same work.
function runAll(pieces: readonly Piece[]): void {
  // The items were enqueued with their work, so they are of its type.
  const values = pieces[0]!.work(pieces.map(({ item }) => item as never))
  for (const [index, piece] of pieces.entries()) piece.outcome = { value: values[index] }
}

function failAll(group: readonly Piece[], error: unknown): void {
  for (const piece of group) piece.outcome = { error }
}

function settle(piece: Piece): void {
  const outcome = outcomeOf(piece)
  if ('error' in outcome) piece.reject(toCallerError(outcome.error))
  // The value came from this piece's own work, whose type is the promise's.
  else piece.resolve(outcome.value as never)
}

function isCommitted({ outcome }: Piece): boolean {
  return outcome !== null && 'value' in outcome
}

function outcomeOf(piece: Piece): NonNullable<Piece['outcome']> {
  if (piece.outcome === null) throw new Error('A piece of work was left without an outcome')
  return piece.outcome
}
