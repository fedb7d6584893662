import { runWork } from '../storage/sqlite/run-work.ts'
import type { Database } from 'better-sqlite3'
import { appendAudit } from '../accounts/audit-trail.ts'
import { writeEpoch, type Epoch, type EpochCause } from '../receipts/epochs.ts'

/** Why an epoch begins. */
export interface EpochReason {
  readonly cause: Exclude<EpochCause, 'first'>
  /** A sentence about which backup was restored, or what does not fit. */
  readonly detail: string
  /** Who restored it: a name of the system, or `start` for the gateway itself. */
  readonly by: string
  /** More about it, such as what differs from the signed head. */
  readonly problems?: readonly string[]
  /** The number of the newest epoch that a signed head knows of. */
  readonly above?: number | undefined
  /** The owner key that a signed head knows; without it the restored database's own. */
  readonly owner?: string | null | undefined
}

const MAX_PROBLEMS = 5
const OWNERS = `revoked_at IS NULL AND expires_at IS NULL AND suspended_at IS NULL AND ends_with IS NULL
  AND EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'admin')`

/**
 * Begins the next epoch of an instance whose database went back: suspends every key but the owner's until the owner
 * confirms it, and puts the event into the audit trail, all in one transaction.
 * @param now milliseconds since 1970
 */
export function beginEpoch(db: Database, reason: EpochReason, now: number): Epoch {
  const { cause, detail, by, problems = [], above = 0 } = reason
  const begin = db.transaction((): Epoch => {
    const epoch = writeEpoch(db, { cause, detail, above }, now)
    const owner = reason.owner === undefined ? oldestOwner(db) : (reason.owner ?? null)
    const { changes } = db
      .prepare<[number, string | null]>(
        'UPDATE api_key SET suspended_at = ? WHERE revoked_at IS NULL AND suspended_at IS NULL AND id IS NOT ?',
      )
      .run(now, owner)
    const backedUp = db.prepare<[], number>('SELECT made_at FROM backup_mark').pluck().get()
    db.prepare('DELETE FROM backup_mark').run()
    const restored = appendAudit(
      {
        action: 'instance.restored',
        actor: null,
        address: null,
        requestId: null,
        detail: {
          by,
          what: detail,
          epoch: epoch.number,
          epoch_id: epoch.id,
          suspended_keys: changes,
          backup_made_at: backedUp === undefined ? null : new Date(backedUp).toISOString(),
          problems: problems.slice(0, MAX_PROBLEMS),
        },
      },
      now,
    )
    runWork(db, restored)
    return epoch
  })
  return begin.immediate()
}

function oldestOwner(db: Database): string | null {
  const oldest = db.prepare<[], string>(
    `SELECT id FROM api_key WHERE ${OWNERS} ORDER BY created_at, id LIMIT 1`,
  )
  return oldest.pluck().get() ?? null
}
