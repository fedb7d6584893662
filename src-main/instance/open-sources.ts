import type { Database } from 'better-sqlite3'
import { ApiDocuments } from '../extensions/openapi/api-documents.ts'
import { StrayProcesses } from '../extensions/mcp/stray-processes.ts'
import { SourceBook } from '../extensions/source-book.ts'
import { SourceStore } from '../extensions/source-store.ts'
import { parseInTurns } from '../pipeline/turns/parse-in-turns.ts'
import type { Services } from '../pipeline/services.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { Sharer } from '../shares/place.ts'
import { readInProcess } from '../workers/document-host.ts'
import type { InstanceOptions } from './instance-options.ts'

const SOURCES: Sharer = { id: 'sources', isOwner: true }

/** The options of an instance that concern its sources. */
type SourceOptions = Pick<InstanceOptions, 'dataDir' | 'version' | 'workerUrl'> &
  Pick<Services, 'now' | 'reportBug'>

/** What sources share with others. */
type SharedParts = Pick<Services, 'registry' | 'commits' | 'settings' | 'audit' | 'outbound'> & {
  readonly secrets: SecretStore
}

/** Opens the sources of an instance: reads what is known of them, and starts no process. */
export async function openSources(
  db: Database,
  { dataDir, version, now, reportBug, workerUrl }: SourceOptions,
  { registry, commits, secrets, settings, audit, outbound }: SharedParts,
): Promise<SourceBook> {
  const strays = new StrayProcesses(dataDir === ':memory:' ? null : dataDir)
  await strays.end()
  return new SourceBook({
    ...{ store: new SourceStore(db), registry, commits, secrets, strays, version, now },
    apis: {
      outbound,
      documents: new ApiDocuments({ outbound, now, read: (bytes) => readInProcess(workerUrl, bytes) }),
    },
    channelTo: (url, options) => outbound.channelTo(url, { ...options, who: SOURCES }),
    callMs: () => settings.get().call_seconds * 1_000,
    parse: parseInTurns,
    record: ({ action, source, detail }) =>
      audit.write({ action, actor: null, target: source, address: null, requestId: null, detail }),
    report: (error) => reportBug(error, 'sources'),
  })
}
