import { join } from 'node:path'

/** The file that holds the owner key that an instance generated. */
export function ownerKeyFile(dataDir: string): string {
  return join(dataDir, 'owner.key')
}
