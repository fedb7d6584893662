import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { findEmails } from './lib/text-spans.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_FOUND = 5_000

const found = z.strictObject({
  email: z.string().describe('The address as written in the text'),
  domain: z.string().describe('The part after its @, in lower case'),
  start: z.int().min(0).describe('Where it starts, in UTF-16 units'),
  end: z.int().min(0).describe('Where it ends, exclusive'),
})

export default defineTool({
  slug: 'text-extract-emails',
  title: 'Find e-mail addresses',
  summary:
    'Finds e-mail addresses in running text, with their positions, including addresses in ' +
    'other scripts.',
  searchWords: [
    'pull emails',
    'scrape emails',
    'list of mails',
    'collect addresses',
    'harvest contacts',
    'email extractor',
    'who was written to',
    'all emails',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  worker: true,
  mainField: 'text',
  related: ['text-extract-urls', 'text-extract-phones', 'text-redact-pii'],
  takes: { text: ['emails', 'vcard', 'text'] },
  firstFor: ['emails'],
  gives: 'email',
  mainOutput: 'emails[].email',

  input: z.strictObject({
    text: wellFormedText(500_000).describe('The text to search'),
    unique: z
      .boolean()
      .default(false)
      .describe('Lists each address once, at its first occurrence; upper and lower case are equal'),
  }),
  output: z.strictObject({
    emails: z.array(found).describe(`The addresses in order, the first ${MAX_FOUND}`),
    count: z.int().min(0).describe('Number of all addresses, including those past the list'),
  }),

  // Addresses from RFC 5322 and RFC 3696, and its erratum; positions counted by hand.
  examples: [
    {
      title: 'In brackets, at the end of a sentence',
      input: { text: 'John Doe <jdoe@machine.example>, mary@example.net.' },
      output: {
        emails: [
          { email: 'jdoe@machine.example', domain: 'machine.example', start: 10, end: 30 },
          { email: 'mary@example.net', domain: 'example.net', start: 33, end: 49 },
        ],
        count: 2,
      },
    },
    {
      title: 'With a tag',
      input: { text: 'user+mailbox@example.com' },
      output: {
        emails: [{ email: 'user+mailbox@example.com', domain: 'example.com', start: 0, end: 24 }],
        count: 1,
      },
    },
    {
      title: 'Text that only looks like an address',
      input: { text: 'ask @jdoe, a@b, me@localhost' },
      output: { emails: [], count: 0 },
    },
  ],

  prepare: () => import('validator'),
  handler: async ({ text, unique }) => {
    const seen = new Set<string>()
    const emails = (await findEmails(text)).filter(({ email }) => {
      const name = email.toLowerCase()
      if (unique && seen.has(name)) return false
      seen.add(name)
      return true
    })
    const listed = emails.slice(0, MAX_FOUND).map(({ email, start, end }) => ({
      email,
      domain: email.slice(email.lastIndexOf('@') + 1).toLowerCase(),
      start,
      end,
    }))
    return { emails: listed, count: emails.length }
  },
})
