import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_CHARS = 1024 * 1024

export default defineTool({
  slug: 'text-base64-encode',
  title: 'Base64 encode',
  summary: 'Encodes text (UTF-8) or bytes in hexadecimal as Base64 or base64url (RFC 4648).',
  searchWords: [
    'b64',
    'btoa',
    'data uri',
    'to base 64',
    'embed',
    'binary as text',
    'basic auth header',
    'ascii armor',
    'encoded string',
    'encode an image',
    'text to b64',
    'picture in css',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  aliases: ['crypto-base64-encode', 'gen-base64-encode'],
  mainField: 'text',
  related: ['text-base64-decode'],
  takes: { text: ['text', 'hex'] },
  firstFor: ['hex'],
  gives: 'base64',
  mainOutput: 'base64',

  input: z.strictObject({
    text: wellFormedText(MAX_CHARS).describe(
      'The text, or its bytes as pairs of hex digits if `from` is hex',
    ),
    from: z.enum(['utf8', 'hex']).default('utf8').describe('The form of the text'),
    alphabet: z
      .enum(['standard', 'url'])
      .default('standard')
      .describe('standard uses + and /, url uses - and _'),
    padding: z
      .boolean()
      .optional()
      .describe('Pads with = to a multiple of four; default: yes for standard, no for url'),
    line_length: z
      .union([z.literal(0), z.literal(64), z.literal(76)])
      .default(0)
      .describe('Breaks lines with CRLF after 64 (PEM) or 76 (MIME) characters; 0 for a single line'),
  }),
  output: z.strictObject({
    base64: z.string().describe('The Base64 text'),
    bytes: z.int().min(0).describe('Number of bytes encoded'),
  }),

  // RFC 4648, sections 9 and 10.
  examples: [
    { title: 'Two padding characters', input: { text: 'foob' }, output: { base64: 'Zm9vYg==', bytes: 4 } },
    { title: 'No padding', input: { text: 'foobar' }, output: { base64: 'Zm9vYmFy', bytes: 6 } },
    {
      title: 'Bytes in hexadecimal',
      input: { text: '14fb9c03d97e', from: 'hex' },
      output: { base64: 'FPucA9l+', bytes: 6 },
    },
  ],

  handler: ({ text, from, alphabet, padding, line_length }) => {
    const bytes = from === 'hex' ? bytesOfHex(text) : Buffer.from(text)
    const bare = bytes.toString(alphabet === 'url' ? 'base64url' : 'base64').replace(/=+$/, '')
    const whole =
      (padding ?? alphabet === 'standard') ? bare + '='.repeat((4 - (bare.length % 4)) % 4) : bare
    const lines = line_length === 64 ? whole.match(/.{1,64}/g) : whole.match(/.{1,76}/g)
    return { base64: line_length === 0 ? whole : (lines ?? []).join('\r\n'), bytes: bytes.length }
  },
})

function bytesOfHex(text: string): Buffer {
  const digits = text.replaceAll(/\s/g, '')
  if (!/^(?:[\da-f]{2})*$/i.test(digits))
    throw new InvalidInput('text', 'Send an even number of hexadecimal digits; white space is ignored')
  return Buffer.from(digits, 'hex')
}
