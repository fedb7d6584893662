import { all, one, run, statement, type Work } from '../engine/work.ts'
import type { Connection } from './connection.ts'
import { drive, type Piece } from './group.ts'
import type { ServerProcess } from './writer.ts'

/**
 * A transaction of a writer, which writes it down as a part of itself. The server's own number of a transaction would
 * not do: after a crash it gives the numbers of those that it has lost to others.
 */
export interface Mark {
  readonly writer: string
  readonly number: number
}

/** Work whose COMMIT was sent and not answered, and the server's process that got it. */
export interface Doubt {
  readonly mark: Mark
  readonly pieces: readonly Piece[]
  readonly process: ServerProcess
}

const MARK = statement<{ writer: string; number: number }>(
  `INSERT INTO commit_mark (writer, number) VALUES (:writer, :number)
   ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = now()`,
)
const MARKED = statement<{ writer: string }, { number: number }>(
  'SELECT number FROM commit_mark WHERE writer = :writer',
)
const REMOVE = statement<{ writer: string }>(
  "DELETE FROM commit_mark WHERE writer = :writer OR at < now() - interval '1 day'",
)
const END = statement<{ pid: number; since: string }, unknown>(
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE pid = :pid AND backend_start = :since::timestamptz`,
)

/** Notes a transaction within itself. */
export function* marked({ writer, number }: Mark): Work<void> {
  yield* run(MARK, { writer, number })
}

/** Removes the mark of a writer that has ended, and those that others have left behind. */
export function* unmarked(writer: string): Work<void> {
  yield* run(REMOVE, { writer })
}

/**
 * What has become of a transaction whose COMMIT was not answered. The server's process that may still be at it, or
 * still be waiting for the COMMIT, is ended first.
 * @throws ConnectionLost
 */
export async function fateOf(
  connection: Connection,
  { mark, process }: Doubt,
): Promise<'committed' | 'undone'> {
  while ((await drive(connection, ended(process))).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 10))
  const last = await drive(connection, lastOf(mark))
  return last?.number === mark.number ? 'committed' : 'undone'
}

function ended({ pid, since }: ServerProcess): Work<readonly unknown[]> {
  return all(END, { pid, since })
}

function lastOf({ writer }: Mark): Work<{ readonly number: number } | undefined> {
  return one(MARKED, { writer })
}
