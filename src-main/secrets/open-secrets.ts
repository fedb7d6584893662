import { SecretFile } from './secret-file.ts'
import { SecretsInMemory, SecretStore, type SecretBackend } from './secret-store.ts'

/** Where an instance keeps its secrets. */
export interface SecretOptions {
  /** The system's keychain; without it secrets are stored in the encrypted file. */
  readonly keychain?: SecretBackend | undefined
  /** TOOLGATE_SECRET, which unlocks the encrypted file. */
  readonly passphrase?: string | undefined
}

/**
 * The secrets of an instance. Neither the keychain nor the file is touched.
 * @param dataDir the data folder, or `:memory:` to keep nothing on disk
 */
export function openSecrets(dataDir: string, { keychain, passphrase }: SecretOptions): SecretStore {
  const otherwise = dataDir === ':memory:' ? new SecretsInMemory() : new SecretFile(dataDir, passphrase)
  return new SecretStore(keychain ?? null, otherwise)
}
