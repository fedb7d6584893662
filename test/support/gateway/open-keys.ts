import { AuditTrail } from '../../../src-main/accounts/audit-trail.ts'
import { KeyStore } from '../../../src-main/accounts/key-store.ts'
import type { SignUpDesk } from '../../../src-main/accounts/sign-up.ts'
import { SignUpLimits, type SignUpRules } from '../../../src-main/accounts/sign-up-limits.ts'
import { FakeClock, openStores, type Stores } from './open-stores.ts'

/** A database with the real layout, its ledger and its keys. */
export async function openKeys(
  dataDir?: string,
  clock = new FakeClock(),
): Promise<Stores & { readonly keys: KeyStore; readonly audit: AuditTrail }> {
  const stores = openStores(dataDir, clock)
  const audit = new AuditTrail(stores.engine, clock.now)
  return { ...stores, audit, keys: await KeyStore.open(stores.engine, stores.ledger, clock.now) }
}

/** The same with sign-up, and rules that a test may change. */
export async function openSignUps(
  rules: SignUpRules = { sign_ups_per_address: 100, sign_ups_per_day: 100 },
  dataDir?: string,
  clock = new FakeClock(),
): Promise<Stores & { readonly keys: KeyStore; readonly desk: SignUpDesk }> {
  const stores = await openKeys(dataDir, clock)
  const signUps = new SignUpLimits(stores.engine, () => rules, clock.now)
  return { ...stores, desk: { keys: stores.keys, signUps } }
}
