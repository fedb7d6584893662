import type { NameResolver } from '../outbound/names/name-resolver.ts'
import type { FairShare } from '../shares/fair-share.ts'
import type { Sharer } from '../shares/place.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { discoverProviders, type FoundProvider, type Place } from './discover-providers.ts'
import { LanguageModels } from './language-models.ts'
import { ProviderAccess } from './provider-access.ts'
import { ProviderBook } from './provider-book.ts'
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-fetch.ts'
import { networkTransport } from './provider-transport.ts'
import type { SecretOptions } from '../secrets/open-secrets.ts'
import type { SecretStore } from '../secrets/secret-store.ts'

/** The owner has given their names, whoever asks. */
const PROVIDERS: Sharer = { id: 'providers', isOwner: true }

/** Where an instance finds its providers and their keys. */
export interface ProviderOptions extends SecretOptions {
  /** The environment of a headless start, which may name providers; no other environment is read. */
  readonly environment?: NodeJS.ProcessEnv | undefined
  readonly limits?: Partial<ProviderLimits> | undefined
  /** Where to look for local servers. */
  readonly places?: readonly Place[] | undefined
  /** How long each of them has to answer; tests may set another limit. Milliseconds. */
  readonly patienceMs?: number | undefined
}

/** Everything that the gateway does with providers. */
export interface ProviderServices {
  readonly book: ProviderBook
  readonly access: ProviderAccess
  readonly models: LanguageModels
  readonly discover: () => Promise<FoundProvider[]>
}

/** What an instance's provider services are built on. */
export interface ProviderParts {
  readonly engine: Engine
  readonly secrets: SecretStore
  /** Questions at once. */
  readonly share: FairShare
  /** Finds the addresses of providers, apart from the names that callers give. */
  readonly names: NameResolver
}

/**
 * Builds an instance's provider services. Neither the keychain nor the network is touched; `book.load` reads what was
 * set up.
 */
export function openProviders(
  parts: ProviderParts,
  { environment = {}, limits = {}, places, patienceMs }: ProviderOptions,
): ProviderServices {
  const { engine, secrets, share, names } = parts
  const network = networkTransport(names.connecting({ who: PROVIDERS, bySystem: true }))
  const book = new ProviderBook({ engine, secrets, environment })
  const access = new ProviderAccess({
    book,
    limits: { ...PROVIDER_LIMITS, ...limits },
    network,
    inProcess: async (url, init) => (await import('./demo/demo-transport.ts')).demoTransport(url, init),
  })
  return {
    book,
    access,
    models: new LanguageModels(access, share),
    discover: () => discoverProviders(network, places, patienceMs),
  }
}
