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
  link: nothing.describe('URL of its page'),
  published_at: nothing.describe("Publication date; ISO 8601 if the feed's date can be parsed"),
  updated_at: nothing.describe('Date of the last change'),
  authors: texts.describe('The author'),
  summary: nothing.describe('Summary as in the feed, often HTML; at most 20,000 characters'),
  content: nothing.describe('Content as in the feed, often HTML; at most 20,000 characters'),
  categories: texts.describe('Categories'),
  enclosures: z
    .array(
      z
        .strictObject({ url: z.string().describe('URL'), type: nothing.describe('Media type') })
        .describe('A file'),
    )
    .describe('Attached files, such as a podcast'),
})

const feed = z.strictObject({
  format: z.enum(['rss', 'atom', 'json', 'rdf']).describe('The format of the feed'),
  title: nothing.describe('Title of the feed'),
  description: nothing.describe('Its description'),
  link: nothing.describe('URL of its page'),
  language: nothing.describe('Language'),
  updated_at: nothing.describe('Date of the last change'),
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
  searchWords: [
    'rss',
    'atom',
    'news',
    'blog posts',
    'subscribe',
    'podcast',
    'latest posts',
    'headlines',
    'syndication',
    'latest articles',
    'newest entries',
    'episodes',
    'new posts from a website',
    'follow a blog',
    'what is new on a site',
    'news feed',
    'updates of a site',
  ],
  category: 'Web',
  tier: 'network',
  credits: 3,
  version: 2,
  mainField: 'url',
  related: ['sense-url-content', 'sense-url-meta'],
  takes: { url: ['url'] },
  gives: 'json',
  mainOutput: 'items',

  input: z.strictObject({
    url: urlField,
    limit: z.int().min(1).max(500).default(50).describe('Most items to return'),
  }),
  output: z.strictObject({
    ...feed.shape,
    count: z.int().min(0).describe('Number of items in the feed'),
    url: z.string().describe('The URL of the feed, after redirects'),
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
      throw new CallFailed(`${new URL(first.url).host} sent neither a feed nor a page that names one.`)
    const second = await fetchPage(ctx, named, ACCEPT)
    const again = await readPage(ctx, second)
    if (again.kind !== 'feed')
      throw new CallFailed(
        `${new URL(second.url).host} did not send a feed, although the page names one there.`,
      )
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
