import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { findUrls } from './lib/text-spans.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_FOUND = 5_000

const found = z.strictObject({
  text: z.string().describe('The address as written in the text'),
  url: z.string().describe('With its scheme; https if it is written without one'),
  host: z.string().describe('Its host, in ASCII'),
  start: z.int().min(0).describe('Where it starts, in UTF-16 units'),
  end: z.int().min(0).describe('Where it ends, exclusive'),
})

export default defineTool({
  slug: 'text-extract-urls',
  title: 'Find web addresses',
  summary:
    'Finds web addresses in running text, with their positions, without the punctuation around them.',
  searchWords: [
    'pull links',
    'list links',
    'link extractor',
    'websites mentioned',
    'http links',
    'find links in a paragraph',
    'all links in a text',
    'find websites',
    'urls in a message',
    'grab urls',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 6,
  cacheable: true,
  worker: true,
  mainField: 'text',
  related: ['text-extract-emails', 'text-extract-phones'],
  takes: { text: ['urls', 'text'] },
  firstFor: ['urls'],
  gives: 'url',
  mainOutput: 'urls[].url',

  input: z.strictObject({
    text: wellFormedText(500_000).describe('The text to search'),
    require_scheme: z
      .boolean()
      .default(false)
      .describe('Finds only addresses that start with http:// or the like, not www.example.com'),
    unique: z.boolean().default(false).describe('Lists each address once, at its first occurrence'),
  }),
  output: z.strictObject({
    urls: z.array(found).describe(`The addresses in order, the first ${MAX_FOUND}`),
    count: z.int().min(0).describe('Number of all addresses, including those past the list'),
  }),

  // Read by eye; brackets and full stops by Unicode's UTS #58 draft and RFC 3986 appendix C.
  examples: [
    {
      title: 'Surrounding punctuation is not part of it',
      input: { text: 'See https://example.com/a_(b), please.' },
      output: {
        urls: [
          {
            text: 'https://example.com/a_(b)',
            url: 'https://example.com/a_(b)',
            host: 'example.com',
            start: 4,
            end: 29,
          },
        ],
        count: 1,
      },
    },
    {
      title: 'Without a scheme',
      input: { text: 'www.example.com' },
      output: {
        urls: [
          {
            text: 'www.example.com',
            url: 'https://www.example.com',
            host: 'www.example.com',
            start: 0,
            end: 15,
          },
        ],
        count: 1,
      },
    },
    {
      title: 'A version number is not an address',
      input: { text: 'Version 1.2.3 of e.g. this' },
      output: { urls: [], count: 0 },
    },
  ],

  prepare: () => import('linkifyjs'),
  handler: async ({ text, require_scheme, unique }) => {
    const seen = new Set<string>()
    const urls = (await findUrls(text)).filter(({ text: written, href }) => {
      if ((require_scheme && !written.includes('://')) || (unique && seen.has(href))) return false
      seen.add(href)
      return true
    })
    const listed = urls.slice(0, MAX_FOUND).map(({ href, ...url }) => ({
      ...url,
      url: href,
      host: new URL(href).host,
    }))
    return { urls: listed, count: urls.length }
  },
})
