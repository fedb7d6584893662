import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { Standing } from '../storage/quota/stored-data.ts'
import type { KeyStore } from './key-store.ts'
import { isVisitorKey } from './visitor-key.ts'

/** Whose key it is. An unknown one is treated as a visitor's. */
export function standingOf(
  keyId: string,
  keys: Pick<KeyStore, 'findById' | 'findAnyById'>,
  ledger: Pick<LedgerStore, 'payerOf'>,
): Standing {
  if (keys.findById(keyId)?.permissions.has('admin')) return 'owner'
  const account = keys.findAnyById(keyId)
  return account === null || isVisitorKey(account, keys, ledger) ? 'visitor' : 'known'
}
