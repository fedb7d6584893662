import { ledger } from './migrations/001-ledger.ts'
import { keys } from './migrations/002-keys.ts'
import { memory } from './migrations/003-memory.ts'
import { idempotency } from './migrations/004-idempotency.ts'
import { jobs } from './migrations/005-jobs.ts'
import { usage } from './migrations/006-usage.ts'
import { audit } from './migrations/007-audit.ts'
import { memorySearch } from './migrations/008-memory-search.ts'
import { receipts } from './migrations/009-receipts.ts'
import { teamKeys } from './migrations/010-team-keys.ts'
import { autoReload } from './migrations/011-auto-reload.ts'
import { memoryKinds } from './migrations/012-memory-kinds.ts'
import { receiptOwners } from './migrations/013-receipt-owners.ts'
import { providers } from './migrations/014-providers.ts'
import { settings } from './migrations/015-settings.ts'
import { page } from './migrations/016-page.ts'
import { batches } from './migrations/017-batches.ts'
import { departures } from './migrations/018-departures.ts'
import { modelUse } from './migrations/019-model-use.ts'
import { limits } from './migrations/020-limits.ts'
import { epochs } from './migrations/021-epochs.ts'
import { ledgerPlace } from './migrations/022-ledger-place.ts'
import { batchCells } from './migrations/023-batch-cells.ts'
import { files } from './migrations/024-files.ts'
import { teamBudget } from './migrations/025-team-budget.ts'
import { toolsets } from './migrations/026-toolsets.ts'
import { keyRules } from './migrations/027-key-rules.ts'
import { sources } from './migrations/028-sources.ts'
import { recipes } from './migrations/029-recipes.ts'

/** Every change of the database layout, in order. Released migrations are never edited; add a new one instead. */
export const MIGRATIONS: readonly string[] = [
  ledger,
  keys,
  memory,
  idempotency,
  jobs,
  usage,
  audit,
  memorySearch,
  receipts,
  teamKeys,
  autoReload,
  memoryKinds,
  receiptOwners,
  providers,
  settings,
  page,
  batches,
  departures,
  modelUse,
  limits,
  epochs,
  ledgerPlace,
  batchCells,
  files,
  teamBudget,
  toolsets,
  keyRules,
  sources,
  recipes,
]
