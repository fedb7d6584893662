import type { SubAccount } from '../../../src-main/ledger/sub-accounts.ts'
import { runWork } from '../../../src-main/storage/sqlite/run-work.ts'
import type { Database } from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { SqliteEngine } from '../../../src-main/storage/sqlite/sqlite-engine.ts'
import { StoredData } from '../../../src-main/storage/quota/stored-data.ts'

/** A clock that only a test moves. Milliseconds since 1970. */
export class FakeClock {
  time = Date.UTC(2026, 0, 1)
  readonly now = (): number => this.time
}

export interface Stores {
  readonly db: Database
  readonly commits: GroupCommit
  readonly engine: SqliteEngine
  readonly ledger: SqliteLedger
  readonly stored: StoredData
  readonly clock: FakeClock
  readonly close: () => void
}

/** What a charge says of its call. */
export const CALL = { requestId: 'req', slug: 'text-word-count' }

/** A database with the real layout, and what is built directly on it; closed when the test ends. */
export function openStores(dataDir = ':memory:', clock = new FakeClock()): Stores {
  const db = openDatabase(dataDir)
  const commits = new GroupCommit(db)
  const engine = new SqliteEngine(db, commits)
  const ledger = new SqliteLedger(db, commits, clock.now)
  const close = (): void => {
    if (!db.open) return
    commits.close()
    db.close()
  }
  onTestFinished(close)
  return { db, commits, engine, ledger, stored: ampleStorage(), clock, close }
}

/** Opens an account with a grant. */
export async function grant({ ledger }: Stores, account: string, credits: number): Promise<void> {
  await ledger.credit({ id: `grant:${account}`, account, kind: 'grant', credits })
}

/** Opens a sub-account. @throws GatewayError as SqliteLedger.writeSubAccount */
export function openSub({ db, ledger }: Pick<Stores, 'db' | 'ledger'>, sub: SubAccount): void {
  runWork(db, ledger.writeSubAccount(sub))
}

/** Stores whose account key_a has so many credits. */
export async function openWith(credits: number): Promise<Stores> {
  const stores = openStores()
  await grant(stores, 'key_a', credits)
  return stores
}

/** Reserves credits of key_a, three unless told otherwise. */
export function reserve({ ledger }: Stores, id: string, credits = 3): void {
  ledger.reserve({ id, account: 'key_a', credits })
}

/** Storage that every key may use as one that the owner made, and that is never full. */
export function ampleStorage(): StoredData {
  return new StoredData({ limit: () => Number.MAX_SAFE_INTEGER, standingOf: () => 'known' })
}
