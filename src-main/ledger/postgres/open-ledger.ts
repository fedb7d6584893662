import type { Place } from '../../storage/postgres/connection.ts'
import { migratePostgres } from '../../storage/postgres/layout.ts'
import { PostgresEngine, type PostgresEngineOptions } from '../../storage/postgres/postgres-engine.ts'
import { GatewayBeat, type BeatOptions } from './gateway-beat.ts'
import { PostgresLedger, type LeaseOptions } from './postgres-ledger.ts'

export interface OpenedLedger {
  readonly engine: PostgresEngine
  readonly ledger: PostgresLedger
  readonly beat: GatewayBeat
  /** Gives back what is leased, and ends the connections. */
  readonly close: () => Promise<void>
}

export type LedgerOptions = Pick<LeaseOptions, 'now' | 'name' | 'slack' | 'mostAsks' | 'notes'> &
  PostgresEngineOptions &
  BeatOptions

/** Opens the ledger of a PostgreSQL for one of its gateways, with the newest layout. */
export async function openPostgresLedger(place: Place, options: LedgerOptions): Promise<OpenedLedger> {
  await migratePostgres(place)
  const engine = new PostgresEngine(place, options)
  const beat = new GatewayBeat(engine, place, options)
  // If the others do not hear of it, whoever asks is told 402 a little too early.
  const recall = (account: string, gateway: string): void =>
    void beat.recall(account, gateway).catch(() => undefined)
  const ledger = new PostgresLedger({ ...options, engine, recall, reap: () => beat.reap() })
  await beat.begin(ledger)
  const close = async (): Promise<void> => {
    await beat.close()
    await ledger.close().catch(() => undefined)
    await engine.close()
  }
  return { engine, ledger, beat, close }
}
