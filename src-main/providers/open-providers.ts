import type { Database } from 'better-sqlite3'
import type { GroupCommit } from '../storage/group-commit.ts'
import { discoverProviders, USUAL_PLACES, type FoundProvider, type Place } from './discover-providers.ts'
import { LanguageModels } from './language-models.ts'
import { ProviderAccess } from './provider-access.ts'
import { ProviderBook } from './provider-book.ts'
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-fetch.ts'
import { networkTransport } from './provider-transport.ts'
import { SecretFile } from './secret-file.ts'
import { SecretsInMemory, SecretStore, type SecretBackend } from './secret-store.ts'

/** How an instance comes to its providers and their keys. */
export interface ProviderOptions {
  /** The system's keychain; without it keys go into the encrypted file. */
  readonly keychain?: SecretBackend | undefined
  /** TOOLGATE_SECRET, which unlocks the encrypted file. */
  readonly passphrase?: string | undefined
  /** The variables in which a headless start is told of providers; nothing is read from anywhere else. */
  readonly environment?: NodeJS.ProcessEnv | undefined
  readonly limits?: Partial<ProviderLimits> | undefined
  /** Where local servers are looked for. */
  readonly places?: readonly Place[] | undefined
}

/** Everything that the gateway does with providers. */
export interface ProviderServices {
  readonly book: ProviderBook
  readonly access: ProviderAccess
  readonly models: LanguageModels
  readonly discover: () => Promise<FoundProvider[]>
}

/** Puts an instance's providers together. Neither the keychain nor the network is touched. */
export function openProviders(
  parts: { readonly db: Database; readonly commits: GroupCommit; readonly dataDir: string },
  { keychain, passphrase, environment = {}, limits = {}, places = USUAL_PLACES }: ProviderOptions,
): ProviderServices {
  const { db, commits, dataDir } = parts
  const otherwise = dataDir === ':memory:' ? new SecretsInMemory() : new SecretFile(dataDir, passphrase)
  const book = new ProviderBook({
    db,
    commits,
    secrets: new SecretStore(keychain ?? null, otherwise),
    environment,
  })
  const access = new ProviderAccess({
    book,
    limits: { ...PROVIDER_LIMITS, ...limits },
    network: networkTransport,
    inProcess: async (url, init) => (await import('./demo/demo-transport.ts')).demoTransport(url, init),
  })
  return {
    book,
    access,
    models: new LanguageModels(access),
    discover: () => discoverProviders(networkTransport, places),
  }
}
