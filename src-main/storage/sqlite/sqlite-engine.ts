import type { Database } from 'better-sqlite3'
import type { Engine, EngineState } from '../engine/engine.ts'
import type { CommitListener, GroupCommit } from '../group-commit.ts'
import type { Work } from '../engine/work.ts'
import { runWork } from './run-work.ts'

/** The embedded database: work runs in one turn of the event loop, and all that waits shares one commit. */
export class SqliteEngine implements Engine {
  readonly #db: Database
  readonly #commits: GroupCommit

  constructor(db: Database, commits: GroupCommit) {
    this.#db = db
    this.#commits = commits
  }

  async read<T>(work: () => Work<T>): Promise<T> {
    return runWork(this.#db, work())
  }

  write<T>(_lane: string, work: () => Work<T>, listener?: CommitListener): Promise<T> {
    return this.#commits.enqueue(() => runWork(this.#db, work()), listener)
  }

  async commit<T>(_lane: string, work: () => Work<T>): Promise<T> {
    return this.#commits.now(() => runWork(this.#db, work()))
  }

  durable(): Promise<void> {
    return this.#commits.durable()
  }

  observe(observer: () => void): void {
    this.#commits.observe(observer)
  }

  get state(): EngineState {
    return this.#commits.hasFailed ? 'failed' : 'up'
  }

  async close(): Promise<void> {
    this.#commits.close()
  }
}
