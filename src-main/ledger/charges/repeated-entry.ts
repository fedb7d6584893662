import type { EntryRow } from '../entry-list.ts'
import type { Entry } from '../ledger-store.ts'
import type { PaidParts } from './paid-parts.ts'

/** An entry that is not in the ledger yet; `spender` is the sub-account it counts against. */
export type NewEntry = Pick<Entry, 'id' | 'account' | 'kind' | 'credits'> & {
  readonly spender?: string | null
}

/**
 * What is still to be written of an entry whose id is in the ledger, under an id of its own; null for nothing. A tool
 * may cost more by the time a call of it is repeated. The caller was told the new price, so the difference is due.
 * @param price of the call now, in credits, where the entry charges one; its parts and its price may have changed
 * @throws Error where the earlier entry belongs to something else, so that this one would be lost: the caller's fault
 */
export function beyondEarlier(
  parts: PaidParts,
  earlier: EntryRow,
  entry: NewEntry,
  price: number | undefined,
): NewEntry | null {
  const { id, account, spender = null, kind, credits } = entry
  const isSame = earlier.account === account && earlier.spender === spender && earlier.kind === kind
  if (!isSame || (price === undefined && earlier.credits !== credits))
    throw new Error(`The id ${id} belongs to another ledger entry`)
  const owed = price === undefined ? 0 : parts.owedOf(id, price)
  return owed > 0 ? { ...entry, id: parts.of(id).nextId, credits: 0 - owed } : null
}
