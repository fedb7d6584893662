import { createHash } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { InvalidInput } from '../tool-context.ts'
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
  mainField: 'text',

  input: z.strictObject({
    text: wellFormedText(MAX_CHARS).describe('What to hash; bytes are written as `input_encoding` says'),
    input_encoding: z
      .enum(['utf8', 'hex', 'base64'])
      .default('utf8')
      .describe('How `text` is read: as UTF-8 text, or as bytes in hexadecimal or base64'),
    encoding: z.enum(['hex', 'base64', 'base64url']).default('hex').describe('How the digest is written'),
  }),
  output: z.strictObject({
    hash: z.string().describe('The digest'),
    encoding: z.enum(['hex', 'base64', 'base64url']).describe('How the digest is written'),
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
    const bytes = toBytes(text, input_encoding)
    return { hash: createHash('sha256').update(bytes).digest(encoding), encoding, bytes: bytes.length }
  },
})

const HEX = /^[0-9a-f]*$/i
// RFC 4648, 4, with or without padding; white space between is not part of the alphabet.
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

// Buffer.from skips what it cannot read, which would give the hash of something else.
function toBytes(text: string, encoding: 'utf8' | 'hex' | 'base64'): Buffer {
  if (encoding === 'hex' && !(text.length % 2 === 0 && HEX.test(text)))
    throw new InvalidInput(
      'text',
      'Write hexadecimal bytes as pairs of the digits 0-9 and a-f, without spaces',
    )
  if (encoding === 'base64' && !(BASE64.test(text) && isWholeBase64(text)))
    throw new InvalidInput('text', 'This is no base64 text; use the letters of RFC 4648, without spaces')
  return Buffer.from(text, encoding)
}

function isWholeBase64(text: string): boolean {
  const digits = text.replace(/=+$/, '').length
  return digits % 4 !== 1 && (text.length === digits || text.length % 4 === 0)
}
