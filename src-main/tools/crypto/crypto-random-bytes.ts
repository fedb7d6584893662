import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGEST_ENCODINGS } from './lib/text-bytes.ts'

export default defineTool({
  slug: 'crypto-random-bytes',
  title: 'Random bytes',
  summary: 'Random bytes for keys, salts and tokens, in hexadecimal, base64 or base64url.',
  searchWords: [
    'salt',
    'nonce',
    'secret key',
    'entropy',
    'api key',
    'session secret',
    'random hex',
    'iv',
    'secure random',
    'random token',
    'random string',
    'csprng',
    'encryption key',
    'unguessable key',
    'generate a secret',
    'random key',
    'generate a token',
    'random data',
    'cryptographic',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  related: ['crypto-random-int', 'crypto-password-generate'],
  gives: 'hex',
  mainOutput: 'bytes',

  input: z.strictObject({
    count: z.int().min(1).max(65_536).default(32).describe('Number of bytes'),
    encoding: z.enum(DIGEST_ENCODINGS).default('hex').describe('How they are written'),
  }),
  output: z.strictObject({
    bytes: z.string().describe('The bytes'),
    count: z.int().min(1).describe('Number of bytes'),
    encoding: z.enum(DIGEST_ENCODINGS).describe('How they are written'),
  }),

  examples: [
    { title: 'A key of 256 bits', input: {} },
    { title: 'A token for a URL', input: { count: 24, encoding: 'base64url' } },
    { title: 'A salt', input: { count: 16, encoding: 'base64' } },
  ],

  handler: ({ count, encoding }, ctx) => ({
    bytes: Buffer.from(ctx.random(count)).toString(encoding),
    count,
    encoding,
  }),
})
