import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import { factsOf, type ProviderKind } from './provider-kinds.ts'

/** A model of any provider behind one interface, as the AI SDK's provider packages create it. */
export type Model = ReturnType<OpenAICompatibleProvider['languageModel']>

/** What is needed to ask a provider. */
export interface ModelAccess {
  readonly kind: ProviderKind
  readonly baseUrl: string
  readonly secret: string | null
  readonly fetch: typeof fetch
}

/**
 * A provider's model. The package of its protocol is imported at first use. Address and key are always passed,
 * because the packages would otherwise take them from the environment.
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

// OpenAI's newer models refuse max_tokens; other servers with its protocol know only that name.
function withNewName({ max_tokens: limit, ...body }: Record<string, unknown>): Record<string, unknown> {
  return limit === undefined ? body : { ...body, max_completion_tokens: limit }
}
