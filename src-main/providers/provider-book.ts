import type { Database } from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { GatewayError } from '../../src-shared/errors.ts'
import type { GroupCommit } from '../storage/group-commit.ts'
import { assertKeyMayTravel, toBaseUrl } from './base-url.ts'
import { providersOfEnvironment, type EnvironmentProvider } from './environment-providers.ts'
import { factsOf, type ProviderKind } from './provider-kinds.ts'
import { ProviderStore, type StoredProvider } from './provider-store.ts'
import { hintOf, type Provider } from './provider.ts'
import { SecretsUnavailable, type SecretPlace, type SecretStore } from './secret-store.ts'

const MAX_PROVIDERS = 20

/** What the owner says of a new provider. */
export interface NewProvider {
  readonly kind: ProviderKind
  readonly name?: string | undefined
  readonly baseUrl?: string | undefined
  readonly apiKey?: string | undefined
  readonly model?: string | undefined
}

/** What the owner changes of a provider; what is left out stays. */
export interface ProviderChange {
  readonly name?: string | undefined
  readonly baseUrl?: string | undefined
  readonly apiKey?: string | undefined
  /** Null for the default of its kind. */
  readonly model?: string | null | undefined
  readonly enabled?: boolean | undefined
}

/** A provider as it stands now, and in words where its key lies, when that has just been decided. */
export interface KeptProvider {
  readonly provider: Provider
  readonly message: string | null
}

interface Parts {
  readonly db: Database
  readonly commits: GroupCommit
  readonly secrets: SecretStore
  /** Where a headless start looks for providers; empty otherwise. */
  readonly environment: NodeJS.ProcessEnv
}

type Alongside = (provider: Provider) => void

/** The providers of this instance in their order: those that were set up here, then those of the environment. */
export class ProviderBook {
  readonly #commits: GroupCommit
  readonly #store: ProviderStore
  readonly #environment: readonly EnvironmentProvider[]
  readonly secrets: SecretStore

  /** @throws StartupError when the environment names a provider by something that is no address */
  constructor({ db, commits, secrets, environment }: Parts) {
    this.#commits = commits
    this.#store = new ProviderStore(db)
    this.#environment = providersOfEnvironment(environment)
    this.secrets = secrets
  }

  /** All of them, first choice first. */
  list(): Provider[] {
    return [...this.#store.list(), ...this.#environment.map(({ provider }) => provider)]
  }

  /** @throws GatewayError not_found */
  byId(id: string): Provider {
    const provider = this.list().find((known) => known.id === id)
    if (provider) return provider
    throw new GatewayError('not_found', 'There is no provider with this id. GET /app/providers lists them.')
  }

  /** @throws SecretsUnavailable when the key cannot be read where it lies */
  async secretOf({ id, secret }: Provider): Promise<string | null> {
    if (!secret) return null
    if (secret.place !== 'environment') return await this.secrets.read(id, secret.place)
    return this.#environment.find(({ provider }) => provider.id === id)?.secret ?? null
  }

  /** Every key that has been read in this process, so that none is ever quoted. */
  knownSecrets(): string[] {
    return [...this.secrets.known(), ...this.#environment.flatMap(({ secret }) => secret ?? [])]
  }

  /**
   * Adds a provider as the last choice.
   * @param alongside runs in the transaction that adds it
   * @throws GatewayError validation_error; SecretsUnavailable when its key can be kept nowhere
   */
  async add(wanted: NewProvider, alongside?: Alongside): Promise<KeptProvider> {
    if (this.#store.list().length >= MAX_PROVIDERS)
      throw refused('kind', `There are ${MAX_PROVIDERS} providers already; remove one first`)
    const { kind, apiKey } = wanted
    const facts = factsOf(kind)
    const provider: StoredProvider = {
      id: `prv_${randomBytes(8).toString('hex')}`,
      kind,
      name: wanted.name ?? facts.name,
      baseUrl: wanted.baseUrl === undefined ? facts.baseUrl : toBaseUrl(kind, wanted.baseUrl),
      model: wanted.model ?? null,
      enabled: true,
      secret: null,
      from: 'settings',
    }
    if (facts.needsKey && apiKey === undefined) throw refused('api_key', `${facts.name} needs an api_key`)
    if (facts.inProcess && (wanted.baseUrl !== undefined || apiKey !== undefined))
      throw refused('kind', `${facts.name} takes no address and no key`)
    if (!facts.inProcess && provider.baseUrl === null)
      throw refused('base_url', `base_url says where the ${facts.name} is`)
    return await this.#keep(provider, apiKey, alongside)
  }

  /**
   * Changes a provider. A key goes to the address that it was entered for and to no other, so a new origin needs the
   * key again.
   * @throws GatewayError not_found, validation_error; SecretsUnavailable when its key can be kept nowhere
   */
  async change(id: string, change: ProviderChange, alongside?: Alongside): Promise<KeptProvider> {
    const before = this.#stored(id)
    const { kind } = before
    if (factsOf(kind).inProcess && (change.baseUrl !== undefined || change.apiKey !== undefined))
      throw refused('base_url', `${factsOf(kind).name} takes no address and no key`)
    const baseUrl = change.baseUrl === undefined ? before.baseUrl : toBaseUrl(kind, change.baseUrl)
    const moves = originOf(baseUrl) !== originOf(before.baseUrl)
    if (moves && before.secret && change.apiKey === undefined)
      throw refused(
        'api_key',
        'The key was entered for another address; send api_key along with the new one',
      )
    const provider = {
      ...before,
      name: change.name ?? before.name,
      baseUrl,
      model: change.model === undefined ? before.model : change.model,
      enabled: change.enabled ?? before.enabled,
    }
    return await this.#keep(provider, change.apiKey, alongside)
  }

  /**
   * Removes a provider and its key.
   * @returns what is left behind, in a sentence; null when nothing is
   * @throws GatewayError not_found, validation_error
   */
  async remove(id: string, alongside?: Alongside): Promise<string | null> {
    const provider = this.#stored(id)
    await this.#commits.enqueue(() => {
      this.#store.remove(id)
      alongside?.(provider)
    })
    try {
      if (provider.secret) await this.secrets.remove(id, provider.secret.place)
      return null
    } catch (error) {
      if (!(error instanceof SecretsUnavailable)) throw error
      return `The provider is gone, but its key could not be removed. ${error.message}`
    }
  }

  /**
   * Sets the order of preference.
   * @param ids every provider that was set up here, first choice first
   * @throws GatewayError validation_error when one is missing, unknown or named twice
   */
  async reorder(ids: readonly string[], alongside?: () => void): Promise<void> {
    const known = this.#store.list().map(({ id }) => id)
    const wanted = ids.filter((id) => !this.#environment.some(({ provider }) => provider.id === id))
    if (wanted.length !== known.length || known.some((id) => !wanted.includes(id)))
      throw refused('ids', 'ids names every provider of the settings once')
    await this.#commits.enqueue(() => {
      this.#store.reorder(wanted)
      alongside?.()
    })
  }

