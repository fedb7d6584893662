import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { fetchPage, HTML } from './lib/fetch-page.ts'
import { urlField } from '../lib/request-fields.ts'

const found = z.strictObject({
  links: z
    .array(
      z
        .strictObject({
          url: z.string().describe('The absolute URL'),
          text: z.string().describe('Its text, or the description of its image'),
          rel: z
            .array(z.string().describe('A word'))
            .describe('Its relation to the page, such as nofollow'),
          internal: z.boolean().describe('Whether it is on the same host'),
        })
        .describe('A link'),
    )
    .describe('The links in order'),
  count: z.int().min(0).describe('Number of links'),
})

export default defineTool({
  slug: 'sense-url-links',
  title: 'Links of a web page',
  summary: 'Fetches a web page and lists its links with their text and rel.',
  searchWords: [
    'anchors',
    'outgoing links',
    'crawl',
    'urls on a site',
    'all links',
    'backlinks',
    'scrape links',
    'sitemap of a page',
    'where does the page link',
    'links off a website',
    'list links',
    'collect links from a site',
    'find all urls on a page',
    'which pages does it point to',
  ],
  category: 'Web',
  tier: 'network',
  credits: 3,
  version: 3,
  mainField: 'url',
  related: ['sense-url-content', 'net-http-status'],
  takes: { url: ['url'] },
  gives: 'url',
  mainOutput: 'links[].url',

  input: z.strictObject({
    url: urlField,
    only: z.enum(['all', 'internal', 'external']).default('all').describe('Which links to list'),
    unique: z.boolean().default(true).describe('Whether to list each URL only once'),
    limit: z.int().min(1).max(5_000).default(500).describe('Most links to return'),
  }),
  output: z.strictObject({
    ...found.shape,
    url: z.string().describe('The URL of the page, after redirects'),
    status: z.int().describe('HTTP status'),
    truncated: z.boolean().describe('True if the page was over 1 MiB and its end was not read'),
  }),

  examples: [
    { title: 'All links', input: { url: 'https://example.com/' } },
    { title: 'Links to other sites', input: { url: 'https://example.com/', only: 'external' } },
    {
      title: 'The first ten, duplicates included',
      input: { url: 'https://example.com/', unique: false, limit: 10 },
    },
  ],

  prepare: () => import('./lib/page-facts.ts'),
  handler: async ({ url, only, unique, limit }, ctx) => {
    const page = await fetchPage(ctx, url, HTML)
    const read = found.parse(await ctx.compute({ html: page.text, url: page.url }))
    const seen = new Set<string>()
    const wanted = read.links.filter((link) => {
      if (only !== 'all' && link.internal !== (only === 'internal')) return false
      return !unique || (!seen.has(link.url) && seen.add(link.url))
    })
    return {
      links: wanted.slice(0, limit),
      count: wanted.length,
      url: page.url,
      status: page.status,
      truncated: page.truncated,
    }
  },

  compute: async (input) => {
    const { linksOf } = await import('./lib/page-facts.ts')
    const { html, url } = z.object({ html: z.string(), url: z.string() }).parse(input)
    return linksOf(html, url, MOST_LINKS)
  },
})

const MOST_LINKS = 20_000
