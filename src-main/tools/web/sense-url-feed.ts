import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { fetchPage, type Page } from './lib/fetch-page.ts'
import { urlField } from '../lib/request-fields.ts'
import { CallFailed, type ToolContext } from '../../tool-kit/tool-context.ts'

const ACCEPT =
  'application/atom+xml,application/rss+xml,application/feed+json,application/xml;q=0.9,text/html;q=0.5,*/*;q=0.1'
const nothing = z.string().nullable()
const texts = z.array(z.string().describe('One of them'))

const item = z.strictObject({
  id: nothing.describe('Its id'),
  title: nothing.describe('Title'),
  link: nothing.describe('Its page'),
  published_at: nothing.describe(
    'When it was published; ISO 8601 where the feed writes a date that can be read',
  ),
  updated_at: nothing.describe('When it was changed'),
  authors: texts.describe('Who wrote it'),
  summary: nothing.describe('Summary, as the feed has it, often HTML; at most 20,000 characters'),
  content: nothing.describe('Content, as the feed has it, often HTML; at most 20,000 characters'),
  categories: texts.describe('Categories'),
  enclosures: z
    .array(
      z
        .strictObject({ url: z.string().describe('URL'), type: nothing.describe('Media type') })
        .describe('A file'),
    )
    .describe('Files that belong to it, such as a podcast'),
})

const feed = z.strictObject({
  format: z.enum(['rss', 'atom', 'json', 'rdf']).describe('How the feed is written'),
  title: nothing.describe('Title of the feed'),
  description: nothing.describe('What it is about'),
  link: nothing.describe('Its page'),
  language: nothing.describe('Language'),
  updated_at: nothing.describe('When it was changed'),
  items: z.array(item.describe('An item')).describe('Its items, in the order of the feed'),
})

const readable = z.discriminatedUnion('kind', [
  feed.extend({ kind: z.literal('feed') }),
  z.strictObject({ kind: z.literal('page'), feeds: z.array(z.string()) }),
])

export default defineTool({
  slug: 'sense-url-feed',
  title: 'Read a feed',
  summary: 'Fetches an RSS, Atom or JSON feed, or the feed that a web page names, and lists its items.',
  category: 'Web',
  tier: 'network',
  credits: 3,
  accepts: ['url'],
  mainField: 'url',
  related: ['sense-url-content', 'sense-url-meta'],

  input: z.strictObject({
    url: urlField,
    limit: z.int().min(1).max(500).default(50).describe('How many items at most'),
  }),
  output: z.strictObject({
    ...feed.shape,
    count: z.int().min(0).describe('How many items the feed has'),
    url: z.string().describe('Where the feed came from, after redirects'),
  }),

  examples: [
    { title: 'A feed', input: { url: 'https://example.com/feed.xml' } },
    { title: 'A page that names its feed', input: { url: 'https://example.com/' } },
    { title: 'The newest three', input: { url: 'https://example.com/feed.json', limit: 3 } },
  ],

  prepare: () => import('./lib/feed-items.ts'),
  handler: async ({ url, limit }, ctx) => {
    const first = await fetchPage(ctx, url, ACCEPT)
    const read = await readPage(ctx, first)
    if (read.kind === 'feed') return answer(read, first.url, limit)
    const [named] = read.feeds
    if (named === undefined)
      throw new CallFailed(`${new URL(first.url).host} sent no feed, and no page that names one.`)
    const second = await fetchPage(ctx, named, ACCEPT)
    const again = await readPage(ctx, second)
    if (again.kind !== 'feed')
      throw new CallFailed(`${new URL(second.url).host} sent no feed where the page names one.`)
    return answer(again, second.url, limit)
  },

  compute: async (input) => {
    const { readFeed } = await import('./lib/feed-items.ts')
    const { text, url } = z.object({ text: z.string(), url: z.string() }).parse(input)
    return readFeed(text, url)
  },
})

async function readPage(ctx: ToolContext, page: Page) {
  if (page.truncated)
    throw new CallFailed(`${new URL(page.url).host} sent more than 1 MiB, too much to read.`)
  return readable.parse(await ctx.compute({ text: page.text, url: page.url }))
}

function answer(
  { kind: _kind, ...read }: z.output<typeof feed> & { kind: 'feed' },
  url: string,
  limit: number,
) {
  return { ...read, items: read.items.slice(0, limit), count: read.items.length, url }
}
