import type { AuditTrail } from '../accounts/audit-trail.ts'
import type { ModelBudgets } from '../accounts/model-budgets.ts'
import type { KeyStore } from '../accounts/key-store.ts'
import type { Rates } from '../accounts/rates/rates.ts'
import type { ToolLimitCounter } from '../accounts/rules/tool-limits.ts'
import type { RefusalLog } from '../accounts/refusal-log.ts'
import type { SignUpLimits } from '../accounts/sign-up-limits.ts'
import type { RecipeBook } from '../extensions/recipes/recipe-book.ts'
import type { SourceBook } from '../extensions/source-book.ts'
import type { Files } from '../files/files.ts'
import type { AutoReload } from '../ledger/auto-reload.ts'
import type { HubBudget } from '../hub/hub-budget.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { Purchases } from '../ledger/purchases.ts'
import type { Readiness } from '../ledger/readiness.ts'
import type { ProviderServices } from '../providers/open-providers.ts'
import type { AllowedOrigins } from '../outbound/allowed-origins.ts'
import type { GuardedOutbound } from '../outbound/guarded-outbound.ts'
import type { ReceiptBook } from '../receipts/receipt-book.ts'
import type { Registry } from '../registry/registry.ts'
import type { ToolsetStore } from '../registry/toolsets/toolset-store.ts'
import type { Engine } from '../storage/engine/engine.ts'
import type { FairShare } from '../shares/fair-share.ts'
import type { Shares } from '../shares/shares.ts'
import type { IdempotencyStore } from '../storage/idempotency-store.ts'
import type { SessionMemoryStore } from '../memory/session-memory.ts'
import type { StoredData } from '../storage/quota/stored-data.ts'
import type { SettingsStore } from '../storage/settings-store.ts'
import type { ApprovalDesk } from './approvals/approval-desk.ts'
import type { CallListener } from './call-listener.ts'
import type { ModelMeter } from './models/model-meter.ts'
import type { ResultCache } from './result-cache.ts'
import type { SourcePlaces } from './run/source-places.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'

/** The parts of a running instance; built once at start and passed down. */
export interface Services {
  readonly registry: Registry
  /** What brings tools from outside of this build. */
  readonly sources: SourceBook
  /** Tools that run others one after the other. */
  readonly recipes: RecipeBook
  readonly ledger: LedgerStore
  /** The credits of a hub that this gateway spends. */
  readonly teamBudget: HubBudget
  /** The database that the stores ask. */
  readonly engine: Engine
  readonly purchases: Purchases
  readonly autoReload: AutoReload
  readonly keys: KeyStore
  readonly signUps: SignUpLimits
  readonly audit: AuditTrail
  readonly refusals: RefusalLog
  readonly rates: Rates
  readonly toolLimits: ToolLimitCounter
  /** The calls that wait for the owner. */
  readonly approvals: ApprovalDesk
  /** What all keys store together, which every store below must fit. */
  readonly stored: StoredData
  readonly modelBudgets: ModelBudgets
  readonly modelMeter: ModelMeter
  readonly memory: SessionMemoryStore
  readonly files: Files
  readonly idempotency: IdempotencyStore
  readonly receipts: ReceiptBook
  readonly cache: ResultCache
  /** Everything limited that keys share. */
  readonly shares: Shares
  readonly batchItems: FairShare
  /** The calls of each source that run at once. */
  readonly sourcePlaces: SourcePlaces
  readonly workers: WorkerPool
  readonly outbound: GuardedOutbound
  readonly providers: ProviderServices
  /** Notified of the end of each call, in this order. */
  readonly listeners: readonly CallListener[]
  readonly settings: SettingsStore
  readonly toolsets: ToolsetStore
  readonly allowedOrigins: AllowedOrigins
  readonly readiness: Readiness
  /** The gateway's one clock, in milliseconds since 1970. */
  readonly now: () => number
  /** Reports a bug, whose details no caller gets. */
  readonly reportBug: (error: unknown, requestId: string) => void
}
