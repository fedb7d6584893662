import { randomBytes } from 'node:crypto'

// Keeps the ids of two processes apart; within one process the sequence does.
const PROCESS = randomBytes(8).toString('hex')

let last = 0

/**
 * A new id for a charge. Ids made later sort later, so that the ledger's index grows at its end: with random ids
 * each charge of a group would rewrite a page of its own.
 * @param now milliseconds since 1970
 */
export function makeChargeId(now: number): string {
  // 1,024 ids a millisecond; past that, or with a clock set back, the sequence simply runs ahead of the clock.
  last = Math.max(last + 1, now * 1_024)
  return `chg_${last.toString(16).padStart(14, '0')}${PROCESS}`
}
