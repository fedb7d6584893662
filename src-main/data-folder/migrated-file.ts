import { join } from 'node:path'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

function pathOf(dataDir: string): string {
  return join(dataDir, 'migrated.json')
}

/** Notes where the data of a folder is from now on, so that it is not changed here any more. */
export function writeMigratedFile(dataDir: string, to: { database: string; schema: string }): void {
  writePrivateFile(pathOf(dataDir), `${JSON.stringify(to, null, 2)}\n`)
}

/** Whether the data of a folder is somewhere else now. */
export function isMigrated(dataDir: string): boolean {
  return readPrivateFile(pathOf(dataDir)) !== null
}
