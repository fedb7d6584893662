import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'

const ALPHABETS = {
  url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  alphanumeric: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  lowercase: 'abcdefghijklmnopqrstuvwxyz0123456789',
  hex: '0123456789abcdef',
  numbers: '0123456789',
  // Without the letters and digits that look alike: 0 O o 1 I l.
  unambiguous: 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789',
}

export default defineTool({
  slug: 'crypto-nanoid',
  title: 'Nano ID',
  summary: 'Makes short random ids that are safe in URLs, of any length and alphabet.',
  searchWords: [
    'short id',
    'url-safe id',
    'compact unique id',
    'share link id',
    'random string',
    'short code',
    'invite code',
    'coupon code',
    'slug id',
    'tiny identifier',
    'voucher',
    'unguessable link',
    'short unique id',
    'id for a url',
    'readable code',
    'random slug',
    'ticket code',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  related: ['crypto-uuid', 'id-ulid'],
  gives: 'text',
  mainOutput: 'ids',

  input: z.strictObject({
    size: z.int().min(2).max(256).default(21).describe('Characters per id; 21 are as unique as a UUID'),
    count: z.int().min(1).max(1_000).default(1).describe('Number of ids'),
    alphabet: z
      .enum(['url', 'alphanumeric', 'lowercase', 'hex', 'numbers', 'unambiguous'])
      .default('url')
      .describe('Characters to use; unambiguous leaves out those that look alike'),
    characters: z
      .string()
      .regex(/^[\x21-\x7e]{2,94}$/, 'Send 2 to 94 visible ASCII characters')
      .refine((text) => new Set(text).size === text.length, 'Each character may occur only once')
      .optional()
      .describe('Custom characters, instead of `alphabet`: 2 to 94 visible ASCII characters, each once'),
  }),
  output: z.strictObject({
    ids: z.array(z.string().describe('An id')).describe('The ids'),
    entropy_bits: z.number().min(0).describe('Bits of randomness in each, to one decimal place'),
  }),

  examples: [
    { title: 'One id of 21 characters', input: {} },
    { title: 'Five codes to read out', input: { size: 8, count: 5, alphabet: 'unambiguous' } },
    { title: 'Twelve coin flips', input: { size: 12, characters: 'HT' } },
  ],

  handler: async ({ size, count, alphabet, characters }, ctx) => {
    const { customRandom } = await import('nanoid')
    const letters = characters ?? ALPHABETS[alphabet]
    const make = customRandom(letters, size, ctx.random)
    return {
      ids: Array.from({ length: count }, () => make()),
      entropy_bits: Math.round(size * Math.log2(letters.length) * 10) / 10,
    }
  },
})
