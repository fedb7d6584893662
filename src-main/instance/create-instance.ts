import type { Database } from 'better-sqlite3'
import { join, resolve } from 'node:path'
import { DEFAULT_PORT } from '../../src-shared/default-port.ts'
import { bootstrapKeys } from '../accounts/bootstrap-keys.ts'
import { UsageLog } from '../ledger/usage-log.ts'
import type { LedgerWatch } from '../ledger/ledger-watch.ts'
import type { HeadKeeper } from '../evidence/head-keeper.ts'
import { openEvidence } from './open-evidence.ts'
import type { Epoch } from '../receipts/epochs.ts'
import { McpEndpoint } from '../mcp/mcp-endpoint.ts'
import { Jobs } from '../pipeline/jobs/jobs.ts'
import type { Services } from '../pipeline/services.ts'
import type { ActivityRecorder } from '../activity/activity-recorder.ts'
import type { CallTracer } from '../telemetry/otlp-tracer.ts'
import { Catalogues } from '../registry/catalogue.ts'
import { JobStore } from '../storage/job-store.ts'
import type { PageStore } from '../storage/page-store.ts'
import { noteCleanStop } from '../storage/clean-stop.ts'
import { DATABASE_FILE, openDatabase } from '../storage/open-database.ts'
import { newRuntimeSecret } from '../data-folder/runtime-proof.ts'
import { createApp, type App } from '../gateway/create-app.ts'
import { Discovery } from '../gateway/openapi/discovery.ts'
import { doorPolicyOf, type DoorPolicy } from '../gateway/door/door.ts'
import { envelopeJson } from '../gateway/calls/envelope-json.ts'
import type { GatewayContext } from '../gateway/gateway-context.ts'
import type { InstanceOptions } from './instance-options.ts'
import { Log } from '../telemetry/log.ts'
import { checkStored, openServices } from './open-services.ts'
import { openStores } from './open-stores.ts'
import { PageFiles } from '../gateway/page/page-files.ts'
import { issuePage } from '../gateway/session/page-file.ts'
import { PageSessions } from '../gateway/session/page-sessions.ts'
import { SessionFile } from '../gateway/session/session-file.ts'
import { ProcessMetrics } from '../telemetry/process-metrics.ts'
import { warmUp } from './warm-up.ts'
import { watchLedger } from './watch-ledger.ts'
import { RunningWork } from '../gateway/running-work.ts'
import { ROUTES } from '../gateway/routes/index.ts'
import { UsageFeed } from '../gateway/usage/usage-feed.ts'

