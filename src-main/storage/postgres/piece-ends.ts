import type { CommitListener } from '../group-commit.ts'
import { toCallerError } from './caller-errors.ts'
import type { Piece } from './group.ts'

/** Refuses work before it waits. */
export function refused(error: Error, listener: CommitListener | undefined): Promise<never> {
  listener?.(false)
  return Promise.reject(error)
}

/** Pieces that are to be run once more. */
export function again(pieces: readonly Piece[]): readonly Piece[] {
  for (const piece of pieces) piece.outcome = null
  return pieces
}

/** Whether a piece was carried out. */
export function isCommitted({ outcome }: Piece): boolean {
  return outcome !== null && 'value' in outcome
}

/** Tells whoever waits for a piece how it ended. */
export function settle({ outcome, resolve, reject }: Piece): void {
  if (outcome === null) reject(new Error('A piece of work was left without an outcome'))
  else if ('error' in outcome) reject(toCallerError(outcome.error))
  // The value came from this piece's own work, whose type is the promise's.
  else resolve(outcome.value as never)
}
