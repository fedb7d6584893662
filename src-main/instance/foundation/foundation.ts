import type { KeptKeys } from '../../accounts/kept-keys.ts'
import type { StoredVerdict } from '../../evidence/check-head.ts'
import type { HubBudget, BudgetParts } from '../../hub/hub-budget.ts'
import type { Backup } from '../../ledger/backup.ts'
import type { LedgerStore } from '../../ledger/ledger-store.ts'
import type { Readiness } from '../../ledger/readiness.ts'
import type { Settled } from '../../ledger/usage-log.ts'
import type { Services } from '../../pipeline/services.ts'
import type { Epoch } from '../../receipts/epochs.ts'
import type { ReceiptParts } from '../../receipts/receipt-book.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import type { Engine } from '../../storage/engine/engine.ts'
import type { Work } from '../../storage/engine/work.ts'
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

/** What a gateway has to do with others on the same database. */
export interface Others {
  /** The id of this one now. */
  readonly self: () => string
  /** How many there are, with this one. */
  readonly live: () => number
  /** Runs statements that are each a transaction of its own. */
  readonly aside: <T>(work: () => Work<T>) => Promise<T>
  /** Up to which entry the ledger is complete. */
  readonly settled: Settled
  /** Sends a text to all gateways, this one included. */
  readonly send: (text: string) => void
  /** Lets something be done with each beat, and hear what is sent to all. */
  readonly join: (onBeat: () => Promise<void>, onNotice?: (text: string) => void) => void
}

/**
 * What an instance is built on: its database, and whatever has to know which one that is. Everything else asks the
 * engine.
 */
export interface Foundation {
  readonly engine: Engine
  /** The other gateways that write to the same database; null where there can be none. */
  readonly others: Others | null
  readonly ledger: LedgerStore
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