/** A gateway without a port. */
export interface Instance {
  readonly app: App
  readonly services: Services
  /** The record of calls. */
  readonly activity: ActivityRecorder
  readonly jobs: Jobs
  readonly sessions: PageSessions
  /** A fresh one-time address of the page, and a private file that takes a browser there. */
  readonly pageFile: () => ReturnType<typeof issuePage>
  /** What the page keeps for its owner. */
  readonly pageStore: PageStore
  readonly demoKey: string
  /** The owner key itself, when this start made the instance. */
  readonly newOwnerKey: string | null
  /** The epoch that this start began, because the database was put back or changed; null for none. */
  readonly restored: Epoch | null
  /** The secret of this start, for `runtime.json`. */
  readonly runtimeSecret: string
  cookieName(): string
  /** Tells the door its port, and continues the jobs of the previous process. */
  boundTo(port: number): void
  /** Loads, while nothing is being answered, what first requests would wait for. @returns ends it */
  warmUp(): () => void
  /** Starts to stop: usage streams end, no job starts, and running jobs get `graceMs` to end. */
  drain(graceMs: number): Promise<void>
  close(): Promise<void>
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']
/** How long calls of disconnected callers may take to end: a model that was asked has a second for its last word. */
const LAST_WORK_MS = 3_000

/**
 * Builds an instance: storage, ledger, keys, tools and the HTTP surface over them.
 * @throws StartupError when the data folder is in use, damaged or does not add up
 */
export async function createInstance(options: InstanceOptions): Promise<Instance> {
  const now = options.now ?? Date.now
  const db = openDatabase(options.dataDir, true)
  try {
    const log = options.log ?? new Log('warn')
    const reportBug = options.reportBug ?? log.bug
    const started = await openStored(db, options, { now, log, reportBug })
    const { services, metrics, activity, tracer, evidence, owner, demoKey, newOwnerKey } = started
    const watch = options.dataDir === ':memory:' ? null : watchLedger(db, started.checked, services)
    const { keys } = services
    const store = new JobStore(now, services.stored)
    const jobs = await Jobs.open({ store, services, toEnvelope: envelopeJson })
    const port = new BoundPort([...LOOPBACK_NAMES, ...(options.hostnames ?? [])])
    const sessions = openSessions(options.dataDir, now, (keyId) => keys.findById(keyId) !== null)
    const facts = factsOf(options, services, demoKey, port)
    const context: GatewayContext = {
      ...facts,
      get signUpOpen() {
        return facts.signUpOpen
      },
      ...(await openStores(db, options.dataDir, now, {
        ...{ engine: services.engine, stored: services.stored },
        instanceKey: evidence.instanceKey,
      })),
      services,
      jobs,
      running: new RunningWork(),
      mcp: new McpEndpoint({ services, version: options.version, extension: options.mcpTest?.extension }),
      mcpGuest: options.mcpTest ? owner : null,
      usage: new UsageFeed({ ...services, log: new UsageLog(db) }),
      sessions,
      // Read each time: its limits may have changed since the start, or another key may be the owner's now.
      get owner() {
        return keys.owner() ?? owner
      },
      catalogues: new Catalogues(),
      documents: new Discovery(ROUTES, services.registry, facts),
      page: new PageFiles(options.pageDir),
      log,
      callMetrics: metrics,
      processMetrics: new ProcessMetrics(),
      activity,
      isTraced: tracer !== null,
      cookieName: () => `toolgate_${port.port}`,
    }
    return {
      app: createApp(ROUTES, context, () => port.policy),
      services,
      activity,
      jobs,
      sessions,
      pageFile: () => issuePage(context, null),
      pageStore: context.pageStore,
      demoKey,
      newOwnerKey,
      cookieName: context.cookieName,
      runtimeSecret: context.runtimeSecret,
      boundTo: (bound) => {
        port.moveTo(bound)
        void jobs.resume().catch((error: unknown) => services.reportBug(error, 'start'))
      },
      warmUp: () => warmUpFirsts(context),
      ...createShutdown(db, context, { tracer, heads: evidence.keepHead(services), watch }),
      restored: evidence.begun,
    }
  } catch (error) {
    db.close()
    throw error
  }
}

// Checks and opens what is stored, and ends what the previous process left open.
async function openStored(
  db: Database,
  options: InstanceOptions,
  { log, ...tools }: Pick<Services, 'now' | 'reportBug'> & { readonly log: Log },
) {
  const { now, reportBug } = tools
  const checked = checkStored(db, options.dataDir, reportBug)
  const evidence = openEvidence(db, options.dataDir, { ...tools, log })
  const opened = await openServices(db, { ...options, ...evidence, ...tools })
  const { keys, audit, ledger, purchases, autoReload } = opened.services
  // Before anything else can reserve or spend the credits of calls that have left.
  for (const reason of await ledger.chargeDeparted()) reportBug(reason, 'start')
  const owners = await bootstrapKeys({ ...options, keys, audit })
  for (const reason of await purchases.resume(now())) reportBug(reason, 'start')
  await autoReload.resume()
  await opened.services.teamBudget.begin(evidence.begun !== null)
  return { ...opened, ...owners, evidence, checked }
}

function warmUpFirsts({ services, mcp, running }: GatewayContext): () => void {
  const { registry, workers, reportBug } = services
  return warmUp({
    // Any tool: the first one loads what all of them share.
    steps: [() => registry.tools[0]?.load(), () => mcp.prepare(), () => workers.warm()],
    isBusy: () => running.isBusy,
    report: (error) => reportBug(error, 'start'),
  })
}

function factsOf(options: InstanceOptions, services: Services, demoKey: string, port: BoundPort) {
  return {
    demoKey,
    version: options.version,
    runtimeSecret: newRuntimeSecret(),
    signUpAllowed: options.signUpOpen ?? true,
    baseUrl: () => `http://127.0.0.1:${port.port}`,
    get signUpOpen() {
      return (options.signUpOpen ?? true) && services.settings.get().sign_up_open
    },
  }
}

function openSessions(dataDir: string, now: () => number, works: (keyId: string) => boolean): PageSessions {
  return new PageSessions(now, works, dataDir === ':memory:' ? null : new SessionFile(resolve(dataDir)))
}

interface Closing {
  readonly tracer: CallTracer | null
  readonly heads: HeadKeeper | null
  readonly watch: LedgerWatch | null
}

function createShutdown(
  db: Database,
  { jobs, usage, mcp, running, processMetrics, activity, services, redirects, dataDir }: GatewayContext,
  { tracer, heads, watch }: Closing,
): Pick<Instance, 'drain' | 'close'> {
  const { workers, engine, refusals, sources, teamBudget } = services
  return {
    drain: async (graceMs) => {
      // The port cannot close while streams are open.
      usage.close()
      await mcp.close()
      await jobs.drain(graceMs)
    },
    close: async () => {
      usage.close()
      processMetrics.close()
      redirects?.close()
      await jobs.close()
      await workers.close()
      await running.ended(LAST_WORK_MS)
      await sources.close()
      await refusals.flush()
      await teamBudget.close()
      await tracer?.close()
      activity.close()
      heads?.stop()
      watch?.close()
      await engine.close()
      // The last: nothing may follow the head that is written as the gateway stops.
      await heads?.close()
      db.close()
      if (watch && dataDir !== null && !watch.isUnsound) noteStop(dataDir, services)
    },
  }
}

// Without the note the next start checks every page.
function noteStop(dataDir: string, { reportBug }: Services): void {
  try {
    noteCleanStop(dataDir, join(dataDir, DATABASE_FILE))
  } catch (error) {
    reportBug(error, 'stop')
  }
}

/** The port the gateway listens at and the door's policy for that port. */
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
