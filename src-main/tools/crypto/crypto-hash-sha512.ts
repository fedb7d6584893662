import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGEST_FIELDS, DIGEST_OUTPUT, digestOf } from './lib/text-digest.ts'

export default defineTool({
  slug: 'crypto-hash-sha512',
  title: 'SHA-512 hash',
  summary: 'The SHA-512 digest of a text or of bytes, in hexadecimal, base64 or base64url.',
  searchWords: [
    'digest',
    'fingerprint',
    'checksum',
    'long hash',
    'hash a string',
    '512 bit',
    'strong hash',
    'hash of a file',
    'fingerprint of a text',
    'hex digest',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  related: ['crypto-hash-sha256', 'crypto-hmac', 'crypto-checksum'],
  mainField: 'text',
  takes: { text: ['text'] },
  gives: 'hash',
  mainOutput: 'hash',

  input: z.strictObject(DIGEST_FIELDS),
  output: z.strictObject(DIGEST_OUTPUT),

  // FIPS 180-4, as NIST's "Examples with Intermediate Values" prints the digests; the last one with coreutils.
  examples: [
    {
      title: 'The three letters abc',
      input: { text: 'abc' },
      output: {
        hash:
          'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
          '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
        encoding: 'hex',
        bytes: 3,
      },
    },
    {
      title: 'Empty input',
      input: { text: '' },
      output: {
        hash:
          'cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce' +
          '47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e',
        encoding: 'hex',
        bytes: 0,
      },
    },
    {
      title: 'Bytes in hexadecimal, digest in base64',
      input: { text: '616263', input_encoding: 'hex', encoding: 'base64' },
      output: {
        hash: '3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==',
        encoding: 'base64',
        bytes: 3,
      },
    },
  ],

  handler: (input) => digestOf('sha512', input),
})
