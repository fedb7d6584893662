import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_CHARS = 2 * 1024 * 1024

export default defineTool({
  slug: 'text-base64-decode',
  title: 'Base64 decode',
  summary:
    'Decodes Base64 or base64url, with or without padding, to text, or to hexadecimal if the ' +
    'bytes are not text.',
  searchWords: [
    'b64',
    'atob',
    'data uri',
    'unbase64',
    'base 64 to text',
    'decode attachment',
    'readable again',
    'encoded string',
    'undo base64',
    'basic auth header',
    'decode a string',
    'what does this base64 say',
    'base64 image',
    'b64 to text',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  aliases: ['crypto-base64-decode', 'gen-base64-decode'],
  mainField: 'base64',
  related: ['text-base64-encode', 'file-magic-detect'],
  takes: { base64: ['base64'] },
  firstFor: ['base64'],
  gives: 'text',
  mainOutput: 'text',

  input: z.strictObject({
    base64: wellFormedText(MAX_CHARS).describe('The Base64 text; white space in it is ignored'),
    strict: z
      .boolean()
      .default(false)
      .describe('Rejects white space, wrong padding, and non-zero bits that must be zero (RFC 4648, 3.5)'),
  }),
  output: z.strictObject({
    text: z.string().nullable().describe('The bytes as UTF-8 text; null if they are not valid UTF-8'),
    is_utf8: z.boolean().describe('Whether the bytes are valid UTF-8'),
    hex: z.string().describe('The bytes as hexadecimal digits'),
    bytes: z.int().min(0).describe('Number of bytes'),
  }),

  // RFC 4648, sections 9 and 10.
  examples: [
    {
      title: 'Text',
      input: { base64: 'Zm9vYmE=' },
      output: { text: 'fooba', is_utf8: true, hex: '666f6f6261', bytes: 5 },
    },
    {
      title: 'Bytes that are not text',
      input: { base64: 'FPucA9k=' },
      output: { text: null, is_utf8: false, hex: '14fb9c03d9', bytes: 5 },
    },
    {
      title: 'Without padding',
      input: { base64: 'Zm9vYg' },
      output: { text: 'foob', is_utf8: true, hex: '666f6f62', bytes: 4 },
    },
  ],

  handler: ({ base64, strict }) => {
    const bytes = bytesOf(base64, strict)
    const text = textOf(bytes)
    return { text, is_utf8: text !== null, hex: bytes.toString('hex'), bytes: bytes.length }
  },
})

function bytesOf(base64: string, strict: boolean): Buffer {
  const compact = strict ? base64 : base64.replaceAll(/\s/g, '')
  const digits = compact.replace(/={1,2}$/, '')
  const wrong = /[^A-Za-z0-9+/_-]/.exec(digits)
  if (wrong)
    throw new InvalidInput(
      'base64',
      `Character ${wrong.index + 1} is not in any Base64 alphabet; remove it`,
    )
  if (/[+/]/.test(digits) && /[-_]/.test(digits))
    throw new InvalidInput('base64', 'The text mixes + or / with - or _; use one alphabet')
  if (digits.length % 4 === 1)
    throw new InvalidInput('base64', 'The text is cut off; a character is missing')
  const bytes = Buffer.from(digits, 'base64url')
  const padded = digits.length + ((4 - (digits.length % 4)) % 4)
  if (compact.length !== padded && (strict || compact.length !== digits.length))
    throw new InvalidInput('base64', 'The padding does not fit the length; drop it or complete the text')
  if (strict && bytes.toString('base64url') !== digits.replaceAll('+', '-').replaceAll('/', '_'))
    throw new InvalidInput('base64', 'The last character contains bits that must be zero')
  return bytes
}

function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Bytes that are not UTF-8 are a valid result too.
    return null
  }
}
