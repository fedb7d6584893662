import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { writeBackup, type Backup } from '../../ledger/backup.ts'
import { readInstanceFile } from '../../data-folder/instance-file.ts'
import { openDatabase } from '../../storage/open-database.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { keyFor } from '../client/command-key.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { findOwnGateway } from '../client/find-gateway.ts'
import { GatewayClient } from '../client/gateway-client.ts'

const answer = z.object({ file: z.string(), bytes: z.int(), accounts: z.int(), entries: z.int() })

/**
 * Copies an instance into a file of its own: by the gateway that runs on the folder, else directly.
 * @param file where the copy is written when no gateway runs; one that runs chooses a file in its data folder
 * @throws StartupError, CommandFailed when neither way works
 */
export async function snapshot(dataDir: string, file: string, env: NodeJS.ProcessEnv): Promise<Backup> {
  const url = await findOwnGateway(dataDir)
  const asked = url && (await ask(url, dataDir, env))
  if (asked) return asked
  if (readInstanceFile(dataDir) === null) throw new StartupError(`There is no instance in ${dataDir}.`)
  const db = openDatabase(dataDir)
  try {
    return await writeBackup(db, file, Date.now())
  } finally {
    db.close()
  }
}

async function ask(url: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<Backup | null> {
  const client = new GatewayClient(url, keyFor({ isOwn: true }, dataDir, env))
  try {
    const copy = answer.parse(await client.post('/app/backup'))
    const file = join(dataDir, 'backups', basename(copy.file))
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) return { ...copy, file }
  } catch (error) {
    // It has ended since it was found.
    if (error instanceof CommandFailed && error.exitCode === EXIT.unreachable) return null
    throw error
  }
  // The caller moves or removes the copy, so no other file may be taken for it.
  throw new CommandFailed(`The gateway at ${url} wrote its copy outside ${dataDir}.`, EXIT.failed)
}
