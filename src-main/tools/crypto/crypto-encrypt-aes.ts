import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { bytesOfText, textEncodingField } from './lib/text-bytes.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'crypto-encrypt-aes',
  title: 'Encrypt with a password',
  summary: 'Encrypts text or bytes with a password into one portable text (scrypt and AES-256-GCM).',
  searchWords: [
    'cipher',
    'lock',
    'seal',
    'hide a secret',
    'protect a note',
    'secret message',
    'aes-256',
    'symmetric',
    'passphrase',
    'confidential',
    'scramble',
    'private text',
    'keep a text safe',
    'protect with a secret phrase',
    'make unreadable',
    'send a secret',
    'secure a message',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  worker: true,
  aliases: ['crypto-aes-encrypt'],
  mainField: 'text',
  related: ['crypto-decrypt-aes', 'crypto-password-generate'],
  takes: { text: ['text'] },
  gives: 'base64',
  mainOutput: 'sealed',

  input: z.strictObject({
    text: wellFormedText(1024 * 1024).describe('What to encrypt, read as `input_encoding` says'),
    password: wellFormedText(1_024)
      .min(1)
      .describe('The password; without it the text cannot be decrypted'),
    input_encoding: textEncodingField('text'),
    context: wellFormedText(1_024)
      .default('')
      .describe('What the text belongs to, such as a record id; the same value is needed to decrypt'),
  }),
  output: z.strictObject({
    sealed: z
      .string()
      .describe('$aes-256-gcm-scrypt$v=1$ln=15,r=8,p=1$salt$nonce$ciphertext, for crypto-decrypt-aes'),
    bytes: z.int().min(0).describe('Number of bytes that were encrypted'),
  }),

  // Salt and nonce are random; crypto-decrypt-aes decrypts a text that another program sealed.
  examples: [
    { title: 'A note', input: { text: 'Meet me at noon', password: 'correct horse battery staple' } },
    { title: 'Bytes', input: { text: '00ff', input_encoding: 'hex', password: 'secret' } },
    { title: 'Bound to a record', input: { text: 'IBAN …', password: 'secret', context: 'customer/17' } },
  ],

  prepare: () => import('./lib/sealed-text.ts'),
  handler: async ({ text, password, input_encoding, context }, ctx) => {
    const { seal } = await import('./lib/sealed-text.ts')
    const plain = bytesOfText(text, input_encoding, 'text')
    return { sealed: await seal(plain, password, context, ctx.random), bytes: plain.length }
  },
})
