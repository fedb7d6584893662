import type { CommitListener } from '../group-commit.ts'
import type { Told, Work } from '../engine/work.ts'
import { ConnectionLost, postgresCodeOf, type Connection } from './connection.ts'

/** Work that is done at once for all who wait for it, before the work of each, with a value for each. */
export type SharedWork<Item, Value> = (items: readonly Item[]) => Work<readonly Value[]>

/** Work that waits for a transaction. */
export interface Piece {
  readonly lane: string
  readonly shared: SharedWork<never, unknown> | null
  readonly item: unknown
  /** Is given what the shared work has for its item. */
  readonly work: (value: never) => Work<unknown>
  readonly listener: CommitListener | undefined
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
  /** From performance.now(). */
  readonly since: number
  outcome: { readonly value: unknown } | { readonly error: unknown } | null
  /** Whether its caller was told that the server is away, while the end of its transaction is in doubt. */
  gaveUp: boolean
}

/** How a transaction ended. In doubt: COMMIT was sent, and its answer is lost. */
export type Ended = 'committed' | 'undone' | 'in doubt'

/** Does what is done first in each transaction, whatever its pieces are. */
type Begin = () => Work<void>

/** Serialization failures and deadlocks, of which another attempt knows nothing. */
const TRANSIENT = new Set(['40001', '40P01'])
const MOST_ATTEMPTS = 10

/**
 * Runs pieces in one transaction: first what they share, then lanes side by side, each in its order. If one fails,
 * each is run in a savepoint of its own. Leaves an outcome with each piece, unless the connection is lost.
 */
export async function runGroup(
  connection: Connection,
  pieces: readonly Piece[],
  first: Begin,
): Promise<Ended> {
  for (let attempt = 1; ; attempt++) {
    try {
      const together = await transaction(connection, first, () => runTogether(connection, pieces))
      if (together !== null || pieces.length === 1) return together ?? 'undone'
      return (await transaction(connection, first, () => runApart(connection, pieces))) ?? 'undone'
    } catch (error) {
      if (error instanceof ConnectionLost) throw error
      if (isTransient(error) && attempt < MOST_ATTEMPTS) continue
      failAll(pieces, error)
      return 'undone'
    }
  }
}

/** @returns how it ended; null when it was rolled back because `run` gave up */
async function transaction(
  connection: Connection,
  first: Begin,
  run: () => Promise<boolean>,
): Promise<Ended | null> {
  // Nothing is waited for here: what follows is sent right behind.
  const begun = connection.command('BEGIN ISOLATION LEVEL READ COMMITTED')
  const [done, opened, ran] = await Promise.allSettled([drive(connection, first()), begun, run()])
  for (const one of [opened, done]) if (one.status === 'rejected') throw one.reason
  if (ran.status === 'fulfilled' && ran.value) return commit(connection)
  await connection.command('ROLLBACK')
  if (ran.status === 'rejected') throw ran.reason
  return null
}

async function commit(connection: Connection): Promise<Ended> {
  let done: string
  try {
    done = await connection.command('COMMIT')
  } catch (error) {
    if (error instanceof ConnectionLost) return 'in doubt'
    throw error
  }
  // COMMIT succeeds also when something has failed before it, and says that it has rolled back.
  if (done !== 'COMMIT') throw new Error(`PostgreSQL answered COMMIT with ${done}`)
  return 'committed'
}

/** @returns whether all of them are done */
async function runTogether(connection: Connection, pieces: readonly Piece[]): Promise<boolean> {
  try {
    const values = await runShared(connection, pieces)
    const lanes = Map.groupBy(pieces, ({ lane }) => lane)
    const ran = await Promise.allSettled(
      [...lanes.values()].map((lane) => runLane(connection, lane, values)),
    )
    const failed = ran.flatMap((one) => (one.status === 'rejected' ? [toError(one.reason)] : []))
    if (failed.length === 0) return true
    // Not the first: that of the others is often only that the transaction has failed.
    throw failed.find((error) => error instanceof ConnectionLost || isTransient(error)) ?? failed[0]!
  } catch (error) {
    if (error instanceof ConnectionLost || isTransient(error)) throw error
    failAll(pieces, error)
  }
  return false
}

async function runLane(
  connection: Connection,
  lane: readonly Piece[],
  values: ReadonlyMap<Piece, unknown>,
): Promise<void> {
  for (const piece of lane) {
    // The value came from the piece's own shared work.
    const work = piece.work(values.get(piece) as never)
    piece.outcome = { value: await drive(connection, work) }
  }
}

async function runShared(connection: Connection, pieces: readonly Piece[]): Promise<Map<Piece, unknown>> {
  const values = new Map<Piece, unknown>()
  for (const [shared, group] of Map.groupBy(pieces, (piece) => piece.shared)) {
    if (shared === null) continue
    // The items were given together with their work, so they are of its type.
    const told = await drive(connection, shared(group.map(({ item }) => item as never)))
    for (const [index, piece] of group.entries()) values.set(piece, told[index])
  }
  return values
}

async function runApart(connection: Connection, pieces: readonly Piece[]): Promise<boolean> {
  for (const piece of pieces) {
    const opened = connection.command('SAVEPOINT piece')
    const [ran] = await Promise.allSettled([runAlone(connection, piece), opened])
    if (ran.status === 'rejected') {
      if (ran.reason instanceof ConnectionLost || isTransient(ran.reason)) throw ran.reason
      piece.outcome = { error: ran.reason }
      await connection.command('ROLLBACK TO piece')
    }
    await connection.command('RELEASE piece')
  }
  return true
}

async function runAlone(connection: Connection, piece: Piece): Promise<void> {
  await runLane(connection, [piece], await runShared(connection, [piece]))
}

/** Runs work whose statements may be in one pipeline with those of others. */
export async function drive<T>(connection: Connection, work: Work<T>): Promise<T> {
  // After a failed statement the server takes no other, so work that goes on all the same has failed too.
  let failed: { readonly error: unknown } | null = null
  let step = work.next()
  while (!step.done) {
    let told: Told
    try {
      told = await connection.ask(step.value)
    } catch (error) {
      failed ??= { error }
      step = work.throw(error)
      continue
    }
    step = work.next(told)
  }
  if (failed) throw failed.error
  return step.value
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}

function isTransient(error: unknown): boolean {
  return TRANSIENT.has(postgresCodeOf(error) ?? '')
}

function failAll(pieces: readonly Piece[], error: unknown): void {
  for (const piece of pieces) piece.outcome = { error }
}
