import type { Database } from 'better-sqlite3'
import { AuditTrail } from '../accounts/audit-trail.ts'
import { bootstrapKeys } from '../accounts/bootstrap-keys.ts'
import { KeyStore } from '../accounts/key-store.ts'
import { RateLimiter } from '../accounts/rate-limiter.ts'
import { RefusalLog } from '../accounts/refusal-log.ts'
import { verifyAudit } from '../accounts/verify-audit.ts'
import { AutoReload } from '../ledger/auto-reload.ts'
import { localPayments } from '../ledger/payment-provider.ts'
import { Purchases } from '../ledger/purchases.ts'
import { SqliteLedger } from '../ledger/sqlite-ledger.ts'
import { UsageLog } from '../ledger/usage-log.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'
import { GuardedOutbound } from '../outbound/guarded-outbound.ts'
import { Jobs } from '../pipeline/jobs/jobs.ts'
import { ResultCache } from '../pipeline/result-cache.ts'
import type { Services } from '../pipeline/services.ts'
import { WorkerPool } from '../pipeline/worker-pool.ts'
import { InstanceKey } from '../receipts/instance-key.ts'
import { ReceiptBook } from '../receipts/receipt-book.ts'
import { Catalogue } from '../registry/catalogue.ts'
import { loadRegistry } from '../registry/registry.ts'
import { GroupCommit } from '../storage/group-commit.ts'
import { IdempotencyStore } from '../storage/idempotency-store.ts'
import { JobStore } from '../storage/job-store.ts'
import { openDatabase } from '../storage/open-database.ts'
import { SessionMemoryStore } from '../storage/session-memory.ts'
import { StartupError } from '../storage/startup-error.ts'
import { createApp, type App } from './create-app.ts'
import { Discovery } from './discovery.ts'
import { doorPolicyOf, type DoorPolicy } from './door.ts'
import { envelopeJson } from './envelope-json.ts'
import type { GatewayContext } from './gateway-context.ts'
import { PageFiles } from './page-files.ts'
import { PageSessions } from './page-sessions.ts'
import { RunningWork } from './running-work.ts'
import { ROUTES } from './routes/index.ts'
import { UsageFeed } from './usage-feed.ts'

export interface InstanceOptions {
  /** Where the instance keeps its data; `:memory:` for one that vanishes with the process. */
  readonly dataDir: string
  /** The built page. */
  readonly pageDir: string
  /** The built worker, or its source where Node runs TypeScript. */
  readonly workerUrl: URL
  readonly version: string
  /** Host names, beside loopback's own, under which the gateway may be addressed. */
  readonly hostnames?: readonly string[]
  /** The owner key of a new instance; one is made without it. */
  readonly ownerKey?: string | undefined
  /** Origins that webhook-send may reach although their addresses are private. */
  readonly allowedOrigins?: readonly string[]
  /** Closed when the gateway is reachable from other machines. */
  readonly signUpOpen?: boolean
  /** Milliseconds since 1970; tests bring their own clock. */
  readonly now?: () => number
  readonly reportBug?: (error: unknown, requestId: string) => void
}

