import { ApiDocuments } from '../extensions/openapi/api-documents.ts'
import { hereOf } from '../extensions/other-clients/mcp-clients.ts'
import { NpmPackages } from '../extensions/npm/npm-packages.ts'
import { StrayProcesses } from '../extensions/processes/stray-processes.ts'
import { ScriptFolder } from '../extensions/folder/script-folder.ts'
import type { ReadFile, ScriptTask } from '../extensions/folder/script-thread.ts'
import { SourceBook } from '../extensions/source-book.ts'
import { SourceStore } from '../extensions/source-store.ts'
import { parseInTurns } from '../pipeline/turns/parse-in-turns.ts'
import type { Services } from '../pipeline/services.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { Sharer } from '../shares/place.ts'
import { readInProcess } from '../workers/document-host.ts'
import { scriptLaunch } from '../workers/worker-launch.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import type { InstanceOptions } from './instance-options.ts'

const SOURCES: Sharer = { id: 'sources', isOwner: true }

/** The options of an instance that concern its sources. */
type SourceOptions = Pick<InstanceOptions, 'dataDir' | 'version' | 'workerUrl' | 'here'> &
  Pick<Services, 'now' | 'reportBug'>

/** What sources share with others. */
type SharedParts = Pick<Services, 'registry' | 'engine' | 'settings' | 'audit' | 'outbound' | 'workers'> & {
  readonly secrets: SecretStore
}

/** Opens the sources of an instance: reads what is known of them, and starts no process. */
export async function openSources(
  { dataDir, version, now, reportBug, workerUrl, here = hereOf(process.env) }: SourceOptions,
  { registry, engine, secrets, settings, audit, outbound, workers }: SharedParts,
): Promise<SourceBook> {
  const report = (error: unknown): void => reportBug(error, 'sources')
  const strays = new StrayProcesses(dataDir === ':memory:' ? null : dataDir, report)
  await strays.end()
  return await SourceBook.open({
    ...{ store: new SourceStore(engine), registry, engine, secrets, strays, version, now, here },
    apis: {
      outbound,
      documents: new ApiDocuments({ outbound, now, read: (bytes) => readInProcess(workerUrl, bytes) }),
    },
    packages: new NpmPackages({ dataDir: dataDir === ':memory:' ? null : dataDir, strays, now }),
    folder: new ScriptFolder({
      dataDir: dataDir === ':memory:' ? null : dataDir,
      read: (name, file, text) => readInWorker(workers, { part: 'read', name, file, text }, now()),
      start: (folder) => ({ ...scriptLaunch(workerUrl, folder), env: { ELECTRON_RUN_AS_NODE: '1' } }),
    }),
    channelTo: (url, options) => outbound.channelTo(url, { ...options, who: SOURCES }),
    callMs: () => settings.get().call_seconds * 1_000,
    parse: parseInTurns,
    record: ({ action, source, detail }) =>
      audit.write({ action, actor: null, target: source, address: null, requestId: null, detail }),
    report,
  })
}

// What a script may do wrong is in the result; whatever else goes wrong is shown beside its file as well.
async function readInWorker(workers: WorkerPool, task: ScriptTask, now: number): Promise<ReadFile> {
  const outcome = await workers.run({
    ...{ who: SOURCES, slug: 'scripts', part: 'script', input: { ...task }, now },
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
  })
  // A worker answers this task with this type.
  if (outcome.kind === 'done') return outcome.output as ReadFile
  const why = 'message' in outcome ? `: ${outcome.message}` : ''
  return { kind: 'fault', message: `It could not be read (${outcome.kind})${why}`, line: null }
}
