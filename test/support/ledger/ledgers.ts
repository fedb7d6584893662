import type { LedgerStore } from '../../../src-main/ledger/ledger-store.ts'
import { endGateway } from '../../../src-main/ledger/postgres/gateway-row.ts'
import { verifyLeases } from '../../../src-main/ledger/postgres/verify-leases.ts'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import type { Engine } from '../../../src-main/storage/engine/engine.ts'
import { openStores } from '../gateway/open-stores.ts'
import { MISSING_POSTGRES } from '../postgres/missing-postgres.ts'
import { openGateway } from '../postgres/postgres-gateways.ts'
import { makeSchema } from '../postgres/test-postgres.ts'

/** A ledger for a test, whose database has nothing but the product's own layout. */
export interface TestLedger {
  readonly engine: Engine
  readonly ledger: LedgerStore
  /** What does not add up, as sentences. */
  readonly problems: () => Promise<readonly string[]>
  /** The ledger of the next process over the same data, after this one was killed. */
  readonly nextStart: () => Promise<LedgerStore>
}

async function onSqlite(): Promise<TestLedger> {
  const { db, commits, engine, ledger, clock } = openStores()
  return {
    engine,
    ledger,
    problems: async () => verifyLedger(db).problems,
    nextStart: async () => {
      const next = new SqliteLedger(db, commits, clock.now)
      await next.chargeDeparted()
      return next
    },
  }
}

async function onPostgres(): Promise<TestLedger> {
  const place = await makeSchema()
  const first = await openGateway(place)
  return {
    engine: first.engine,
    ledger: first.ledger,
    problems: async () => (await first.engine.read(verifyLeases)).problems,
    nextStart: async () => {
      const { ledger, engine } = await openGateway(place)
      // What any gateway does once this one was not seen for a while.
      await engine.write('gateway', () => endGateway(first.ledger.gateway, 0))
      await ledger.chargeDeparted()
      return ledger
    },
  }
}

/** The ledgers that this machine has, by the names of their engines. */
export const LEDGERS: readonly (readonly [name: string, open: () => Promise<TestLedger>])[] = [
  ['SQLite', onSqlite],
  ...(MISSING_POSTGRES === null ? [['PostgreSQL', onPostgres] as const] : []),
]
