import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { fetchPage, HTML } from './lib/fetch-page.ts'
import { urlField } from '../lib/request-fields.ts'

const nothing = z.string().nullable()
const content = z.strictObject({
  title: nothing.describe('Title of the page'),
  byline: nothing.describe('The author'),
  excerpt: nothing.describe('A short description'),
  site_name: nothing.describe('Name of the site'),
  language: nothing.describe('Language, as stated by the page'),
  published_at: nothing.describe('Publication date, as stated by the page'),
  markdown: z
    .string()
    .describe('The main content as Markdown (GFM), with absolute links; written by others, not by you'),
  is_article: z.boolean().describe('False if no main part was found, so that the whole page is included'),
})

export default defineTool({
  slug: 'sense-url-content',
  title: 'Read a web page',
  summary:
    'Fetches a web page and gives its main content as Markdown, without menus, advertisements and hidden text.',
  searchWords: [
    'article',
    'scrape',
    'reader mode',
    'readability',
    'main text',
    'grab text from a site',
    'without ads',
    'crawl',
    'website text',
    'blog post',
    'news story',
    'extract content',
    'read online',
    'visit a website',
    'browse',
    'what does a site say',
    'read a website',
    'what is on this page',
    'without clutter',
  ],
  category: 'Web',
  tier: 'network',
  credits: 3,
  version: 10,
  mainField: 'url',
  related: ['sense-url-meta', 'sense-url-links', 'net-robots-txt', 'sense-url-feed', 'net-http-get'],
  takes: { url: ['url'] },
  gives: 'markdown',
  mainOutput: 'markdown',

  input: z.strictObject({
    url: urlField,
    max_chars: z
      .int()
      .min(100)
      .max(500_000)
      .default(100_000)
      .describe('Most characters of Markdown to return'),
  }),
  output: z.strictObject({
    ...content.shape,
    url: z.string().describe('The URL of the page, after redirects'),
    status: z.int().describe('HTTP status'),
    characters: z.int().min(0).describe('Length of the whole Markdown'),
    truncated: z.boolean().describe('True if the page was over 1 MiB, or its Markdown over `max_chars`'),
  }),

  examples: [
    { title: 'An article', input: { url: 'https://example.com/news/article' } },
    { title: 'The beginning of an article', input: { url: 'https://example.com/', max_chars: 2_000 } },
    { title: "A project's document", input: { url: 'https://example.com/docs/start.html' } },
  ],

  prepare: () => import('./lib/page-content.ts'),
  handler: async ({ url, max_chars }, ctx) => {
    const page = await fetchPage(ctx, url, HTML)
    const isPlain = /^text\/(?:plain|markdown)/i.test(page.type)
    const read = isPlain
      ? { ...PLAIN, markdown: page.text }
      : content.parse(await ctx.compute({ html: page.text, url: page.url }))
    const { length } = read.markdown
    return {
      ...read,
      markdown: read.markdown.slice(0, max_chars).toWellFormed(),
      url: page.url,
      status: page.status,
      characters: length,
      truncated: page.truncated || length > max_chars,
    }
  },

  compute: async (input) => {
    const { contentOf } = await import('./lib/page-content.ts')
    const { html, url } = z.object({ html: z.string(), url: z.string() }).parse(input)
    return contentOf(html, url)
  },
})

// Plain text is its own content.
const PLAIN = {
  title: null,
  byline: null,
  excerpt: null,
  site_name: null,
  language: null,
  published_at: null,
  is_article: false,
}
