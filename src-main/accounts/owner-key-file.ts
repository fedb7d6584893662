import { join } from 'node:path'

/** The file that holds the owner key of an instance that made its own. */
export function ownerKeyFile(dataDir: string): string {
  return join(dataDir, 'owner.key')
}
