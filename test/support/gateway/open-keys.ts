import { KeyStore } from '../../../src-main/accounts/key-store.ts'
import { FakeClock, openStores, type Stores } from './open-stores.ts'

/** A database with the real layout, its ledger and its keys. */
export function openKeys(dataDir?: string, clock = new FakeClock()): Stores & { readonly keys: KeyStore } {
  const stores = openStores(dataDir, clock)
  return { ...stores, keys: new KeyStore(stores.db, stores.commits, stores.ledger, clock.now) }
}
