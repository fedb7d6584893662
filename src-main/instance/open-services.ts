import { WORKER_DEADLINE_MS } from '../../src-shared/limits.ts'
import { AuditTrail } from '../accounts/audit-trail.ts'
import { KeyStore } from '../accounts/key-store.ts'
import { ModelBudgets } from '../accounts/model-budgets.ts'
import { ModelUse } from '../accounts/model-use.ts'
import { RateLimiter } from '../accounts/rate-limiter.ts'
import { SharedRates } from '../accounts/rates/shared-rates.ts'
import { RefusalLog } from '../accounts/refusal-log.ts'
import { ToolLimitCounter } from '../accounts/rules/tool-limits.ts'
import { SignUpLimits } from '../accounts/sign-up-limits.ts'
import { standingOf } from '../accounts/standing.ts'
import { AutoReload } from '../ledger/auto-reload.ts'
import { localPayments } from '../ledger/payment-provider.ts'
import { Purchases } from '../ledger/purchases.ts'
import { AllowedOrigins } from '../outbound/allowed-origins.ts'
import { GuardedOutbound, MOST_SOURCE_MS, SENDS, SOURCE_SENDS } from '../outbound/guarded-outbound.ts'
import { openNames } from '../outbound/names/open-names.ts'
import { AllowedFolders } from '../files/allowed-folders.ts'
import { FileStore } from '../files/file-store.ts'
import { FILE_READS, Files } from '../files/files.ts'
import { KeptResults } from '../files/kept-results.ts'
import { ActivityRecorder } from '../activity/activity-recorder.ts'
import { CallMetrics } from '../telemetry/call-metrics.ts'
import { openOtlpTracer, type CallTracer } from '../telemetry/otlp-tracer.ts'
import { ApprovalDesk, APPROVALS } from '../pipeline/approvals/approval-desk.ts'
import { BATCH_ITEMS } from '../pipeline/batch.ts'
import { ModelMeter } from '../pipeline/models/model-meter.ts'
import { ResultCache } from '../pipeline/result-cache.ts'
import { SourcePlaces } from '../pipeline/run/source-places.ts'
import type { Services } from '../pipeline/services.ts'
import { MAX_DOCUMENT_BYTES } from '../../src-shared/sources/source-kinds.ts'
import { WorkerPool, WORKERS } from '../workers/worker-pool.ts'
import { MODELS } from '../providers/language-models.ts'
import type { Foundation } from './foundation/foundation.ts'
import { openSources } from './open-sources.ts'
import { RecipeBook } from '../extensions/recipes/recipe-book.ts'
import { openProviders } from '../providers/open-providers.ts'
import { networkTransport } from '../providers/provider-transport.ts'
import { ReceiptBook } from '../receipts/receipt-book.ts'
import type { Sharer } from '../shares/place.ts'
import { Shares } from '../shares/shares.ts'
import { loadRegistry } from '../registry/registry.ts'
import { ToolsetStore } from '../registry/toolsets/toolset-store.ts'
import { IdempotencyStore } from '../storage/idempotency-store.ts'
import { SessionMemoryStore } from '../memory/session-memory.ts'
import { SettingsStore } from '../storage/settings-store.ts'
import { StoredData } from '../storage/quota/stored-data.ts'
import type { InstanceOptions } from './instance-options.ts'

const MIB = 1024 * 1024
/** The owner has given their names, like those of providers. */
const HUBS: Sharer = { id: 'hubs', isOwner: true }

/** The options of an instance that concern its services. */
type ServiceOptions = Pick<
  InstanceOptions,
  | 'dataDir'
  | 'version'
  | 'workerUrl'
  | 'workerDeadlineMs'
  | 'shareWaitMs'
  | 'names'
  | 'allowedOrigins'
  | 'telemetry'
  | 'providers'
> &
  Pick<Services, 'now' | 'reportBug'> & { readonly metrics: CallMetrics }

/** The services that calls run on, and the listeners to their ends. */
export interface OpenedServices {
  readonly services: Services
  readonly activity: ActivityRecorder
  /** Null unless the owner has set a collector. */
  readonly tracer: CallTracer | null
}

