import type { Database } from 'better-sqlite3'
import { runWork } from '../../storage/sqlite/run-work.ts'
import type { GroupCommit } from '../../storage/group-commit.ts'
import { assertCredits } from '../assert-entry.ts'
import type { Departures } from '../departures.ts'
import { whoPays, type HeldCredits } from '../held-credits.ts'
import type { ChargeReason, Entry, LedgerStore } from '../ledger-store.ts'
import type { Payers } from '../payers.ts'
import type { UnendedDepartures } from '../unended-departures.ts'
import type { PaidParts } from './paid-parts.ts'

/** What charging a part of a reservation needs of the ledger. */
export interface PartParts {
  readonly db: Database
  readonly commits: GroupCommit
  readonly held: HeldCredits
  readonly payers: Payers
  readonly parts: PaidParts
  readonly departures: Departures
  readonly unended: UnendedDepartures
  readonly write: (
    charge: Pick<Entry, 'id' | 'account' | 'kind' | 'credits'> & { readonly spender?: string },
    reason: ChargeReason,
  ) => number
  readonly charged: (payer: string) => void
}

/** Charges a part of a held reservation, as LedgerStore says. */
export function partCharger(parts: PartParts): LedgerStore['settlePart'] {
  const {
    db,
    commits,
    held: allHeld,
    payers,
    parts: paidParts,
    departures,
    unended,
    write,
    charged,
  } = parts
  return async (reservationId, credits, reason, withinTransaction) => {
    assertCredits(credits, 0)
    const held = allHeld.find(reservationId)
    if (credits > held.credits) throw new Error(`${reservationId} holds less than the ${credits} to charge`)
    allHeld.close(reservationId)
    return await commits.enqueue(
      () => {
        const { count, nextId: id } = paidParts.of(reservationId)
        // What earlier attempts have paid counts, and a call that was charged as a whole owes nothing more.
        const rest = paidParts.owedOf(reservationId, credits)
        if (rest > 0 || (count === 0 && credits === 0))
          write({ id, ...whoPays(held), kind: 'charge', credits: 0 - rest }, reason)
        if (held.departed) departures.remove(reservationId)
        const { balance } = payers.balanceOf(held.account)
        if (withinTransaction) runWork(db, withinTransaction(balance))
        return balance
      },
      (committed) => {
        if (!committed) return unended.lapse(held)
        allHeld.release(held)
        charged(held.sub?.payer ?? held.account)
      },
    )
  }
}
