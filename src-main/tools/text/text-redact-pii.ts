import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { countryCode } from '../lib/country-code.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { PII_KINDS } from '../../../src-shared/rules/pii-kinds.ts'
import { findPii, type PiiSpan } from './lib/pii-spans.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_LISTED = 5_000
const DEFAULT_KINDS = PII_KINDS.filter((kind) => kind !== 'url')

export default defineTool({
  slug: 'text-redact-pii',
  title: 'Redact personal data',
  summary:
    'Masks e-mail addresses, phone numbers, cards, IBANs, SSNs and network addresses in a text; never echoes them.',
  searchWords: [
    'anonymize',
    'hide names',
    'privacy',
    'gdpr',
    'mask',
    'censor',
    'sensitive data',
    'black out',
    'remove private data',
    'sanitize',
    'pseudonymize',
    'scrub',
    'hide phone numbers',
    'confidential',
    'credit card numbers',
    'personally identifiable',
    'mask card numbers',
    'hide emails',
    'customer messages',
    'personal details out of a text',
    'remove names and addresses',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 9,
  cacheable: true,
  worker: true,
  aliases: ['pii-detect-redact'],
  mainField: 'text',
  related: ['text-extract-emails', 'text-extract-phones'],
  takes: { text: ['log', 'text'] },
  firstFor: ['log'],
  gives: 'text',
  mainOutput: 'text',

  input: z.strictObject({
    text: wellFormedText(100_000).describe('The text; names of people and places are not masked'),
    kinds: z
      .array(z.enum(PII_KINDS))
      .min(1)
      .max(PII_KINDS.length)
      .default(DEFAULT_KINDS)
      .describe('What to mask; by default everything except url'),
    style: z
      .enum(['label', 'numbered', 'mask'])
      .default('label')
      .describe('[EMAIL], or [EMAIL_1] with the same number for the same value, or one * per character'),
    default_country: countryCode()
      .default('US')
      .describe('Country (ISO 3166, such as US) whose phone numbers are written without a country code'),
  }),
  output: z.strictObject({
    text: z.string().describe('The text with the findings masked'),
    found: z
      .array(
        z.strictObject({
          kind: z.enum(PII_KINDS).describe('The kind of data'),
          start: z.int().min(0).describe('Where it started in the original text, in UTF-16 units'),
          end: z.int().min(0).describe('Where it ended, exclusive'),
        }),
      )
      .describe(`What was masked, in order, the first ${MAX_LISTED}`),
    counts: namedValues(z.string(), z.int().min(1)).describe('Number of masked items of each kind'),
    total: z.int().min(0).describe('Number of all masked items'),
  }),

  // Test numbers published by their issuers: the Visa test card, the IBAN registry's example,
  // Google's number.
  examples: [
    {
      title: 'An address and a phone number',
      input: { text: 'Write to ann@example.com or call +1 650 253 0000.' },
      output: {
        text: 'Write to [EMAIL] or call [PHONE].',
        found: [
          { kind: 'email', start: 9, end: 24 },
          { kind: 'phone', start: 33, end: 48 },
        ],
        counts: { email: 1, phone: 1 },
        total: 2,
      },
    },
    {
      title: 'The same value gets the same number',
      input: { text: 'a@example.com, b@example.com, A@example.com', style: 'numbered' },
      output: {
        text: '[EMAIL_1], [EMAIL_2], [EMAIL_1]',
        found: [
          { kind: 'email', start: 0, end: 13 },
          { kind: 'email', start: 15, end: 28 },
          { kind: 'email', start: 30, end: 43 },
        ],
        counts: { email: 3 },
        total: 3,
      },
    },
    {
      title: 'A card and an account',
      input: { text: '4111 1111 1111 1111, DE89 3704 0044 0532 0130 00', style: 'mask' },
      output: {
        text: '*******************, ***************************',
        found: [
          { kind: 'credit_card', start: 0, end: 19 },
          { kind: 'iban', start: 21, end: 48 },
        ],
        counts: { credit_card: 1, iban: 1 },
        total: 2,
      },
    },
  ],

  prepare: () => Promise.all([import('validator'), import('libphonenumber-js/max'), import('ibantools')]),
  handler: async ({ text, kinds, style, default_country }) => {
    const found = await findPii(text, kinds, default_country)
    const counts: Record<string, number> = {}
    for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1
    const redacted = redact(text, found, MASKS[style]())
    return { text: redacted, found: found.slice(0, MAX_LISTED), counts, total: found.length }
  },
})

type Mask = (span: PiiSpan, value: string) => string

const MASKS: Readonly<Record<'label' | 'numbered' | 'mask', () => Mask>> = {
  label: () => (span) => `[${span.kind.toUpperCase()}]`,
  mask: () => (_, value) => '*'.repeat([...value].length),
  numbered: () => {
    const numbers = new Map<string, Map<string, number>>()
    return ({ kind }, value) => {
      const known = numbers.get(kind) ?? new Map<string, number>()
      numbers.set(kind, known)
      // Spaces and symbols between the groups of a number are not part of it.
      const name = value.toLowerCase().replace(/[^\p{L}\p{N}@]/gu, '')
      const number = known.get(name) ?? known.size + 1
      known.set(name, number)
      return `[${kind.toUpperCase()}_${number}]`
    }
  },
}

function redact(text: string, spans: readonly PiiSpan[], mask: Mask): string {
  let [result, from] = ['', 0]
  for (const span of spans) {
    result += text.slice(from, span.start) + mask(span, text.slice(span.start, span.end))
    from = span.end
  }
  return result + text.slice(from)
}
