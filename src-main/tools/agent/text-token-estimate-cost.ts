import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { bytePairsOf } from '../../tokens/byte-pairs.ts'
import { MODEL_PRICES, PRICES_AS_OF } from './lib/model-prices.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const price = z.number().min(0).max(10_000)
const PLACES = 1e9

export default defineTool({
  slug: 'text-token-estimate-cost',
  title: 'Token cost',
  summary: 'Counts the tokens of a prompt and estimates the cost of a language model call in US dollars.',
  searchWords: [
    'price of a prompt',
    'how much will it cost',
    'gpt price',
    'api bill',
    'dollars',
    'llm pricing',
    'budget',
    'expense of a request',
    'cheap model',
    'claude price',
    'usd',
    'spend',
    'compare model prices',
    'price of a gpt call',
    'money for an ai request',
    'how expensive',
    'openai cost',
  ],
  category: 'Agent Tools',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  worker: true,
  related: ['prompt-template-render', 'text-chunk'],
  mainField: 'text',
  takes: { text: ['text'] },
  gives: 'number',
  mainOutput: 'total_cost_usd',

  input: z.strictObject({
    text: wellFormedText(500_000).describe('The prompt'),
    model: z
      .string()
      .max(100)
      .default('gpt-4o')
      .describe(`One of ${Object.keys(MODEL_PRICES).join(', ')}; any name when both prices are sent`),
    output_tokens: z.int().min(0).max(10_000_000).default(0).describe('Expected tokens of the answer'),
    calls: z.int().min(1).max(1_000_000_000).default(1).describe('How many times the call is made'),
    input_price: price.optional().describe('Dollars per million input tokens, instead of the list price'),
    output_price: price.optional().describe('Dollars per million output tokens, instead of the list price'),
  }),
  output: z.strictObject({
    input_tokens: z
      .int()
      .min(0)
      .describe('Tokens of the text, without those that a chat adds around messages'),
    output_tokens: z.int().min(0).describe('Tokens of the answer, as sent'),
    exact: z
      .boolean()
      .describe(
        "True for OpenAI's models; estimated for other tokenizers and for words of over 1,000 characters",
      ),
    encoding: z.string().describe('The tokenizer that counted'),
    input_cost_usd: z.number().min(0).describe('Dollars for the input of one call'),
    output_cost_usd: z.number().min(0).describe('Dollars for the output of one call'),
    total_cost_usd: z.number().min(0).describe('Dollars for all calls, to nine places'),
    prices: z
      .strictObject({
        input: z.number().min(0).describe('Dollars per million input tokens'),
        output: z.number().min(0).describe('Dollars per million output tokens'),
        as_of: z.string().nullable().describe('The date of the list price; null if both prices were sent'),
      })
      .describe('The prices that were used'),
  }),

  // "tiktoken is great!" is the example of OpenAI's cookbook: 6 tokens in o200k_base and in cl100k_base.
  examples: [
    {
      title: 'A prompt for GPT-4o with an answer of 100 tokens',
      input: { text: 'tiktoken is great!', model: 'gpt-4o', output_tokens: 100 },
      output: {
        input_tokens: 6,
        output_tokens: 100,
        exact: true,
        encoding: 'o200k_base',
        input_cost_usd: 0.000015,
        output_cost_usd: 0.001,
        total_cost_usd: 0.001015,
        prices: { input: 2.5, output: 10, as_of: PRICES_AS_OF },
      },
    },
    {
      title: 'A thousand calls to GPT-4',
      input: { text: 'tiktoken is great!', model: 'gpt-4', calls: 1_000 },
      output: {
        input_tokens: 6,
        output_tokens: 0,
        exact: true,
        encoding: 'cl100k_base',
        input_cost_usd: 0.00018,
        output_cost_usd: 0,
        total_cost_usd: 0.18,
        prices: { input: 30, output: 60, as_of: PRICES_AS_OF },
      },
    },
    {
      title: 'Custom prices',
      input: { text: 'tiktoken is great!', model: 'our-model', input_price: 1, output_price: 0 },
      output: {
        input_tokens: 6,
        output_tokens: 0,
        exact: false,
        encoding: 'o200k_base',
        input_cost_usd: 0.000006,
        output_cost_usd: 0,
        total_cost_usd: 0.000006,
        prices: { input: 1, output: 0, as_of: null },
      },
    },
  ],

  prepare: () => Promise.all([bytePairsOf('o200k_base'), bytePairsOf('cl100k_base')]),
  handler: async ({ text, model, output_tokens, calls, input_price, output_price }) => {
    const listed = Object.hasOwn(MODEL_PRICES, model) ? MODEL_PRICES[model] : undefined
    const input = input_price ?? listed?.input
    const output = output_price ?? listed?.output
    if (input === undefined || output === undefined)
      throw new InvalidInput(
        'model',
        'The price of this model is not known; send input_price and output_price',
      )
    const { encodingOfModel } = await import('./lib/model-encodings.ts')
    const published = encodingOfModel(model)
    const encoding = published ?? listed?.encoding ?? 'o200k_base'
    const { countTokens } = await import('./lib/token-count.ts')
    const { tokens: input_tokens, isExact } = await countTokens(text, encoding)
    const isListPrice = input_price === undefined || output_price === undefined
    return {
      input_tokens,
      output_tokens,
      exact: isExact && published !== null,
      encoding,
      input_cost_usd: rounded((input_tokens * input) / 1e6),
      output_cost_usd: rounded((output_tokens * output) / 1e6),
      total_cost_usd: rounded(((input_tokens * input + output_tokens * output) * calls) / 1e6),
      prices: { input, output, as_of: isListPrice ? PRICES_AS_OF : null },
    }
  },
})

function rounded(dollars: number): number {
  return Math.round(dollars * PLACES) / PLACES
}
