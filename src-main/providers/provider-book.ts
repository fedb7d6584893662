import { randomBytes } from 'node:crypto'
import { GatewayError } from '../../src-shared/errors.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { followedBy, nothing, type Work } from '../storage/engine/work.ts'
import { assertKeyMayTravel, toBaseUrl } from './base-url.ts'
import { providersOfEnvironment, type EnvironmentProvider } from './environment-providers.ts'
import { factsOf } from './provider-kinds.ts'
import {
  orderProviders,
  removeProvider,
  saveProvider,
  storedProviders,
  type StoredProvider,
} from './provider-store.ts'
import { refused, type KeptProvider, type NewProvider, type ProviderChange } from './provider-change.ts'
import { hintOf, type Provider } from './provider.ts'
import { SecretsUnavailable, type SecretPlace, type SecretStore } from '../secrets/secret-store.ts'

const MAX_PROVIDERS = 20

interface Parts {
  readonly engine: Engine
  readonly secrets: SecretStore
  /** The environment of a headless start, which may name providers; empty otherwise. */
  readonly environment: NodeJS.ProcessEnv
}

type WithinTransaction = (provider: Provider) => Work<void>

/** The providers of this instance in their order: those that were set up here, then those of the environment. */
export class ProviderBook {
  readonly #engine: Engine
  /** As they are stored. */
  #stored: readonly StoredProvider[] = []
  readonly #environment: readonly EnvironmentProvider[]
  #turn: Promise<unknown> = Promise.resolve()
  readonly secrets: SecretStore

  /** @throws StartupError when the environment gives an invalid address */
  constructor({ engine, secrets, environment }: Parts) {
    this.#engine = engine
    this.#environment = providersOfEnvironment(environment)
    this.secrets = secrets
  }

  /** Reads those that were set up here, or at another gateway; until then there are none. */
  async load(): Promise<void> {
    await this.#inTurn(() => this.#load())
  }

