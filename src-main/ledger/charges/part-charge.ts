import type { Database } from 'better-sqlite3'
import { runWork } from '../../storage/sqlite/run-work.ts'
import type { GroupCommit } from '../../storage/group-commit.ts'
import { assertCredits } from '../assert-entry.ts'
import type { Departures } from '../departures.ts'
import type { EntryList } from '../entry-list.ts'
import { whoPays, type HeldCredits } from '../held-credits.ts'
import type { ChargeReason, Entry, LedgerStore } from '../ledger-store.ts'
import type { Payers } from '../payers.ts'
import type { UnendedDepartures } from '../unended-departures.ts'

/** What charging a part of a reservation needs of the ledger. */
export interface PartParts {
  readonly db: Database
  readonly commits: GroupCommit
  readonly held: HeldCredits
  readonly payers: Payers
  readonly entries: EntryList
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
  const { db, commits, held: allHeld, payers, entries, departures, unended, write, charged } = parts
  return async (reservationId, credits, reason, withinTransaction) => {
    assertCredits(credits, 0)
    const held = allHeld.find(reservationId)
    if (credits > held.credits) throw new Error(`${reservationId} holds less than the ${credits} to charge`)
    allHeld.close(reservationId)
    return await commits.enqueue(
      () => {
        // A separate id: a repetition of the call uses the reservation's id for its charge.
        const id = `${reservationId}:part`
        // A call that was charged before its process died owes nothing more, and its part is owed once.
        if (!entries.find(reservationId) && !entries.find(id))
          write({ id, ...whoPays(held), kind: 'charge', credits: 0 - credits }, reason)
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
