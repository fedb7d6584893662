import type { KeptKeys } from '../../accounts/kept-keys.ts'
import type { StoredVerdict } from '../../evidence/check-head.ts'
import type { HubBudget, BudgetParts } from '../../hub/hub-budget.ts'
import type { Backup } from '../../ledger/backup.ts'
import type { LedgerStore } from '../../ledger/ledger-store.ts'
import type { Lending } from '../../ledger/lease-book.ts'
import type { Readiness } from '../../ledger/readiness.ts'
import type { Services } from '../../pipeline/services.ts'
import type { Epoch } from '../../receipts/epochs.ts'
import type { ReceiptParts } from '../../receipts/receipt-book.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import type { Engine } from '../../storage/engine/engine.ts'
import type { Log } from '../../telemetry/log.ts'

/** What every foundation is opened with. */
export interface FoundationParts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly reportBug: Services['reportBug']
  readonly log: Log
  /** Is told how long each commit took, in milliseconds. */
  readonly timed: (ms: number) => void
}

/**
 * What an instance is built on: its database, and whatever has to know which one that is. Everything else asks the
 * engine.
 */
export interface Foundation {
  readonly engine: Engine
  /** Whether other gateways write to the same database. */
  readonly isShared: boolean
  readonly ledger: LedgerStore
  /** What other gateways hold of keys here. */
  readonly leases: Lending
  readonly readiness: Readiness
  readonly secrets: SecretStore
  readonly receipts: Pick<ReceiptParts, 'key' | 'epoch' | 'chain'>
  /** Where the first keys are kept. */
  readonly keptKeys: KeptKeys
  /** The epoch that this start began, because the database was put back or changed; null for none. */
  readonly begun: Epoch | null
  /** Recomputes what is stored, while calls go on. */
  readonly verifyStored: () => Promise<StoredVerdict>
  /** Writes a backup; null where that is not the gateway's task. */
  readonly backUp: (() => Promise<Backup>) | null
  /** Opens the credits of a hub that this gateway spends. */
  openHubs(parts: Omit<BudgetParts, 'ledger'>): Promise<HubBudget>
  /** The start is over: the first keys are there, and what is stored is watched from now on. */
  begin(services: Services): Promise<void>
  /** Stops watching, before the last work is done. */
  stop(): void
  /** Does what waits, and closes the database. */
  close(): Promise<void>
}
