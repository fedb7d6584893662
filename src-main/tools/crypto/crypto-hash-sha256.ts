import { createHash } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { bytesOfText, DIGEST_ENCODINGS, textEncodingField } from '../text-bytes.ts'
import { wellFormedText } from '../well-formed-text.ts'

const MAX_CHARS = 4 * 1024 * 1024

export default defineTool({
  slug: 'crypto-hash-sha256',
  title: 'SHA-256 hash',
  summary: 'The SHA-256 digest of a text or of bytes, in hexadecimal, base64 or base64url.',
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  accepts: ['text'],
  related: ['crypto-hash-sha512', 'crypto-hmac', 'crypto-checksum'],
  mainField: 'text',

  input: z.strictObject({
    text: wellFormedText(MAX_CHARS).describe('What to hash; bytes are written as `input_encoding` says'),
    input_encoding: textEncodingField('text'),
    encoding: z.enum(DIGEST_ENCODINGS).default('hex').describe('How the digest is written'),
  }),
  output: z.strictObject({
    hash: z.string().describe('The digest'),
    encoding: z.enum(DIGEST_ENCODINGS).describe('How the digest is written'),
    bytes: z.int().min(0).describe('Number of bytes that were hashed'),
  }),

  // FIPS 180-4, as NIST's "Examples with Intermediate Values" prints the digests; base64 with coreutils.
  examples: [
    {
      title: 'The three letters abc',
      input: { text: 'abc' },
      output: {
        hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        encoding: 'hex',
        bytes: 3,
      },
    },
    {
      title: 'Nothing at all',
      input: { text: '' },
      output: {
        hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        encoding: 'hex',
        bytes: 0,
      },
    },
    {
      title: 'Bytes in hexadecimal, digest in base64',
      input: { text: '616263', input_encoding: 'hex', encoding: 'base64' },
      output: { hash: 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=', encoding: 'base64', bytes: 3 },
    },
  ],

  handler: ({ text, input_encoding, encoding }) => {
    const bytes = bytesOfText(text, input_encoding, 'text')
    return { hash: createHash('sha256').update(bytes).digest(encoding), encoding, bytes: bytes.length }
  },
})
