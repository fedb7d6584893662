import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'crypto-decrypt-aes',
  title: 'Decrypt with a password',
  summary: 'Decrypts a text sealed by crypto-encrypt-aes, and rejects one that was changed.',
  searchWords: [
    'decipher',
    'unlock',
    'unseal',
    'open a locked text',
    'read a secret message',
    'reveal',
    'undo encryption',
    'passphrase',
    'aes-256',
    'decode ciphertext',
    'protected note',
    'get the secret back',
    'unscramble',
    'read an encrypted text',
    'decode a secret',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  aliases: ['crypto-aes-decrypt'],
  mainField: 'sealed',
  related: ['crypto-encrypt-aes'],
  gives: 'text',
  mainOutput: 'text',

  input: z.strictObject({
    sealed: z
      .string()
      .max(2 * 1024 * 1024)
      .describe('The text made by crypto-encrypt-aes'),
    password: wellFormedText(1_024).min(1).describe('The password it was sealed with'),
    context: wellFormedText(1_024).default('').describe('The context it was sealed with'),
    encoding: z
      .enum(['utf8', 'hex', 'base64', 'base64url'])
      .default('utf8')
      .describe('How to write the plain bytes'),
  }),
  output: z.strictObject({
    text: z.string().describe('The decrypted content'),
    encoding: z.enum(['utf8', 'hex', 'base64', 'base64url']).describe('How it is written'),
    bytes: z.int().min(0).describe('Number of plain bytes'),
  }),

  // Sealed with Python: hashlib.scrypt and AESGCM of the package cryptography.
  examples: [
    {
      title: 'A note',
      input: {
        sealed:
          '$aes-256-gcm-scrypt$v=1$ln=15,r=8,p=1$AAECAwQFBgcICQoLDA0ODw' +
          '$ZGVmZ2hpamtsbW5v$_FC1AtQAvYjEWPJt7lbRsCWOA10KjYIWUOuORLjc9Q',
        password: 'correct horse battery staple',
      },
      output: { text: 'Meet me at noon', encoding: 'utf8', bytes: 15 },
    },
    {
      title: 'Bytes bound to a record',
      input: {
        sealed:
          '$aes-256-gcm-scrypt$v=1$ln=15,r=8,p=1$AAECAwQFBgcICQoLDA0ODw' +
          '$ZGVmZ2hpamtsbW5v$zLyRsda8LninfPtLkKNY3y1g',
        password: 'secret',
        context: 'customer/17',
        encoding: 'hex',
      },
      output: { text: '00ff', encoding: 'hex', bytes: 2 },
    },
    {
      title: 'Letters beyond ASCII, also in the password',
      input: {
        sealed:
          '$aes-256-gcm-scrypt$v=1$ln=15,r=8,p=1$AAECAwQFBgcICQoLDA0ODw' +
          '$ZGVmZ2hpamtsbW5v$PY7K1pS-R9BXnxrcworSsr18rbPRmCo',
        password: 'pässwort',
      },
      output: { text: 'grüße', encoding: 'utf8', bytes: 7 },
    },
  ],

  prepare: () => import('./lib/sealed-text.ts'),
  handler: async ({ sealed, password, context, encoding }) => {
    const { unseal } = await import('./lib/sealed-text.ts')
    const plain = await unseal(sealed, password, context)
    if (encoding === 'utf8' && !isUtf8(plain))
      throw new InvalidInput(
        'encoding',
        'The decrypted content is not text; set the encoding to hex or base64',
      )
    return { text: plain.toString(encoding), encoding, bytes: plain.length }
  },
})
