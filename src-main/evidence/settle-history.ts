import type { Database } from 'better-sqlite3'
import type { InstanceKey } from '../receipts/instance-key.ts'
import { currentEpoch, type Epoch } from '../receipts/epochs.ts'
import { beginEpoch, type EpochReason } from './begin-epoch.ts'
import { compareWith } from './check-head.ts'
import type { HeadProblem } from './check-tables.ts'
import { readHeadFile, setHeadAside, writeHead } from './head-file.ts'
import { readHead, signHead, type HeadStatement } from './head.ts'

/** How a start found the history of its instance. */
export interface History {
  /** The head that the database continues; null for one that begins with this start. */
  readonly head: HeadStatement | null
  /** The epoch that this start began, because the database was put back or changed; null for none. */
  readonly begun: Epoch | null
}

/**
 * Compares a database with the signed head beside it, before anything uses either. One that does not continue its
 * head was restored by hand or changed while the gateway was stopped: that begins an epoch, as `toolgate restore`
 * does.
 * @param now milliseconds since 1970
 * @throws Error when the disk refuses the head
 */
export function settleHistory(db: Database, dataDir: string, key: InstanceKey, now: number): History {
  const text = readHeadFile(dataDir)
  const read = text === null ? null : readHead(text, key.publicKey)
  const head = read && 'head' in read ? read.head.statement : null
  const reason = restoredByHand(db) ?? reasonOf(db, read, head)
  if (reason) {
    const begun = beginEpoch(db, { ...reason, by: 'start', above: head?.epoch, ...ownerIn(head) }, now)
    setHeadAside(dataDir, begun.number)
    return { head: null, begun }
  }
  if (head === null) return { head: null, begun: null }
  // From now on rows may follow it.
  const open = { ...head, final: false, written_at: new Date(now).toISOString() }
  if (head.final) writeHead(dataDir, signHead(open, key))
  return { head: open, begun: null }
}

/** What a start says about an epoch that it began. */
export function restoreWords({ number, detail }: Epoch): string {
  return (
    `${detail ?? ''} Epoch ${number} of this instance begins, and all keys but the owner's are suspended until the ` +
    'owner confirms them: on the page, or with `toolgate keys confirm`.'
  )
}

function restoredByHand(db: Database): Pick<EpochReason, 'cause' | 'detail'> | null {
  const mark = db.prepare<[], number>('SELECT made_at FROM backup_mark').pluck().get()
  if (mark === undefined) return null
  const made = new Date(mark).toISOString()
  return { cause: 'restore', detail: `The database was replaced by hand with a backup of ${made}.` }
}

function reasonOf(
  db: Database,
  read: ReturnType<typeof readHead> | null,
  head: HeadStatement | null,
): Pick<EpochReason, 'cause' | 'detail' | 'problems'> | null {
  if (read === null) {
    if (!currentEpoch(db).hasHead) return null
    return {
      cause: 'restore',
      detail: 'The database was found without the signed head that belongs to it.',
    }
  }
  if (head === null) return { cause: 'mismatch', detail: 'problem' in read ? read.problem : '' }
  const found = differences(db, head)
  if (found.length === 0) return null
  const problems = found.map(({ text }) => text)
  return found.some(({ kind }) => kind === 'older')
    ? { cause: 'restore', detail: 'The database is older than its signed head.', problems }
    : { cause: 'mismatch', detail: 'The database was changed while the gateway was stopped.', problems }
}

function differences(db: Database, head: HeadStatement): HeadProblem[] {
  const check = compareWith(db, head, false)
  for (;;) {
    const step = check.next()
    if (step.done) return step.value
  }
}

function ownerIn(head: HeadStatement | null): Pick<EpochReason, 'owner'> {
  return head === null ? {} : { owner: head.owner }
}
