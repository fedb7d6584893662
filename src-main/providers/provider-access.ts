import type { Transport } from './provider-transport.ts'
import { providerFetch, type ProviderLimits } from './provider-fetch.ts'
import { listModels } from './list-models.ts'
import type { ProviderBook } from './provider-book.ts'
import { ProviderFailure, toProviderFailure } from './provider-failure.ts'
import { factsOf } from './provider-kinds.ts'
import { modelOf, type Model, type ModelAccess } from './provider-model.ts'
import type { Provider } from './provider.ts'
import { SecretsUnavailable } from '../secrets/secret-store.ts'
import { counted } from '../../src-shared/counted.ts'

const TEST_MS = 10_000
/** How long the first model of a list is cached. */
const LISTED_MS = 60_000
/** Embedding models cannot write text. */
const NOT_FOR_TEXT = /embed|rerank|whisper|tts/i
/** A placeholder address for a provider inside this process. */
const IN_PROCESS = 'http://demo.invalid/v1'

/** The result of testing a provider. */
export interface ProviderHealth {
  readonly reachable: boolean
  readonly ms: number
  readonly models: readonly string[]
  readonly message: string
}

export interface AccessParts {
  readonly book: ProviderBook
  readonly limits: ProviderLimits
  readonly network: Transport
  /** Answers for providers inside this process. */
  readonly inProcess: Transport
}

/** A model and what it was created for. */
interface KeptModel extends Pick<ModelAccess, 'baseUrl' | 'secret'> {
  readonly name: string
  readonly model: Model
}

/** The way to each provider: its address, its key and its model. */
export class ProviderAccess {
  readonly #parts: AccessParts
  readonly #models = new Map<string, KeptModel>()
  readonly #firstModels = new Map<string, { readonly model: string; readonly at: number }>()

  constructor(parts: AccessParts) {
    this.#parts = parts
  }

  /** The failure in a sentence that contains no key. */
  failureOf(error: unknown, { name }: Provider): ProviderFailure {
    return toProviderFailure(error, name, this.#parts.book.knownSecrets())
  }

  /** The enabled providers, first choice first. */
  usable(): readonly Provider[] {
    return this.#parts.book.list().filter(({ enabled }) => enabled)
  }

  /** @throws ProviderFailure when the key cannot be read */
  async of(provider: Provider): Promise<ModelAccess> {
    const { kind, name } = provider
    const { limits, network, inProcess } = this.#parts
    const isHere = factsOf(kind).inProcess === true
    const baseUrl = isHere ? IN_PROCESS : provider.baseUrl
    if (baseUrl === null) throw new ProviderFailure('unavailable', `${name} has no address.`)
    const secret = await this.#secretOf(provider)
    const fetch = providerFetch({ name, baseUrl }, limits, isHere ? inProcess : network)
    return { kind, baseUrl, secret, fetch }
  }

  /**
   * The model to ask: the owner's choice, the kind's default, or the first that the provider lists.
   * @throws ProviderFailure when there is none
   */
  async modelNameOf(provider: Provider, access: ModelAccess, signal: AbortSignal): Promise<string> {
    const chosen = provider.model ?? factsOf(provider.kind).defaultModel
    if (chosen !== null) return chosen
    const place = `${provider.id} ${access.baseUrl}`
    const known = this.#firstModels.get(place)
    if (known && performance.now() - known.at < LISTED_MS) return known.model
    const model = (await listModels(access, provider.name, signal)).find((id) => !NOT_FOR_TEXT.test(id))
    if (model === undefined)
      throw new ProviderFailure(
        'refused',
        `${provider.name} has no model yet. The owner can load one there, or name one in the settings.`,
      )
    this.#firstModels.set(place, { model, at: performance.now() })
    return model
  }

  /** The model itself. It is cached, because the AI SDK builds its schemas again for each one. */
  async modelAt({ id }: Provider, access: ModelAccess, name: string): Promise<Model> {
    const known = this.#models.get(id)
    const isSame =
      known?.name === name && known.baseUrl === access.baseUrl && known.secret === access.secret
    if (isSame) return known.model
    const model = await modelOf(access, name)
    this.#models.set(id, { name, baseUrl: access.baseUrl, secret: access.secret, model })
    return model
  }

  /** Tests a provider by asking for its models. */
  async test(provider: Provider): Promise<ProviderHealth> {
    const startedAt = performance.now()
    const ms = (): number => Math.round(performance.now() - startedAt)
    try {
      const access = await this.of(provider)
      const models = await listModels(access, provider.name, AbortSignal.timeout(TEST_MS))
      return { reachable: true, ms: ms(), models, message: verdict(provider, models) }
    } catch (error) {
      return {
        reachable: false,
        ms: ms(),
        models: [],
        message: sentenceOf(error, provider.name, this.#parts.book.knownSecrets()),
      }
    }
  }

  async #secretOf(provider: Provider): Promise<string | null> {
    try {
      return await this.#parts.book.secretOf(provider)
    } catch (error) {
      if (!(error instanceof SecretsUnavailable)) throw error
      // A caller learns only that the key could not be read, not where it is stored.
      throw new ProviderFailure(
        'refused_key',
        `The key of ${provider.name} cannot be read; the owner can test the provider.`,
        {
          cause: error,
        },
      )
    }
  }
}

// The owner learns more than a caller: where the key is stored, and what is wrong there.
function sentenceOf(error: unknown, name: string, secrets: readonly string[]): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof SecretsUnavailable) return error.cause.message
  if (error.name === 'TimeoutError') return `${name} did not answer within ${TEST_MS / 1_000} seconds.`
  return toProviderFailure(error, name, secrets).message
}

function verdict({ kind, name, model }: Provider, models: readonly string[]): string {
  const wanted = model ?? factsOf(kind).defaultModel
  if (wanted !== null && !models.includes(wanted))
    return `${name} answers, but does not list the model ${wanted}. Choose another model if calls fail.`
  if (models.length === 0) return `${name} answers, but has no model yet.`
  return `${name} answers with ${counted(models.length, 'model')}.`
}
