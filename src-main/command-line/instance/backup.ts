import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { restoreBackup, type Backup } from '../../ledger/backup.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { reporting } from '../terminal/reporting.ts'
import { snapshot } from './snapshot.ts'
import { print } from '../terminal/terminal.ts'
import { counted } from '../../../src-shared/counted.ts'

/** Backs an instance up and says what is in the copy. @returns the exit code */
export async function backUpTo(name: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<number> {
  return await reporting(false, async () => {
    const file = resolve(name)
    if (existsSync(file))
      throw new StartupError(`${file} exists already. Choose another name for the backup.`)
    const backup = await snapshot(dataDir, file, env)
    if (backup.file !== file) move(backup.file, file)
    print(
      `Backed up ${scopeOf(backup)} to ${file}. The copy was read back and adds up. The owner key and the ` +
        'signing key are no part of it: keep owner.key and instance-key.pem from the data folder as well. Keys of ' +
        'language-model providers are entered once more.',
    )
  })
}

/** Makes an instance out of a backup. @returns the exit code */
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