/** Builds the services over an open database. */
export async function openServices(
  foundation: Foundation,
  options: ServiceOptions,
): Promise<OpenedServices> {
  const { now, reportBug, metrics } = options
  const { engine, ledger, secrets, receipts, others } = foundation
  const settings = await SettingsStore.open(engine, (error) => reportBug(error, 'settings'))
  const keys = await KeyStore.open(engine, ledger, now, () => settings.get().new_key_rate_limit)
  const parts = { engine, keys, ledger, settings }
  const audit = new AuditTrail(engine, now)
  const allowance = () => settings.get().auto_approved_credits
  const purchases = new Purchases({ engine, ledger, provider: localPayments, allowance })
  const report = (error: unknown): void => reportBug(error, 'auto-reload')
  const buyerOf = (account: string) => keys.findById(account)
  const tracer = options.telemetry ? await openOtlpTracer(options.telemetry) : null
  const activity = openActivity(options, parts)
  const { shares, names, stored, modelBudgets, modelMeter } = await openLimits(options, parts)
  const memory = new SessionMemoryStore(engine, now, stored)
  const registry = await loadRegistry()
  const workers = new WorkerPool({
    workerUrl: options.workerUrl,
    share: shares.open(WORKERS),
    deadlineMs: options.workerDeadlineMs ?? WORKER_DEADLINE_MS,
  })
  const { ofSources, ...network } = await openNetwork(options, {
    ...{ foundation, settings, shares, names },
  })
  const services: Services = {
    registry,
    sources: await openSources(options, {
      ...{ registry, engine, secrets, settings, audit, workers },
      outbound: ofSources,
    }),
    recipes: await RecipeBook.open({ registry, engine, now }),
    ledger,
    engine,
    purchases,
    autoReload: await AutoReload.open({ engine, ledger, purchases, buyerOf, now, report }),
    keys,
    signUps: new SignUpLimits(engine, () => settings.get(), now),
    audit,
    refusals: new RefusalLog(audit, now, (error) => reportBug(error, 'audit')),
    rates: others ? new SharedRates(others) : new RateLimiter(),
    toolLimits: new ToolLimitCounter(now, others?.aside),
    modelBudgets,
    modelMeter,
    stored,
    memory,
    files: openFiles(options, { engine, shares, stored, memory }),
    idempotency: new IdempotencyStore(engine, stored, others?.self),
    receipts: new ReceiptBook({ ...receipts, now }),
    cache: new ResultCache(),
    shares,
    batchItems: shares.open(BATCH_ITEMS),
    sourcePlaces: new SourcePlaces(shares, keys),
    approvals: new ApprovalDesk(shares.open(APPROVALS), now),
    workers,
    ...network,
    settings,
    toolsets: await ToolsetStore.open(engine, now),
    listeners: tracer ? [metrics, activity, modelMeter, tracer] : [metrics, activity, modelMeter],
    readiness: foundation.readiness,
    ...{ now, reportBug },
  }
  return { services, activity, tracer }
}

/** What the ways to the network share with others. */
type NetworkParts = Pick<Services, 'settings' | 'shares'> & {
  readonly foundation: Foundation
  readonly names: ReturnType<typeof openNames>
}

// What leaves the machine: the requests of tools, those to language models, and those to a hub.
async function openNetwork(
  { now, reportBug, providers = {}, ...options }: ServiceOptions,
  { foundation, settings, shares, names }: NetworkParts,
): Promise<
  Pick<Services, 'providers' | 'outbound' | 'allowedOrigins' | 'teamBudget'> & {
    readonly ofSources: GuardedOutbound
  }
> {
  const { engine, secrets } = foundation
  const allowedOrigins = await AllowedOrigins.open(engine, options.allowedOrigins ?? [])
  const opened = openProviders(
    { engine, secrets, share: shares.open(MODELS), names: names.ofProviders },
    providers,
  )
  await opened.book.load()
  const transport = networkTransport(names.ofProviders.connecting({ who: HUBS, bySystem: true }))
  const report = (error: unknown): void => reportBug(error, 'hub')
  return {
    allowedOrigins,
    providers: opened,
    outbound: new GuardedOutbound({
      allowedOrigins,
      deadlineMs: () => settings.get().outbound_seconds * 1_000,
      names: names.ofCallers,
      sends: shares.open(SENDS),
    }),
    ofSources: new GuardedOutbound({
      allowedOrigins,
      // A source has a time of its own for each call.
      deadlineMs: MOST_SOURCE_MS,
      mostAnswerBytes: MAX_DOCUMENT_BYTES,
      names: names.ofCallers,
      sends: shares.open(SOURCE_SENDS),
    }),
    teamBudget: await foundation.openHubs({ engine, secrets, transport, now, report }),
  }
}

function openActivity(
  { dataDir, now, reportBug }: ServiceOptions,
  { keys, ledger, settings }: Pick<Services, 'keys' | 'ledger' | 'settings'>,
): ActivityRecorder {
  return new ActivityRecorder({
    dataDir,
    rules: () => settings.get(),
    isOwner: (keyId) => standingOf(keyId, keys, ledger) === 'owner',
    now,
    report: (error) => reportBug(error, 'activity'),
  })
}

function openFiles(
  { now, dataDir }: ServiceOptions,
  { engine, shares, stored, memory }: Pick<Services, 'engine' | 'shares' | 'stored' | 'memory'>,
): Files {
  return new Files({
    store: new FileStore(engine, now, stored),
    folders: new AllowedFolders(engine, dataDir === ':memory:' ? null : dataDir),
    results: new KeptResults(now),
    memory,
    reads: shares.open(FILE_READS),
  })
}

// What limits the keys, each by itself and all together.
async function openLimits(
  { now, reportBug, ...options }: ServiceOptions,
  { engine, keys, ledger, settings }: Pick<Services, 'engine' | 'keys' | 'ledger' | 'settings'>,
) {
  const shares = new Shares(options.shareWaitMs)
  const names = openNames(shares, options.names)
  const stored = new StoredData({
    limit: () => settings.get().stored_megabytes * MIB,
    standingOf: (keyId) => standingOf(keyId, keys, ledger),
  })
  const modelBudgets = new ModelBudgets(await ModelUse.open(engine, now), {
    settings: () => settings.get(),
    isOwner: ({ id }) => keys.owner()?.id === id,
    makersOf: (account) => keys.makersOf(account),
    now,
  })
  const modelMeter = new ModelMeter(modelBudgets, reportBug)
  return { shares, names, stored, modelBudgets, modelMeter }
}
