import { resolve } from 'node:path'
import { DEFAULT_PORT } from '../../src-shared/default-port.ts'
import { bootstrapKeys } from '../accounts/bootstrap-keys.ts'
import type { Epoch } from '../receipts/epochs.ts'
import { UsageLog } from '../ledger/usage-log.ts'
import { McpEndpoint } from '../mcp/mcp-endpoint.ts'
import { Jobs } from '../pipeline/jobs/jobs.ts'
import type { Services } from '../pipeline/services.ts'
import type { ActivityRecorder } from '../activity/activity-recorder.ts'
import type { CallTracer } from '../telemetry/otlp-tracer.ts'
import { Catalogues } from '../registry/catalogue.ts'
import { JobStore } from '../storage/jobs/job-store.ts'
import type { PageStore } from '../storage/page-store.ts'
import { newRuntimeSecret } from '../data-folder/runtime-proof.ts'
import { createApp, type App } from '../gateway/create-app.ts'
import { Discovery } from '../gateway/openapi/discovery.ts'
import { doorPolicyOf, type DoorPolicy } from '../gateway/door/door.ts'
import { envelopeJson } from '../gateway/calls/envelope-json.ts'
import type { GatewayContext } from '../gateway/gateway-context.ts'
import type { InstanceOptions } from './instance-options.ts'
import { Log } from '../telemetry/log.ts'
import { CallMetrics } from '../telemetry/call-metrics.ts'
import type { Foundation } from './foundation/foundation.ts'
import { openInFolder } from './foundation/in-folder.ts'
import type { openOnPostgres as OnPostgres } from './foundation/on-postgres.ts'
import { openServices } from './open-services.ts'
import { shareWith } from './share-with.ts'
import { openStores } from './open-stores.ts'
import { PageFiles } from '../gateway/page/page-files.ts'
import { issuePage } from '../gateway/session/page-file.ts'
import { PageSessions } from '../gateway/session/page-sessions.ts'
import { SessionFile } from '../gateway/session/session-file.ts'
import { SessionTable } from '../gateway/session/session-table.ts'
import { ProcessMetrics } from '../telemetry/process-metrics.ts'
import { warmUp } from './warm-up.ts'
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
  const log = options.log ?? new Log('warn')
  const reportBug = options.reportBug ?? log.bug
  const metrics = new CallMetrics()
  const { dataDir, database, providers = {} } = options
  const parts = { ...{ now, log, reportBug, timed: metrics.committed }, dataDir }
  const foundation = database
    ? await openDatabase({ ...parts, database })
    : openInFolder({ ...parts, secrets: providers })
  try {
    return await onFoundation(foundation, options, { now, log, reportBug, metrics })
  } catch (error) {
    foundation.stop()
    await foundation.close()
    throw error
  }
}

// The driver is loaded where it is used.
async function openDatabase(parts: Parameters<typeof OnPostgres>[0]): Promise<Foundation> {
  const { openOnPostgres } = await import('./foundation/on-postgres.ts')
  return await openOnPostgres(parts)
}

type Tools = Pick<Services, 'now' | 'reportBug'> & { readonly log: Log; readonly metrics: CallMetrics }

async function onFoundation(
  foundation: Foundation,
  options: InstanceOptions,
  tools: Tools,
): Promise<Instance> {
  const { now, log, metrics } = tools
  const started = await openStored(foundation, options, tools)
  const { services, activity, tracer, owner, demoKey, newOwnerKey } = started
  await foundation.begin(services)
  const { keys } = services
  const { others } = foundation
  const store = new JobStore(now, services.stored, others?.self)
  const jobs = await Jobs.open({ store, services, toEnvelope: envelopeJson })
  const port = new BoundPort([...LOOPBACK_NAMES, ...(options.hostnames ?? [])])
  const sessions = await openSessions(options.dataDir, services, others !== null)
  const facts = factsOf(options, services, demoKey, port)
  const context: GatewayContext = {
    ...facts,
    get signUpOpen() {
      return facts.signUpOpen
    },
    ...(await openStores(foundation, options.dataDir, services)),
    services,
    jobs,
    running: new RunningWork(),
    mcp: new McpEndpoint({ services, version: options.version, extension: options.mcpTest?.extension }),
    mcpGuest: options.mcpTest ? owner : null,
    usage: new UsageFeed({ ...services, log: new UsageLog(services.engine, others?.settled) }),
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
      if (others) shareWith(others, { services, sessions, jobs, store, usage: context.usage })
    },
    warmUp: () => warmUpFirsts(context),
    ...createShutdown(foundation, context, tracer),
    restored: foundation.begun,
  }
}

// Opens what is stored, and ends what the previous process left open.
async function openStored(foundation: Foundation, options: InstanceOptions, tools: Tools) {
  const { now, reportBug } = tools
  const opened = await openServices(foundation, { ...options, ...tools })
  const { keys, audit, ledger, purchases, autoReload } = opened.services
  // Before anything else can reserve or spend the credits of calls that have left.
  for (const reason of await ledger.chargeDeparted()) reportBug(reason, 'start')
  const owners = await bootstrapKeys({ ...options, kept: foundation.keptKeys, keys, audit })
  for (const reason of await purchases.resume(now())) reportBug(reason, 'start')
  await autoReload.resume()
  await opened.services.teamBudget.begin(foundation.begun !== null)
  return { ...opened, ...owners }
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

async function openSessions(
  dataDir: string,
  { engine, keys, now }: Services,
  isShared: boolean,
): Promise<PageSessions> {
  const works = (keyId: string): boolean => keys.findById(keyId) !== null
  if (!isShared)
    return new PageSessions(
      now,
      works,
      dataDir === ':memory:' ? null : { file: new SessionFile(resolve(dataDir)) },
    )
  const sessions = new PageSessions(now, works, {
    table: new SessionTable(engine, now),
    learnKeys: () => keys.refresh(),
  })
  await sessions.refresh()
  return sessions
}

function createShutdown(
  foundation: Foundation,
  { jobs, usage, mcp, running, processMetrics, activity, services, redirects }: GatewayContext,
  tracer: CallTracer | null,
): Pick<Instance, 'drain' | 'close'> {
  const { workers, refusals, sources, teamBudget } = services
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
      foundation.stop()
      await foundation.close()
    },
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
