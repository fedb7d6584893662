import type { SqliteLedger } from '../ledger/sqlite-ledger.ts'
import type { Transport } from '../providers/provider-transport.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { Engine } from '../storage/engine/engine.ts'

/** What a team budget is built on. */
export interface BudgetParts {
  readonly engine: Engine
  readonly ledger: SqliteLedger
  readonly secrets: SecretStore
  readonly transport: Transport
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}
