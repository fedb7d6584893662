import { AuditTrail } from '../../../src-main/accounts/audit-trail.ts'
import { KeyStore } from '../../../src-main/accounts/key-store.ts'
import { FakeClock, openStores, type Stores } from './open-stores.ts'

/** A database with the real layout, its ledger and its keys. */
export function openKeys(
  dataDir?: string,
  clock = new FakeClock(),
): Stores & { readonly keys: KeyStore; readonly audit: AuditTrail } {
  const stores = openStores(dataDir, clock)
  const audit = new AuditTrail(stores.db, stores.commits, clock.now)
  return { ...stores, audit, keys: new KeyStore(stores.db, stores.commits, stores.ledger, clock.now) }
}
