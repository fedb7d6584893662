import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { readInstanceFile } from '../data-folder/instance-file.ts'
import { checkCopy, draftOf, removeDraft, type Backup } from '../ledger/backup.ts'
import { InstanceKey } from '../receipts/instance-key.ts'
import { DATABASE_FILE, openDatabase } from '../storage/open-database.ts'
import { StartupError } from '../storage/startup-error.ts'
import { beginEpoch } from './begin-epoch.ts'
import { readHeadFile, setHeadAside } from './head-file.ts'
import { readHead } from './head.ts'

/** A restored instance. */
export interface Restored extends Backup {
  /** The number of the epoch that the restore began. */
  readonly epoch: number
  /** Keys that are suspended until the owner confirms them. */
  readonly suspended: number
  /** The name and the last characters of the key that stayed the owner's; null when there is none. */
  readonly owner: string | null
}

/** Who restores, and when. */
interface Restorer {
  /** A name of the system. */
  readonly by: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Restores an instance from a backup into a folder without one, which begins an epoch. The backup is not changed.
 * @throws StartupError when the folder holds an instance, or the backup is damaged or does not add up
 */
export function restoreBackup(file: string, dataDir: string, restorer: Restorer): Restored {
  const folder = resolve(dataDir)
  const target = join(folder, DATABASE_FILE)
  const isTaken =
    [target, `${target}-wal`].some((path) => existsSync(path)) || readInstanceFile(folder) !== null
  if (isTaken)
    throw new StartupError(
      `${folder} already contains an instance. Nothing was changed. Choose another folder.`,
    )
  if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`)
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = draftOf(target)
  try {
    copyFileSync(file, draft, constants.COPYFILE_EXCL)
    chmodSync(draft, 0o600)
    const counted = checkCopy(draft)
    renameSync(draft, target)
    // Migrates it to the newest layout and marks the folder as an instance's.
    const begun = begin(folder, basename(file), restorer)
    return { file: target, bytes: statSync(target).size, ...counted, ...begun }
  } finally {
    removeDraft(draft)
    // A backup that is refused leaves no folder behind.
    if (made !== undefined && !existsSync(target)) rmSync(made, { recursive: true })
  }
}

/** Begins the epoch. A backup that is not opened in time still carries its mark, so the start does the same. */
function begin(
  folder: string,
  name: string,
  { by, now }: Restorer,
): Pick<Restored, 'epoch' | 'suspended' | 'owner'> {
  const db = openDatabase(folder)
  try {
    const text = readHeadFile(folder)
    const read = text === null ? null : readHead(text, new InstanceKey(folder).publicKey)
    const head = read && 'head' in read ? read.head.statement : null
    const known = head ? { above: head.epoch, owner: head.owner } : {}
    const reason = { cause: 'restore', detail: `The backup ${name} was restored.`, by, ...known } as const
    const { number } = beginEpoch(db, reason, now)
    setHeadAside(folder, number)
    const suspended = db.prepare<[], number>(
      'SELECT count(*) FROM api_key WHERE revoked_at IS NULL AND suspended_at IS NOT NULL',
    )
    const owner = db.prepare<[], string>(
      `SELECT name || ' (…' || last4 || ')' FROM api_key WHERE revoked_at IS NULL AND suspended_at IS NULL`,
    )
    return { epoch: number, suspended: suspended.pluck().get() ?? 0, owner: owner.pluck().get() ?? null }
  } finally {
    db.close()
  }
}
