import type { Database, Statement } from 'better-sqlite3'
import { toCallerError } from './storage-error.ts'

/** Told, before any promise of the group resolves, whether the work became durable. */
export type CommitListener = (committed: boolean) => void

interface Piece {
  readonly work: () => unknown
  readonly listener: CommitListener | undefined
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
  outcome: { readonly value: unknown } | { readonly error: unknown } | null
}

/**
 * Runs all work of one event-loop turn in one transaction, so that many callers share one sync of the
 * disk. A promise resolves only after its COMMIT.
 */
export class GroupCommit {
  readonly #db: Database
  readonly #begin: Statement
  readonly #commit: Statement
  readonly #observers: (() => void)[] = []
  #queue: Piece[] = []
  #scheduled: NodeJS.Immediate | null = null
  #closed = false

  constructor(db: Database) {
    this.#db = db
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
  }

  /**
   * Adds work to the current group. When other work of the group fails, this one is rolled back and run
   * once more, so it may change nothing but the database; `listener` is the place to change anything
   * else.
   * @throws GatewayError storage_full (by rejection) when the disk refuses the write; nothing is changed
   */
  enqueue<T>(work: () => T, listener?: CommitListener): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The database is closed'))
    this.#scheduled ??= setImmediate(() => this.flush())
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, listener, resolve, reject, outcome: null })
    })
  }

  /** Has `observer` called after each commit. It must be quick and must not throw. */
  observe(observer: () => void): void {
    this.#observers.push(observer)
  }

  /** Commits everything enqueued so far, now. */
  flush(): void {
    if (this.#scheduled) clearImmediate(this.#scheduled)
    this.#scheduled = null
    const group = this.#queue
    if (group.length === 0) return
    this.#queue = []

    if (!this.#runTogether(group)) this.#runApart(group)
    for (const piece of group) piece.listener?.('value' in outcomeOf(piece))
    for (const observer of this.#observers) observer()
    for (const piece of group) settle(piece)
  }

  /** Commits what is enqueued and takes no more. */
  close(): void {
    this.flush()
    this.#closed = true
  }

  /** @returns false when a piece of work failed and the group has to be run piece by piece */
  #runTogether(group: readonly Piece[]): boolean {
    let running: Piece | null = null
    try {
      this.#begin.run()
      for (const piece of group) {
        running = piece
        piece.outcome = { value: piece.work() }
      }
      running = null
      this.#commit.run()
    } catch (error) {
      this.#rollBack()
      if (running !== null && group.length > 1) return false
      failAll(group, error)
    }
    return true
  }

  // One transaction again, with a savepoint around each piece: a failing piece must not cost a sync for
  // each other.
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
      piece.outcome = { value: piece.work() }
    } catch (error) {
      // After some disk errors SQLite has already rolled the whole transaction back; then nobody's work
      // stands.
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

function failAll(group: readonly Piece[], error: unknown): void {
  for (const piece of group) piece.outcome = { error }
}

function settle(piece: Piece): void {
  const outcome = outcomeOf(piece)
  if ('error' in outcome) piece.reject(toCallerError(outcome.error))
  // The value came from this piece's own work, whose type is the promise's.
  else piece.resolve(outcome.value as never)
}

function outcomeOf(piece: Piece): NonNullable<Piece['outcome']> {
  if (piece.outcome === null) throw new Error('A piece of work was left without an outcome')
  return piece.outcome
}
