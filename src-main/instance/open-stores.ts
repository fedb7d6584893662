import type { Database } from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { GatewayContext } from '../gateway/gateway-context.ts'
import { RedirectFiles } from '../gateway/session/redirect-files.ts'
import { writeBackup, type Backup } from '../ledger/backup.ts'
import { LedgerExport } from '../ledger/ledger-export.ts'
import { UsageFigures } from '../ledger/usage-figures.ts'
import type { Services } from '../pipeline/services.ts'
import type { InstanceKey } from '../receipts/instance-key.ts'
import { BatchStore } from '../storage/batch-store.ts'
import { PageStore } from '../storage/page-store.ts'
import { verifyStored } from './open-services.ts'

/** Opens what the page, backups and exports read and write. */
export async function openStores(
  db: Database,
  dataDir: string,
  now: () => number,
  {
    engine,
    stored,
    instanceKey,
  }: Pick<Services, 'engine' | 'stored'> & { readonly instanceKey: InstanceKey },
): Promise<
  Pick<
    GatewayContext,
    | 'dataDir'
    | 'redirects'
    | 'verifyStored'
    | 'figures'
    | 'ledgerExport'
    | 'pageStore'
    | 'batches'
    | 'backUp'
  >
> {
  const isKept = dataDir !== ':memory:'
  const batches = new BatchStore(engine, now, stored)
  // What was deleted before the last stop must not stay until another run is saved.
  await batches.purge()
  return {
    dataDir: isKept ? resolve(dataDir) : null,
    redirects: isKept ? new RedirectFiles(resolve(dataDir)) : null,
    pageStore: new PageStore(engine, now),
    batches,
    backUp: isKept ? () => backUp(db, dataDir, now()) : null,
    verifyStored: () => verifyStored(db, dataDir, instanceKey),
    figures: new UsageFigures(db),
    ledgerExport: new LedgerExport(db),
  }
}

// Some systems allow no colons in file names.
async function backUp(db: Database, dataDir: string, now: number): Promise<Backup> {
  const folder = join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const time = new Date(now).toISOString().replaceAll(':', '-')
  return await writeBackup(db, join(folder, `toolgate-${time}-${randomBytes(3).toString('hex')}.db`), now)
}
