/**
 * The date of these list prices. They come from published copies of the providers' price lists, not
 * from the original pages. In November 2026 other copies confirmed them, except for Google's two
 * Flash models, for which no copy was found. Later models are not listed.
 */
export const PRICES_AS_OF = '2025-11-30'

export interface ModelPrice {
  readonly provider: 'OpenAI' | 'Anthropic' | 'Google'
  readonly encoding: 'o200k_base' | 'cl100k_base'
  /** US dollars per million tokens, without discounts for caching, batches or volume. */
  readonly input: number
  readonly output: number
}

function openai(
  input: number,
  output: number,
  encoding: ModelPrice['encoding'] = 'o200k_base',
): ModelPrice {
  return { provider: 'OpenAI', encoding, input, output }
}

// The providers publish no tokenizer for these; OpenAI's newest is close.
function other(provider: 'Anthropic' | 'Google', input: number, output: number): ModelPrice {
  return { provider, encoding: 'o200k_base', input, output }
}

export const MODEL_PRICES: Readonly<Record<string, ModelPrice>> = {
  'gpt-5.1': openai(1.25, 10),
  'gpt-5': openai(1.25, 10),
  'gpt-5-mini': openai(0.25, 2),
  'gpt-5-nano': openai(0.05, 0.4),
  'gpt-4.1': openai(2, 8),
  'gpt-4.1-mini': openai(0.4, 1.6),
  'gpt-4.1-nano': openai(0.1, 0.4),
  'gpt-4o': openai(2.5, 10),
  'gpt-4o-mini': openai(0.15, 0.6),
  o1: openai(15, 60),
  o3: openai(2, 8),
  'o3-mini': openai(1.1, 4.4),
  'o4-mini': openai(1.1, 4.4),
  'gpt-4-turbo': openai(10, 30, 'cl100k_base'),
  'gpt-4': openai(30, 60, 'cl100k_base'),
  'gpt-3.5-turbo': openai(0.5, 1.5, 'cl100k_base'),
  'claude-opus-4.5': other('Anthropic', 5, 25),
  'claude-opus-4.1': other('Anthropic', 15, 75),
  'claude-sonnet-4.5': other('Anthropic', 3, 15),
  'claude-haiku-4.5': other('Anthropic', 1, 5),
  'claude-haiku-3.5': other('Anthropic', 0.8, 4),
  'gemini-2.5-pro': other('Google', 1.25, 10),
  'gemini-2.5-flash': other('Google', 0.3, 2.5),
  'gemini-2.5-flash-lite': other('Google', 0.1, 0.4),
}
