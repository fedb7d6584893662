import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGEST_FIELDS, DIGEST_OUTPUT, digestOf } from './lib/text-digest.ts'

export default defineTool({
  slug: 'crypto-hash-sha256',
  title: 'SHA-256 hash',
  summary: 'The SHA-256 digest of a text or of bytes, in hexadecimal, base64 or base64url.',
  searchWords: [
    'digest',
    'fingerprint',
    'sha2',
    'sha-2',
    'checksum',
    'hash a string',
    'one-way',
    'content id',
    'unique hash',
    '256 bit',
    'integrity',
    'hash of a file',
    'same content',
    'fingerprint of a text',
    'hex digest',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  related: ['crypto-hash-sha512', 'crypto-hmac', 'crypto-checksum'],
  mainField: 'text',
  takes: { text: ['text'] },
  gives: 'hash',
  mainOutput: 'hash',

  input: z.strictObject(DIGEST_FIELDS),
  output: z.strictObject(DIGEST_OUTPUT),

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
      title: 'Empty input',
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

  handler: (input) => digestOf('sha256', input),
})