  async #keep(
    provider: StoredProvider,
    apiKey: string | undefined,
    alongside: Alongside | undefined,
  ): Promise<KeptProvider> {
    if (provider.baseUrl !== null && (apiKey !== undefined || provider.secret !== null))
      assertKeyMayTravel(provider.baseUrl)
    const before = apiKey === undefined ? null : await this.#readable(provider)
    const saved = apiKey === undefined ? null : await this.secrets.save(provider.id, apiKey)
    const kept: StoredProvider =
      saved && apiKey !== undefined
        ? { ...provider, secret: { place: saved.place, hint: hintOf(apiKey) } }
        : provider
    try {
      await this.#commits.enqueue(() => {
        this.#store.save(kept)
        alongside?.(kept)
      })
    } catch (error) {
      if (saved) await this.#takeBack(provider, saved.place, before)
      throw error
    }
    if (saved && provider.secret && provider.secret.place !== saved.place) await this.#forget(provider)
    return { provider: kept, message: saved?.message ?? null }
  }

  // The old key lies in another place than the new one. Where that place cannot be asked it stays, and is not used.
  async #forget({ id, secret }: StoredProvider): Promise<void> {
    if (secret) await whereAsked(this.secrets.remove(id, secret.place))
  }

  // The row was not written, so the provider still has its old address: the new key must not be sent there.
  async #takeBack(
    { id, secret }: StoredProvider,
    place: SecretPlace,
    before: string | null,
  ): Promise<void> {
    await whereAsked(this.secrets.remove(id, place))
    if (before !== null && secret?.place === place) await whereAsked(this.secrets.save(id, before))
  }

  async #readable(provider: StoredProvider): Promise<string | null> {
    return (await whereAsked(this.secretOf(provider))) ?? null
  }

  #stored(id: string): StoredProvider {
    const stored = this.#store.list().find((known) => known.id === id)
    if (stored) return stored
    const { name } = this.byId(id)
    const variable = this.#environment.find(({ provider }) => provider.id === id)?.variable
    throw refused('id', `${name} comes from the environment (${variable}); change it there`)
  }
}

/** What a place for secrets answers; undefined where it cannot be asked, which is no reason to stop. */
async function whereAsked<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof SecretsUnavailable) return undefined
    throw error
  }
}

function originOf(url: string | null): string | null {
  return url === null ? null : new URL(url).origin
}

function refused(path: string, message: string): GatewayError {
  return new GatewayError('validation_error', `${message}.`, {
    issues: [{ path, message }],
    missing_fields: [],
  })
}
