import { GatewayError } from '../../src-shared/errors.ts'
import { StartupError } from '../storage/startup-error.ts'
import { assertKeyMayTravel, ollamaBaseUrl, toBaseUrl } from './base-url.ts'
import { factsOf, type ProviderKind } from './provider-kinds.ts'
import { hintOf, type Provider } from './provider.ts'

/** A provider that the environment names, and its key. */
export interface EnvironmentProvider {
  readonly provider: Provider
  readonly secret: string | null
  /** The variable that names it, to tell the owner where to change it. */
  readonly variable: string
}

/**
 * The providers that the environment of a headless start names, with the variables of their own tools.
 * TOOLGATE_LLM_MODEL picks the model of the first one.
 * @throws StartupError for an address that cannot be used
 */
export function providersOfEnvironment(env: NodeJS.ProcessEnv): EnvironmentProvider[] {
  const { OPENAI_API_KEY: openAiKey, OPENAI_BASE_URL: openAiAddress, OLLAMA_HOST: ollama } = env
  const found = [
    keyed(env, 'openai', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'),
    // A custom address without a key is a server that speaks OpenAI's protocol, not OpenAI.
    !openAiKey && openAiAddress
      ? made('openai-compatible', 'OPENAI_BASE_URL', () => toBaseUrl('openai-compatible', openAiAddress))
      : null,
    keyed(env, 'anthropic', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'),
    keyed(env, 'google', 'GOOGLE_GENERATIVE_AI_API_KEY'),
    ollama ? made('ollama', 'OLLAMA_HOST', () => ollamaBaseUrl(ollama)) : null,
  ].filter((one) => one !== null)
  const [first, ...others] = found
  const model = env.TOOLGATE_LLM_MODEL?.trim()
  if (!first || !model) return found
  return [{ ...first, provider: { ...first.provider, model } }, ...others]
}

function keyed(
  env: NodeJS.ProcessEnv,
  kind: ProviderKind,
  keyName: string,
  addressName = '',
): EnvironmentProvider | null {
  const secret = env[keyName]?.trim()
  if (!secret) return null
  const address = env[addressName]?.trim()
  if (!address) return made(kind, keyName, () => factsOf(kind).baseUrl, secret)
  return made(kind, addressName, () => withVersion(kind, address), secret)
}

// Anthropic's own tools take the address without its version.
function withVersion(kind: ProviderKind, address: string): string {
  const url = toBaseUrl(kind, address)
  return kind === 'anthropic' && new URL(url).pathname === '/' ? `${url}/v1` : url
}

function made(
  kind: ProviderKind,
  variable: string,
  readBaseUrl: () => string | null,
  secret: string | null = null,
): EnvironmentProvider {
  const provider: Provider = {
    id: `env_${kind}`,
    kind,
    name: factsOf(kind).name,
    baseUrl: checkedUrl(variable, readBaseUrl, secret !== null),
    model: null,
    enabled: true,
    secret: secret === null ? null : { place: 'environment', hint: hintOf(secret) },
    from: 'environment',
  }
  return { provider, secret, variable }
}

function checkedUrl(variable: string, read: () => string | null, hasKey: boolean): string {
  try {
    const url = read()
    if (url === null) throw new StartupError(`${variable} is not an address. Correct it or unset it.`)
    if (hasKey) assertKeyMayTravel(url)
    return url
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new StartupError(`${variable}: ${error.message}.`, { cause: error })
  }
}