/** A gateway without a port. */
export interface Instance {
  readonly app: App
  readonly services: Services
  readonly jobs: Jobs
  readonly sessions: PageSessions
  readonly demoKey: string
  /** The owner key itself, when this start made the instance. */
  readonly newOwnerKey: string | null
  cookieName(): string
  /** Tells the door which port it stands in front of, and goes on with the jobs of the process before. */
  boundTo(port: number): void
  /** Begins to stop: usage streams end, no job starts, and running ones may end for at most `graceMs`. */
  drain(graceMs: number): Promise<void>
  close(): Promise<void>
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']
const DEFAULT_PORT = 4777
/** Rows of the audit trail that a start checks; `toolgate ledger verify` checks all. */
const AUDIT_ROWS_AT_START = 50_000
/** How long calls whose callers were cut off may take to give their credits back. */
const LAST_WORK_MS = 1_000

/**
 * Puts an instance together: storage, ledger, keys, tools and the HTTP surface over them.
 * @throws StartupError when the data folder is in use, damaged or does not add up
 */
export async function createInstance(options: InstanceOptions): Promise<Instance> {
  const now = options.now ?? Date.now
  const reportBug = options.reportBug ?? reportToStderr
  const db = openDatabase(options.dataDir)
  try {
    checkStored(db, options.dataDir, reportBug)
    const commits = new GroupCommit(db)
    const ledger = new SqliteLedger(db, commits, now)
    const keys = new KeyStore(db, commits, ledger, now)
    const { owner, demoKey, newOwnerKey } = await bootstrapKeys({
      dataDir: options.dataDir,
      ownerKey: options.ownerKey,
      keys,
    })
    const services = await openServices(options, { db, commits, ledger, keys, now, reportBug })
    for (const reason of await services.purchases.resume(now())) reportBug(reason, 'start')
    await services.autoReload.resume()
    const jobs = new Jobs({ store: new JobStore(db, now), services, toEnvelope: envelopeJson })
    const usage = new UsageFeed({ ...services, log: new UsageLog(db) })
    const port = new BoundPort([...LOOPBACK_NAMES, ...(options.hostnames ?? [])])
    const sessions = new PageSessions(now)
    const facts = {
      demoKey,
      version: options.version,
      baseUrl: () => `http://127.0.0.1:${port.port}`,
      signUpOpen: options.signUpOpen ?? true,
    }
    const context: GatewayContext = {
      ...facts,
      services,
      jobs,
      running: new RunningWork(),
      usage,
      sessions,
      // As it is now: its limits may have changed since the start, or another key may have taken its place.
      get owner() {
        return keys.owner() ?? owner
      },
      catalogue: new Catalogue(services.registry),
      discovery: new Discovery(ROUTES, services.registry.tools, facts),
      page: new PageFiles(options.pageDir),
      cookieName: () => `toolgate_${port.port}`,
    }
    return {
      app: createApp(ROUTES, context, () => port.policy),
      services,
      jobs,
      sessions,
      demoKey,
      newOwnerKey,
      cookieName: context.cookieName,
      boundTo: (bound) => {
        port.moveTo(bound)
        void jobs.resume().catch((error: unknown) => services.reportBug(error, 'start'))
      },
      ...endingOf(db, context),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** What services are built on, in the order in which a start opens it. */
interface Foundations extends Pick<Services, 'commits' | 'keys' | 'now' | 'reportBug'> {
  readonly db: Database
  readonly ledger: SqliteLedger
}

async function openServices(options: InstanceOptions, base: Foundations): Promise<Services> {
  const { db, commits, ledger, keys, now, reportBug } = base
  const audit = new AuditTrail(db, commits, now)
  const purchases = new Purchases({ db, commits, ledger, provider: localPayments })
  const report = (error: unknown): void => reportBug(error, 'auto-reload')
  const buyerOf = (account: string) => keys.working(account)
  return {
    registry: await loadRegistry(),
    ledger,
    commits,
    purchases,
    autoReload: new AutoReload({ db, commits, ledger, purchases, buyerOf, now, report }),
    keys,
    audit,
    refusals: new RefusalLog(audit, now, (error) => reportBug(error, 'audit')),
    rates: new RateLimiter(),
    memory: new SessionMemoryStore(db, now),
    idempotency: new IdempotencyStore(db, commits),
    receipts: new ReceiptBook(db, new InstanceKey(options.dataDir), now),
    cache: new ResultCache(),
    workers: new WorkerPool({ workerUrl: options.workerUrl }),
    outbound: new GuardedOutbound({ allowedOrigins: new Set(options.allowedOrigins ?? []) }),
    now,
    reportBug,
  }
}

// A ledger that does not add up must not be charged; an audit trail that is not whole is no reason to stand still.
function checkStored(db: Database, dataDir: string, reportBug: Services['reportBug']): void {
  const ledger = verifyLedger(db)
  if (!ledger.ok) throw new StartupError(unsound(dataDir, ledger.problems))
  for (const problem of verifyAudit(db, AUDIT_ROWS_AT_START).problems)
    reportBug(new Error(`The audit trail was tampered with or damaged: ${problem}`), 'start')
}

function endingOf(
  db: Database,
  { jobs, usage, running, services: { workers, commits, refusals } }: GatewayContext,
): Pick<Instance, 'drain' | 'close'> {
  return {
    drain: async (graceMs) => {
      // The port cannot close while streams are open.
      usage.close()
      await jobs.drain(graceMs)
    },
    close: async () => {
      usage.close()
      await jobs.close()
      await workers.close()
      await running.ended(LAST_WORK_MS)
      void refusals.flush()
      commits.close()
      db.close()
    },
  }
}

/** The port the gateway listens at and the door's policy for it. */
class BoundPort {
  readonly #hostnames: readonly string[]
  port = DEFAULT_PORT
  policy: DoorPolicy

  constructor(hostnames: readonly string[]) {
    this.#hostnames = hostnames
    this.policy = doorPolicyOf(hostnames, this.port)
  }

  moveTo(port: number): void {
    this.port = port
    this.policy = doorPolicyOf(this.#hostnames, port)
  }
}

function unsound(dataDir: string, problems: readonly string[]): string {
  return (
    `The ledger in ${dataDir} does not add up: ${problems.slice(0, 3).join('; ')}. Nothing was changed. ` +
    'Put the database back from a backup, or start a new instance in another folder.'
  )
}

function reportToStderr(error: unknown, requestId: string): void {
  console.error(JSON.stringify({ level: 'error', request_id: requestId, error: describe(error) }))
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