  async #load(): Promise<void> {
    this.#stored = await this.#engine.read(storedProviders)
  }

  /** All of them, first choice first. */
  list(): Provider[] {
    return [...this.#stored, ...this.#environment.map(({ provider }) => provider)]
  }

  /** @throws GatewayError not_found */
  byId(id: string): Provider {
    const provider = this.list().find((known) => known.id === id)
    if (provider) return provider
    throw new GatewayError('not_found', 'There is no provider with this id. GET /app/providers lists them.')
  }

  /** @throws SecretsUnavailable when the key cannot be read */
  async secretOf({ id, secret }: Provider): Promise<string | null> {
    if (!secret) return null
    if (secret.place !== 'environment') return await this.secrets.read(id, secret.place)
    return this.#environment.find(({ provider }) => provider.id === id)?.secret ?? null
  }

  /** Every key that has been read in this process, so that error texts never quote one. */
  knownSecrets(): string[] {
    return [...this.secrets.known(), ...this.#environment.flatMap(({ secret }) => secret ?? [])]
  }

  /**
   * Adds a provider as the last choice.
   * @param withinTransaction runs in the transaction that adds it
   * @throws GatewayError validation_error; SecretsUnavailable when its key cannot be stored anywhere
   */
  async add(wanted: NewProvider, withinTransaction?: WithinTransaction): Promise<KeptProvider> {
    return await this.#withNewest(() => this.#add(wanted, withinTransaction))
  }

  async #add(wanted: NewProvider, withinTransaction?: WithinTransaction): Promise<KeptProvider> {
    if (this.#stored.length >= MAX_PROVIDERS)
      throw refused('kind', `There are already ${MAX_PROVIDERS} providers; remove one first`)
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
      throw refused('base_url', `${facts.name} needs base_url, its address`)
    return await this.#keep(provider, apiKey, withinTransaction)
  }

  /**
   * Changes a provider. A key is sent only to the address that it was entered for, so a new origin needs the key
   * again.
   * @throws GatewayError not_found, validation_error; SecretsUnavailable when its key cannot be stored anywhere
   */
  async change(
    id: string,
    change: ProviderChange,
    withinTransaction?: WithinTransaction,
  ): Promise<KeptProvider> {
    return await this.#withNewest(() => this.#change(id, change, withinTransaction))
  }

  async #change(
    id: string,
    change: ProviderChange,
    withinTransaction?: WithinTransaction,
  ): Promise<KeptProvider> {
    const before = this.#storedOf(id)
    const { kind } = before
    if (factsOf(kind).inProcess && (change.baseUrl !== undefined || change.apiKey !== undefined))
      throw refused('base_url', `${factsOf(kind).name} takes no address and no key`)
    const baseUrl = change.baseUrl === undefined ? before.baseUrl : toBaseUrl(kind, change.baseUrl)
    const moves = originOf(baseUrl) !== originOf(before.baseUrl)
    if (moves && before.secret && change.apiKey === undefined)
      throw refused(
        'api_key',
        'The key was entered for another address; send api_key together with the new address',
      )
    const provider = {
      ...before,
      name: change.name ?? before.name,
      baseUrl,
      model: change.model === undefined ? before.model : change.model,
      enabled: change.enabled ?? before.enabled,
    }
    return await this.#keep(provider, change.apiKey, withinTransaction)
  }

  /**
   * Removes a provider and its key.
   * @returns a sentence about what could not be removed; null when everything was
   * @throws GatewayError not_found, validation_error
   */
  async remove(id: string, withinTransaction: WithinTransaction = nothing): Promise<string | null> {
    return await this.#withNewest(() => this.#remove(id, withinTransaction))
  }

  async #remove(id: string, withinTransaction: WithinTransaction): Promise<string | null> {
    const provider = this.#storedOf(id)
    await this.#write(
      () => removeProvider(id),
      () => withinTransaction(provider),
    )
    try {
      if (provider.secret) await this.secrets.remove(id, provider.secret.place)
      return null
    } catch (error) {
      if (!(error instanceof SecretsUnavailable)) throw error
      return `The provider was removed, but its key could not be removed. ${error.message}`
    }
  }

  /**
   * Sets the order of preference.
   * @param ids every provider that was set up here, first choice first
   * @throws GatewayError validation_error when one is missing, unknown or listed twice
   */
  async reorder(ids: readonly string[], withinTransaction: () => Work<void> = nothing): Promise<void> {
    await this.#withNewest(() => this.#reorder(ids, withinTransaction))
  }

  async #reorder(ids: readonly string[], withinTransaction: () => Work<void>): Promise<void> {
    const known = this.#stored.map(({ id }) => id)
    const wanted = ids.filter((id) => !this.#environment.some(({ provider }) => provider.id === id))
    if (wanted.length !== known.length || known.some((id) => !wanted.includes(id)))
      throw refused('ids', 'ids must list every provider of the settings exactly once')
    await this.#write(() => orderProviders(wanted), withinTransaction)
  }

  // What another gateway has changed a moment ago must not be put back either.
  #withNewest<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#load()
      return await work()
    })
  }

  // One change after another: what one begins with must not be put back over what another has stored meanwhile.
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #write(work: () => Work<void>, withinTransaction: () => Work<void>): Promise<void> {
    this.#stored = await this.#engine.write('providers', () => changed(work, withinTransaction))
  }

  async #keep(
    provider: StoredProvider,
    apiKey: string | undefined,
    withinTransaction: WithinTransaction | undefined,
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
      await this.#write(
        () => saveProvider(kept),
        () => withinTransaction?.(kept) ?? nothing(),
      )
    } catch (error) {
      if (saved) await this.#takeBack(provider, saved.place, before)
      throw error
    }
    if (saved && provider.secret && provider.secret.place !== saved.place) await this.#forget(provider)
    return { provider: kept, message: saved?.message ?? null }
  }

  // The old key is in another place than the new one. If that place does not answer, the key stays there unused.
  async #forget({ id, secret }: StoredProvider): Promise<void> {
    if (secret) await ifAvailable(this.secrets.remove(id, secret.place))
  }

  // The row was not written, so the provider keeps its old address, and the new key must not be sent there.
  async #takeBack(
    { id, secret }: StoredProvider,
    place: SecretPlace,
    before: string | null,
  ): Promise<void> {
    await ifAvailable(this.secrets.remove(id, place))
    if (before !== null && secret?.place === place) await ifAvailable(this.secrets.save(id, before))
  }

  async #readable(provider: StoredProvider): Promise<string | null> {
    return (await ifAvailable(this.secretOf(provider))) ?? null
  }

  #storedOf(id: string): StoredProvider {
    const stored = this.#stored.find((known) => known.id === id)
    if (stored) return stored
    const { name } = this.byId(id)
    const variable = this.#environment.find(({ provider }) => provider.id === id)?.variable
    throw refused('id', `${name} comes from the environment (${variable}); change it there`)
  }
}

/** @returns the providers as they are stored then */
function* changed(
  work: () => Work<void>,
  withinTransaction: () => Work<void>,
): Work<readonly StoredProvider[]> {
  yield* followedBy(work(), withinTransaction)
  return yield* storedProviders()
}

/** The answer of a place for secrets; undefined when it does not answer, which is not a reason to stop. */
async function ifAvailable<T>(asked: Promise<T>): Promise<T | undefined> {
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
