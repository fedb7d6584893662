import type { Account } from '../accounts/account.ts'
import type { StoredVerdict } from '../evidence/check-head.ts'
import type { Backup } from '../ledger/backup.ts'
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts'
import type { LedgerExport } from '../ledger/ledger-export.ts'
import type { UsageFigures } from '../ledger/usage-figures.ts'
import type { Jobs } from '../pipeline/jobs/jobs.ts'
import type { Services } from '../pipeline/services.ts'
import type { Catalogues } from '../registry/catalogue.ts'
import type { Tools } from '../registry/tool-list.ts'
import type { PreparedDocument } from '../registry/prepared-document.ts'
import type { PageStore } from '../storage/page-store.ts'
import type { BatchStore } from '../storage/batch-store.ts'
import type { PageFiles } from './page/page-files.ts'
import type { Log } from '../telemetry/log.ts'
import type { PageSessions } from './session/page-sessions.ts'
import type { RedirectFiles } from './session/redirect-files.ts'
import type { RunningWork } from './running-work.ts'
import type { UsageFeed } from './usage/usage-feed.ts'
import type { CallMetrics } from '../telemetry/call-metrics.ts'
import type { ActivityRecorder } from '../activity/activity-recorder.ts'
import type { ProcessMetrics } from '../telemetry/process-metrics.ts'

/** The documents that tell a client what it can call, of the tools that it sees. */
export interface Documents {
  /** The OpenAPI 3.0 description. */
  openApi(seen: Tools): Promise<PreparedDocument>
  /** The tools manifest. */
  manifest(seen: Tools): Promise<PreparedDocument>
}

/** What the HTTP surface needs besides the services that run calls. */
export interface GatewayContext {
  readonly services: Services
  readonly jobs: Jobs
  /** The page's saved runs. */
  readonly batches: BatchStore
  readonly usage: UsageFeed
  readonly mcp: McpEndpoint
  /** The account of MCP requests without a key; null except in the protocol's conformance tests, which send none. */
  readonly mcpGuest: Account | null
  readonly catalogues: Catalogues
  readonly documents: Documents
  readonly sessions: PageSessions
  /** Where one-time addresses are handed to a browser; null for an instance that keeps nothing on disk. */
  readonly redirects: RedirectFiles | null
  readonly page: PageFiles
  /** What the page keeps between visits. */
  readonly pageStore: PageStore
  readonly running: RunningWork
  readonly log: Log
  /** Writes a backup into the data folder; null for an instance that keeps nothing on disk. */
  readonly backUp: (() => Promise<Backup>) | null
  readonly callMetrics: CallMetrics
  readonly processMetrics: ProcessMetrics
  /** The record of calls. */
  readonly activity: ActivityRecorder
  /** Whether traces are exported, so that a caller's place in a trace matters. */
  readonly isTraced: boolean
  /** The owner's own account, which a page session acts for. */
  readonly owner: Account
  readonly demoKey: string
  readonly version: string
  /** Without a trailing slash; known once the port is bound. */
  readonly baseUrl: () => string
  /** The name of the session cookie, which contains the port because cookies are not bound to one. */
  readonly cookieName: () => string
  /** Proves to the command line that this gateway wrote `runtime.json`. */
  readonly runtimeSecret: string
  /** Whether new callers may sign up now, as the start options and the settings say. */
  readonly signUpOpen: boolean
  /** Whether the settings may open sign-up; a gateway that other machines can reach keeps it closed. */
  readonly signUpAllowed: boolean
  /** Null for an instance that keeps nothing on disk. */
  readonly dataDir: string | null
  /** Recomputes every balance and the audit chain, and compares all with the signed head, while calls go on. */
  readonly verifyStored: () => Promise<StoredVerdict>
  readonly figures: UsageFigures
  readonly ledgerExport: LedgerExport
}
