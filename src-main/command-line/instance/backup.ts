import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import type { Backup } from '../../ledger/backup.ts'
import { restoreBackup } from '../../evidence/restore-backup.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { reporting } from '../terminal/reporting.ts'
import { snapshot } from './snapshot.ts'
import { print } from '../terminal/terminal.ts'
import { counted } from '../../../src-shared/counted.ts'

/** Backs an instance up and prints what is in the copy. @returns the exit code */
export async function backUpTo(name: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<number> {
  return await reporting(false, async () => {
    const file = resolve(name)
    if (existsSync(file))
      throw new StartupError(`${file} already exists. Choose another name for the backup.`)
    const backup = await snapshot(dataDir, file, env)
    if (backup.file !== file) move(backup.file, file)
    print(
      `Backed up ${scopeOf(backup)} to ${file}. The copy was read back and checked. It does not contain the owner key or ` +
        'the signing key: keep owner.key and instance-key.pem from the data folder as well. Enter the keys of ' +
        'language-model providers again after a restore.',
    )
  })
}

/** Restores an instance from a backup. @returns the exit code */
export async function restoreFrom(name: string, dataDir: string): Promise<number> {
  return await reporting(false, async () => {
    const restorer = { by: userInfo().username, now: Date.now() }
    const restored = restoreBackup(resolve(name), dataDir, restorer)
    const { epoch, suspended, owner } = restored
    print(
      `Restored ${scopeOf(restored)} to ${dataDir}; this begins epoch ${epoch} of its receipts. ` +
        `Start it with toolgate serve --data-dir ${dataDir}.\n` +
        `Suspended: ${counted(suspended, 'key')}, since keys revoked after the backup would work again. ` +
        'Confirm them with toolgate keys confirm or on the page.\n' +
        (owner === null
          ? 'No key is the owner’s: the start makes a new owner key.'
          : `The key ${owner} is the owner's, as it was in the backup. If it was revoked since, make a new one and revoke it.`),
    )
  })
}

function scopeOf({ entries, accounts }: Backup): string {
  return `${counted(entries, 'ledger entry', 'ledger entries')} of ${counted(accounts, 'account')}`
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    chmodSync(to, 0o600)
    rmSync(from)
  }
}
