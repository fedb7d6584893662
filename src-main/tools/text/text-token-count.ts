import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { bytePairsOf, TOKEN_ENCODINGS } from '../../tokens/byte-pairs.ts'
import { checkRuns, ENCODING_GUIDE } from './lib/token-encoding.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_LISTED = 10_000

export default defineTool({
  slug: 'text-token-count',
  title: 'Count tokens',
  summary: 'Counts the tokens of a text as a language model sees them, by the real byte-pair encoding.',
  searchWords: [
    'tiktoken',
    'context window',
    'llm length',
    'prompt length',
    'gpt tokens',
    'bpe',
    'how long is the prompt',
    'fits in the model',
    'how many tokens',
    'claude tokens',
    'count for gpt',
    'is my prompt too long',
    'token length',
    'token counter',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  worker: true,
  aliases: ['ai-token-estimate', 'context-window-estimate'],
  mainField: 'text',
  related: ['text-chunk', 'text-word-count'],
  takes: { text: ['text'] },
  gives: 'number',
  mainOutput: 'tokens',

  input: z.strictObject({
    text: wellFormedText(500_000).describe(
      'The text; names of special tokens in it count as ordinary text',
    ),
    encoding: z.enum(TOKEN_ENCODINGS).default('o200k_base').describe(ENCODING_GUIDE),
    include_ids: z
      .boolean()
      .default(false)
      .describe(`Also lists the token numbers, the first ${MAX_LISTED} of them`),
  }),
  output: z.strictObject({
    tokens: z.int().min(0).describe('Number of tokens'),
    encoding: z.enum(TOKEN_ENCODINGS).describe('The encoding that was used'),
    code_points: z.int().min(0).describe('Unicode code points of the text'),
    ids: z.array(z.int()).optional().describe('The tokens, if requested'),
  }),

  // From tiktoken's own tests and OpenAI's cookbook on counting tokens.
  examples: [
    {
      title: 'In the encoding of GPT-4',
      input: { text: 'tiktoken is great!', encoding: 'cl100k_base', include_ids: true },
      output: {
        tokens: 6,
        encoding: 'cl100k_base',
        code_points: 18,
        ids: [83, 1609, 5963, 374, 2294, 0],
      },
    },
    {
      title: 'In the encoding of GPT-4o',
      input: { text: 'hello world', include_ids: true },
      output: { tokens: 2, encoding: 'o200k_base', code_points: 11, ids: [24912, 2375] },
    },
    {
      title: 'No text, no tokens',
      input: { text: '' },
      output: { tokens: 0, encoding: 'o200k_base', code_points: 0 },
    },
  ],

  prepare: () => bytePairsOf('o200k_base'),
  handler: async ({ text, encoding, include_ids }) => {
    checkRuns('text', text)
    const { encode } = await bytePairsOf(encoding)
    const ids = encode(text)
    const counted = { tokens: ids.length, encoding, code_points: [...text].length }
    return include_ids ? { ...counted, ids: ids.slice(0, MAX_LISTED) } : counted
  },
})
