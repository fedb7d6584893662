import { listModels } from './list-models.ts'
import { factsOf, type ProviderKind } from './provider-kinds.ts'
import { PROVIDER_LIMITS, providerFetch } from './provider-fetch.ts'
import type { Transport } from './provider-transport.ts'

/** A local server that answered. */
export interface FoundProvider {
  readonly kind: ProviderKind
  readonly base_url: string
  readonly models: readonly string[]
}

export interface Place {
  readonly kind: ProviderKind
  readonly baseUrl: string
}

/** Where Ollama, LM Studio and llama.cpp's server listen by default. */
const USUAL_PLACES: readonly Place[] = [
  { kind: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { kind: 'lmstudio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:8080/v1' },
]

const PATIENCE_MS = 300
const MAX_LIST_BYTES = 1024 * 1024

/**
 * Looks for language-model servers on this machine. Runs only on request.
 * @param patienceMs how long each place has to answer
 */
export async function discoverProviders(
  transport: Transport,
  places: readonly Place[] = USUAL_PLACES,
  patienceMs = PATIENCE_MS,
): Promise<FoundProvider[]> {
  const found = await Promise.all(
    places.map(async ({ kind, baseUrl }) => {
      const { name } = factsOf(kind)
      const limits = { ...PROVIDER_LIMITS, deadlineMs: patienceMs, maxBytes: MAX_LIST_BYTES }
      const access = {
        kind,
        baseUrl,
        secret: null,
        fetch: providerFetch({ name, baseUrl }, limits, transport),
      }
      try {
        return {
          kind,
          base_url: baseUrl,
          models: await listModels(access, name, AbortSignal.timeout(patienceMs)),
        }
      } catch {
        // Nothing listens there, or something else does: either way no provider was found.
        return null
      }
    }),
  )
  return found.filter((one) => one !== null)
}
