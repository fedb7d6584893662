import type { CommitListener } from '../group-commit.ts'
import type { Work } from './work.ts'

/** The database that a gateway keeps its data in. */
export interface Engine {
  /** Reads at one moment. */
  read<T>(work: () => Work<T>): Promise<T>
  /**
   * Runs work in a transaction, together with other work that waits. Resolves once it is on disk. When other work
   * fails it may be run again, so it must change nothing but the database; use `listener` for anything else.
   * @param lane whose work it is, the id of a key for example: the pieces of a lane run one after the other
   * @throws GatewayError storage_full (by rejection) when the disk refuses the write; nothing is changed
   */
  write<T>(lane: string, work: () => Work<T>, listener?: CommitListener): Promise<T>
  /**
   * The same, but resolves once it is committed, which may be before it is on disk. Whatever is written after it is on
   * disk no sooner. For what a call does whose answer waits for its charge anyway.
   */
  commit<T>(lane: string, work: () => Work<T>): Promise<T>
  /** Resolves once everything that is committed now is on disk, which is usually already so. */
  durable(): Promise<void>
  /** Calls `observer` after each commit of this gateway that is on disk. It must be quick and must not throw. */
  observe(observer: () => void): void
  /** Whether it takes writes: it is away while its server does not answer, and has failed for good when a disk has. */
  readonly state: EngineState
  /** Commits what waits, and takes no more. */
  close(): Promise<void>
}

export type EngineState = 'up' | 'away' | 'failed'
