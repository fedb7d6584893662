import type { Database } from 'better-sqlite3'
import { HeadKeeper } from '../../evidence/head-keeper.ts'
import { settleHistory, type History } from '../../evidence/settle-history.ts'
import type { Services } from '../../pipeline/services.ts'
import type { Epoch } from '../../receipts/epochs.ts'
import { InstanceKey } from '../../receipts/instance-key.ts'
import type { Log } from '../../telemetry/log.ts'
import type { GroupCommit } from '../../storage/group-commit.ts'
import { StartupError } from '../../storage/startup-error.ts'

/** The signed evidence of an instance: its key, and the head beside its database. */
interface OpenedEvidence {
  readonly instanceKey: InstanceKey
  /** The epoch that this start began, because the database was put back or changed; null for none. */
  readonly begun: Epoch | null
  /** Keeps the head up to date from now on; null for an instance that keeps nothing on disk. */
  readonly keepHead: (commits: GroupCommit, services: Pick<Services, 'keys'>) => HeadKeeper | null
}

/**
 * Compares the database with its signed head, before anything uses either.
 * @throws StartupError when the signing key is unusable, or the disk refuses the head
 */
export function openEvidence(
  db: Database,
  dataDir: string,
  { now, reportBug, log }: Pick<Services, 'now' | 'reportBug'> & { readonly log: Log },
): OpenedEvidence {
  const key = new InstanceKey(dataDir)
  if (dataDir === ':memory:') return { instanceKey: key, begun: null, keepHead: () => null }
  const { head, begun } = openHistory(db, dataDir, key, now())
  if (begun) log.restored(begun)
  return {
    instanceKey: key,
    begun,
    keepHead: (commits, { keys }) => {
      const report = (error: unknown): void => reportBug(error, 'head')
      const keeper = new HeadKeeper({ db, commits, keys, key, dataDir, head, now, report })
      void keeper.write()
      return keeper
    },
  }
}

function openHistory(db: Database, dataDir: string, key: InstanceKey, now: number): History {
  try {
    return settleHistory(db, dataDir, key, now)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new StartupError(`The signed head in ${dataDir} cannot be written: ${error.message}`, {
      cause: error,
    })
  }
}
