import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { isSameBytes } from './lib/same-bytes.ts'
import { bytesOfText, DIGEST_ENCODINGS, textEncodingField } from './lib/text-bytes.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const ALGORITHMS = ['sha1', 'sha256', 'sha384', 'sha512'] as const

export default defineTool({
  slug: 'crypto-hmac',
  title: 'HMAC',
  summary: 'The HMAC of a text under a secret key, optionally compared with an expected one.',
  searchWords: [
    'message authentication code',
    'keyed hash',
    'shared secret',
    'sign a request body',
    'api signature',
    'request signing',
    'hs256',
    'signature with a secret',
    'mac',
    'sign payload with a secret',
    'sign data',
    'sign a webhook',
    'message integrity',
    'sign a payload',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  aliases: ['crypto-hmac-sha256', 'hash-hmac'],
  mainField: 'text',
  related: ['webhook-payload-verify', 'crypto-hash-sha256'],
  takes: { text: ['text'] },
  gives: 'hash',
  mainOutput: 'hmac',

  input: z.strictObject({
    text: wellFormedText(4 * 1024 * 1024).describe('What to authenticate, read as `input_encoding` says'),
    key: wellFormedText(8_192).describe('The secret key, read as `key_encoding` says'),
    algorithm: z.enum(ALGORITHMS).default('sha256').describe('The hash function to use'),
    input_encoding: textEncodingField('text'),
    key_encoding: textEncodingField('key'),
    encoding: z.enum(DIGEST_ENCODINGS).default('hex').describe('How the HMAC is written'),
    expected: z
      .string()
      .max(256)
      .optional()
      .describe('An HMAC to compare with in constant time, written as `encoding` says'),
  }),
  output: z.strictObject({
    hmac: z.string().describe('The HMAC'),
    algorithm: z.enum(ALGORITHMS).describe('The hash function'),
    encoding: z.enum(DIGEST_ENCODINGS).describe('How it is written'),
    matches: z.boolean().nullable().describe('Whether it equals the expected one; null if none was sent'),
  }),

  // RFC 4231, test cases 2, 1 and 6; RFC 2202 (HMAC-SHA-1), test case 2.
  examples: [
    {
      title: 'A short key and a sentence',
      input: { text: 'what do ya want for nothing?', key: 'Jefe' },
      output: {
        hmac: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
        algorithm: 'sha256',
        encoding: 'hex',
        matches: null,
      },
    },
    {
      title: 'A key of bytes, compared with a received HMAC',
      input: {
        text: 'Hi There',
        key: '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b',
        key_encoding: 'hex',
        expected: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
      },
      output: {
        hmac: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
        algorithm: 'sha256',
        encoding: 'hex',
        matches: true,
      },
    },
    {
      title: 'With SHA-1, for older services',
      input: { text: 'what do ya want for nothing?', key: 'Jefe', algorithm: 'sha1' },
      output: {
        hmac: 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
        algorithm: 'sha1',
        encoding: 'hex',
        matches: null,
      },
    },
  ],

  handler: ({ text, key, algorithm, input_encoding, key_encoding, encoding, expected }) => {
    const mac = createHmac(algorithm, bytesOfText(key, key_encoding, 'key'))
      .update(bytesOfText(text, input_encoding, 'text'))
      .digest()
    const matches =
      expected === undefined ? null : isSameBytes(bytesOfText(expected, encoding, 'expected'), mac)
    return { hmac: mac.toString(encoding), algorithm, encoding, matches }
  },
})
