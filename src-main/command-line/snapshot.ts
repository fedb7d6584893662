import { z } from 'zod'
import { writeBackup, type Backup } from '../ledger/backup.ts'
import { readInstanceFile } from '../storage/instance-file.ts'
import { openDatabase } from '../storage/open-database.ts'
import { readRuntimeFile } from '../storage/runtime-file.ts'
import { StartupError } from '../storage/startup-error.ts'
import { ownerKeyOf } from './owner-request.ts'

const answer = z.object({ file: z.string(), bytes: z.int(), accounts: z.int(), entries: z.int() })

/**
 * Copies an instance into a file of its own: by the gateway that runs on the folder, else directly.
 * @param file where the copy is written when no gateway runs; one that runs chooses a file in its data folder
 * @throws StartupError when neither way is open
 */
export async function snapshot(dataDir: string, file: string, env: NodeJS.ProcessEnv): Promise<Backup> {
  const runtime = readRuntimeFile(dataDir)
  const asked = runtime && (await ask(runtime.url, dataDir, env))
  if (asked) return asked
  if (readInstanceFile(dataDir) === null) throw new StartupError(`There is no instance in ${dataDir}.`)
  const db = openDatabase(dataDir)
  try {
    return await writeBackup(db, file)
  } finally {
    db.close()
  }
}

async function ask(url: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<Backup | null> {
  const key = ownerKeyOf(dataDir, env)
  const request = { method: 'POST', headers: key === null ? {} : { authorization: `Bearer ${key}` } }
  // Nobody answers where a gateway was killed and left its runtime file behind.
  const response = await fetch(`${url}/app/backup`, request).catch(() => null)
  if (!response) return null
  if (response.ok) return answer.parse(await response.json())
  if (response.status === 401 || response.status === 403)
    throw new StartupError('Set TOOLGATE_KEY to the owner key of the gateway that runs on this folder.')
  throw new StartupError(`The gateway at ${url} could not write the backup (status ${response.status}).`)
}
