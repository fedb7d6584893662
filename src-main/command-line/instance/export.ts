import { createWriteStream, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportLinesOf } from '../../storage/exports/export-lines.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { reporting } from '../terminal/reporting.ts'
import { snapshot } from './snapshot.ts'

/**
 * Writes everything that an instance holds as NDJSON: a first line about the export, then one line a row, with the
 * table's name as `type`. Hashes of keys are left out.
 * @param name a new file, or `-` for stdout
 * @returns the exit code
 */
export async function exportTo(name: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<number> {
  return await reporting(false, async () => {
    const copy = await snapshot(dataDir, join(dataDir, `export-${process.pid}.db`), env)
    try {
      await write(copy.file, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      throw new StartupError(`${name} already exists. Choose another name.`)
    } finally {
      rmSync(copy.file)
    }
  })
}

async function write(copy: string, name: string): Promise<void> {
  const target: Writable =
    name === '-' ? process.stdout : createWriteStream(resolve(name), { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(exportLinesOf(copy)), target, { end: name !== '-' })
}
