import type { ClosedCall } from './call-charge.ts'

/**
 * Calls whose callers were told that nothing is charged, before that was known. They are noted outside of the
 * database, which is away just then, so that the next process takes their charges back if this one is killed.
 */
export interface DoubtNotes {
  /** It is kept when this returns. */
  add(call: ClosedCall): void
  remove(id: string): void
  all(): readonly ClosedCall[]
}

/** For a gateway that has nowhere to keep them. */
export const NO_NOTES: DoubtNotes = {
  add: () => undefined,
  remove: () => undefined,
  all: () => [],
}
