import { onTestFinished } from 'vitest'
import {
  openPostgresLedger,
  type LedgerOptions,
  type OpenedLedger,
} from '../../../src-main/ledger/postgres/open-ledger.ts'
import { verifyLeases } from '../../../src-main/ledger/postgres/verify-leases.ts'
import type { LedgerVerdict } from '../../../src-main/ledger/ledger-check.ts'
import type { Place } from '../../../src-main/storage/postgres/connection.ts'
import { CALL, FakeClock } from '../gateway/open-stores.ts'
import { makeSchema } from './test-postgres.ts'

export interface GatewaysOfTest {
  readonly place: Place
  readonly gateways: readonly OpenedLedger[]
}

/** Opens the ledger of one more gateway on a schema; closed when the test ends. */
export async function openGateway(
  place: Place,
  options: Partial<LedgerOptions> = {},
): Promise<OpenedLedger> {
  const opened = await openPostgresLedger(place, {
    now: new FakeClock().now,
    name: 'test',
    everyMs: 1_000_000,
    // A busy machine may take long to carry a notice.
    mostAsks: 500,
    ...options,
  })
  onTestFinished(opened.close)
  return opened
}

/** Several gateways on one schema whose account key_a has so many credits. */
export async function openGateways(
  count: number,
  credits: number,
  options: Partial<LedgerOptions> = {},
): Promise<GatewaysOfTest> {
  const place = await makeSchema()
  const gateways: OpenedLedger[] = []
  for (let i = 0; i < count; i++)
    gateways.push(await openGateway(place, { name: `gateway-${i}`, ...options }))
  await gateways[0]!.ledger.credit({ id: 'grant', account: 'key_a', kind: 'grant', credits })
  for (const { beat } of gateways) await beat.now()
  return { place, gateways }
}

/** Whether the entries, the balances and the leases add up. */
export function verify({ engine }: OpenedLedger): Promise<LedgerVerdict> {
  return engine.read(verifyLeases)
}

/** Reserves credits of key_a, three unless told otherwise. */
export async function hold({ ledger }: OpenedLedger, id: string, credits = 3): Promise<void> {
  await ledger.reserve({ id, account: 'key_a', credits })
}

/** Reserves and settles a call of key_a. @returns the balance after it */
export async function call(gateway: OpenedLedger, id: string, credits = 3): Promise<number> {
  await hold(gateway, id, credits)
  return gateway.ledger.settle(id, CALL)
}
