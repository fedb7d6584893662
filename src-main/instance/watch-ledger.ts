import type { Database } from 'better-sqlite3'
import { LedgerWatch, type LedgerWatchParts } from '../ledger/ledger-watch.ts'
import { unsoundLedger } from '../ledger/readiness.ts'
import type { StartCheck } from '../ledger/verify-ledger.ts'
import type { Services } from '../pipeline/services.ts'

/**
 * Verifies the ledger of a running instance. If it does not add up, the log and `check=ready` say so, and no call is
 * charged any more; the next start refuses.
 * @param pace how long it rests; tests need not wait
 */
export function watchLedger(
  db: Database,
  started: StartCheck,
  services: Pick<Services, 'ledger' | 'readiness' | 'reportBug'> & Pick<LedgerWatchParts, 'commits'>,
  pace: Pick<LedgerWatchParts, 'rest'> = {},
): LedgerWatch {
  const { commits, ledger, readiness, reportBug } = services
  return new LedgerWatch({
    ...pace,
    db,
    commits,
    started,
    unsound: (problems) => {
      readiness.doubt()
      ledger.stop(unsoundLedger())
      reportBug(new Error(`The ledger does not add up: ${problems.slice(0, 3).join('; ')}`), 'ledger')
    },
    report: (error) => reportBug(error, 'ledger'),
  })
}
