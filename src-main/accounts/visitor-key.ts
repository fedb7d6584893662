import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { Account } from './account.ts'
import type { KeyStore } from './key-store.ts'

/**
 * Whether a key is a visitor's: the demo key, a key from sign-up, or a team key that spends the credits of one.
 * Only sign-up stores an e-mail address, and every team key made by a team key has the payer of the first.
 */
export function isVisitorKey(
  account: Account,
  keys: Pick<KeyStore, 'findAnyById'>,
  ledger: Pick<LedgerStore, 'payerOf'>,
): boolean {
  if (account.kind !== 'team') return account.kind === 'demo' || account.email !== null
  const payer = ledger.payerOf(account.id)
  const maker = payer === null ? null : keys.findAnyById(payer)
  // Without a maker nobody can say that it was the owner.
  return maker === null || maker.kind === 'demo' || maker.email !== null
}
