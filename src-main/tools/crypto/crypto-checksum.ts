import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { isSameBytes } from './lib/same-bytes.ts'
import { bytesOfText, DIGEST_ENCODINGS, textEncodingField } from './lib/text-bytes.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const ALGORITHMS = [
  'adler32',
  'crc32',
  'crc32c',
  'crc64',
  'xxhash32',
  'xxhash64',
  'xxhash3',
  'xxhash128',
  'md5',
  'sha1',
  'sha224',
  'sha384',
  'sha3-224',
  'sha3-256',
  'sha3-384',
  'sha3-512',
  'keccak-256',
  'blake2b',
  'blake2s',
  'blake3',
  'ripemd160',
  'sm3',
] as const

export default defineTool({
  slug: 'crypto-checksum',
  title: 'Checksum',
  summary:
    'A checksum or hash of text or bytes: CRC, xxHash, MD5, SHA-1, SHA-3, BLAKE2, BLAKE3 and others.',
  searchWords: [
    'md5',
    'crc32',
    'xxhash',
    'adler',
    'integrity',
    'file hash',
    'digest',
    'fingerprint of a file',
    'verify a download',
    'content changed',
    'hash sum',
    'verify file integrity',
    'same as the original',
    'identical files',
    'was a file changed',
    'compare a download',
    'corrupt download',
    'tampered with',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  mainField: 'text',
  related: ['crypto-hash-sha256', 'crypto-hash-sha512'],
  takes: { text: ['text'], expected: ['hash'] },
  firstFor: ['hash'],
  gives: 'hash',
  mainOutput: 'checksum',

  input: z.strictObject({
    text: wellFormedText(4 * 1024 * 1024).describe('What to hash, read as `input_encoding` says'),
    algorithm: z
      .enum(ALGORITHMS)
      .default('crc32')
      .describe(
        'The algorithm; crc, adler and xxhash only guard against accidents, md5 and sha1 are broken',
      ),
    input_encoding: textEncodingField('text'),
    encoding: z.enum(DIGEST_ENCODINGS).default('hex').describe('How the checksum is written'),
    expected: z
      .string()
      .max(256)
      .optional()
      .describe('A checksum to compare with, written as `encoding` says'),
  }),
  output: z.strictObject({
    checksum: z.string().describe('The checksum'),
    algorithm: z.enum(ALGORITHMS).describe('The algorithm'),
    encoding: z.enum(DIGEST_ENCODINGS).describe('How it is written'),
    bits: z.int().min(1).describe('Its length in bits'),
    bytes: z.int().min(0).describe('Number of bytes that were hashed'),
    matches: z.boolean().nullable().describe('Whether it equals the expected one; null if none was sent'),
  }),

  // crc32: the check value of the CRC catalogue; md5: RFC 1321, A.5; blake3: the authors' test_vectors.json.
  examples: [
    {
      title: 'The check value of CRC-32',
      input: { text: '123456789' },
      output: {
        checksum: 'cbf43926',
        algorithm: 'crc32',
        encoding: 'hex',
        bits: 32,
        bytes: 9,
        matches: null,
      },
    },
    {
      title: 'MD5, compared with the value on a download page',
      input: { text: 'abc', algorithm: 'md5', expected: '900150983CD24FB0D6963F7D28E17F72' },
      output: {
        checksum: '900150983cd24fb0d6963f7d28e17f72',
        algorithm: 'md5',
        encoding: 'hex',
        bits: 128,
        bytes: 3,
        matches: true,
      },
    },
    {
      title: 'BLAKE3 of an empty input',
      input: { text: '', algorithm: 'blake3' },
      output: {
        checksum: 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
        algorithm: 'blake3',
        encoding: 'hex',
        bits: 256,
        bytes: 0,
        matches: null,
      },
    },
  ],

  prepare: () => import('./lib/checksum-of.ts'),
  handler: async ({ text, algorithm, input_encoding, encoding, expected }) => {
    const { CHECKSUMS } = await import('./lib/checksum-of.ts')
    const data = bytesOfText(text, input_encoding, 'text')
    const digest = Buffer.from(await CHECKSUMS[algorithm](data), 'hex')
    const matches =
      expected === undefined ? null : isSameBytes(bytesOfText(expected, encoding, 'expected'), digest)
    return {
      checksum: digest.toString(encoding),
      algorithm,
      encoding,
      bits: digest.length * 8,
      bytes: data.length,
      matches,
    }
  },
})
