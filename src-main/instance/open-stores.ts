import { resolve } from 'node:path'
import type { GatewayContext } from '../gateway/gateway-context.ts'
import { RedirectFiles } from '../gateway/session/redirect-files.ts'
import { LedgerExport } from '../ledger/ledger-export.ts'
import { UsageFigures } from '../ledger/usage-figures.ts'
import type { Services } from '../pipeline/services.ts'
import { BatchStore } from '../storage/batch-store.ts'
import { PageStore } from '../storage/page-store.ts'
import type { Foundation } from './foundation/foundation.ts'

/** Opens what the page, backups and exports read and write. */
export async function openStores(
  { engine, others, verifyStored, backUp }: Foundation,
  dataDir: string,
  { now, stored }: Pick<Services, 'now' | 'stored'>,
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
    ...{ batches, backUp, verifyStored },
    figures: new UsageFigures(engine, others !== null),
    ledgerExport: new LedgerExport(engine),
  }
}
