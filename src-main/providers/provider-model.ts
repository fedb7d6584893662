import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import { factsOf, type ProviderKind } from './provider-kinds.ts'

/** A model of any provider behind one interface, as the AI SDK's provider packages give it. */
export type Model = ReturnType<OpenAICompatibleProvider['languageModel']>

/** What it takes to ask a provider. */
export interface ModelAccess {
  readonly kind: ProviderKind
  readonly baseUrl: string
  readonly secret: string | null
  readonly fetch: typeof fetch
}

/**
 * A provider's model. The package of its protocol is imported at the first use. Address and key are always given,
 * since the packages would take them from the environment otherwise.
 */
export async function modelOf(
  { kind, baseUrl, secret, fetch }: ModelAccess,
  model: string,
): Promise<Model> {
  switch (factsOf(kind).protocol) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL: baseUrl, apiKey: secret ?? '', fetch })(model)
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ baseURL: baseUrl, apiKey: secret ?? '', fetch })(model)
    }
    case 'openai': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: kind,
        baseURL: baseUrl,
        ...(secret === null ? {} : { apiKey: secret }),
        fetch,
        includeUsage: true,
        ...(kind === 'openai' ? { transformRequestBody: withNewName } : {}),
      })(model)
    }
  }
}

// OpenAI's newer models refuse max_tokens; servers that only speak its protocol know no other name.
function withNewName({ max_tokens: limit, ...body }: Record<string, unknown>): Record<string, unknown> {
  return limit === undefined ? body : { ...body, max_completion_tokens: limit }
}
