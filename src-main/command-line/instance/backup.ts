import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { restoreBackup, type Backup } from '../../ledger/backup.ts'
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
    const restored = restoreBackup(resolve(name), dataDir)
    print(
      `Restored ${scopeOf(restored)} to ${dataDir}. Start it with toolgate serve --data-dir ${dataDir}.`,
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
