import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { LeaseBook } from '../ledger/lending/lease-book.ts'
import type { Payers } from '../ledger/payers.ts'
import type { Transport } from '../providers/provider-transport.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { Engine } from '../storage/engine/engine.ts'

/** A ledger in which an account can spend the credits of another. */
export interface BudgetLedger extends Pick<LedgerStore, 'writeCredit'> {
  readonly payers: Pick<Payers, 'divert' | 'balanceOf' | 'holderOf'>
  readonly leases: Pick<LeaseBook, 'isLending'>
}

/** What a team budget is built on. */
export interface BudgetParts {
  readonly engine: Engine
  readonly ledger: BudgetLedger
  readonly secrets: SecretStore
  readonly transport: Transport
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}
