import { readInstanceFile, writeInstanceFile } from '../data-folder/instance-file.ts'
import { readPrivateFile, writePrivateFile } from '../data-folder/private-file.ts'
import { ownerKeyFile } from './owner-key-file.ts'

/** Where the texts of the first keys are kept, which their rows do not have. */
export interface KeptKeys {
  /** The demo key, which is public; null when it was never kept. */
  demoKey(): Promise<string | null>
  keepDemoKey(key: string): Promise<void>
  /** An owner key that was generated before; null for none. */
  ownerKey(): string | null
  keepOwnerKey(key: string): void
}

/** Keeps the first keys in files of the data folder. */
export function keysInFolder(dataDir: string): KeptKeys {
  return {
    demoKey: async () => readInstanceFile(dataDir)?.demoKey ?? null,
    keepDemoKey: async (demoKey) => writeInstanceFile(dataDir, { demoKey }),
    ownerKey: () => readPrivateFile(ownerKeyFile(dataDir))?.trim() ?? null,
    keepOwnerKey: (key) => writePrivateFile(ownerKeyFile(dataDir), `${key}\n`),
  }
}

/** Keeps nothing, for an instance that ends with its process. */
export const KEEPS_NO_KEYS: KeptKeys = {
  demoKey: async () => null,
  keepDemoKey: async () => {},
  ownerKey: () => null,
  keepOwnerKey: () => {},
}
