import type { Attributes } from '@opentelemetry/api'
import { MAX_OUTPUT_TOKENS } from '../providers/ask-model.ts'
import type { AskedModel } from '../providers/asked-model.ts'

/** The GenAI conventions' names of providers, where they differ from ours. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = { google: 'gcp.gemini' }

/**
 * The span of a question to a model, by the GenAI conventions of OpenTelemetry: the provider, token counts and the
 * end. Prompt and answer are left out; the conventions make both an opt-in, which Toolgate does not offer.
 */
export function describeQuestion({ provider, model, json, outcome }: AskedModel): {
  readonly name: string
  readonly attributes: Attributes
} {
  const attributes: Attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': PROVIDER_NAMES[provider] ?? provider,
    'gen_ai.request.model': model,
    'gen_ai.request.max_tokens': MAX_OUTPUT_TOKENS,
    'gen_ai.output.type': json ? 'json' : 'text',
  }
  return { name: `chat ${model}`, attributes: { ...attributes, ...endOf(outcome) } }
}

function endOf(outcome: AskedModel['outcome']): Attributes {
  if (typeof outcome === 'string') return { 'error.type': outcome }
  const { model, usage, finishReason } = outcome
  return {
    'gen_ai.response.finish_reasons': [finishReason],
    ...(model === null ? {} : { 'gen_ai.response.model': model }),
    ...(usage === null
      ? {}
      : { 'gen_ai.usage.input_tokens': usage.read, 'gen_ai.usage.output_tokens': usage.written }),
  }
}
