import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { fetchPage, HTML } from './lib/fetch-page.ts'
import { urlField } from '../lib/request-fields.ts'

const nothing = z.string().nullable()
const properties = namedValues(z.string(), z.string())
const meta = z.strictObject({
  title: nothing.describe('Title'),
  description: nothing.describe('Description'),
  canonical: nothing.describe("The page's canonical URL"),
  language: nothing.describe('Language, as stated by the page'),
  author: nothing.describe('Author, from meta elements, JSON-LD or microdata; several joined by commas'),
  site_name: nothing.describe('Name of the site'),
  published_at: nothing.describe('When it was published, as the page writes it'),
  modified_at: nothing.describe('When it was changed, as the page writes it'),
  image: nothing.describe('URL of its picture'),
  keywords: z.array(z.string().describe('A keyword')).describe('Keywords'),
  robots: nothing.describe('Instructions for robots'),
  open_graph: properties.describe(
    'Open Graph properties by name, those of articles, books and others too; the first value of each',
  ),
  twitter: properties.describe('Twitter card properties by name'),
  json_ld: z.array(z.unknown().describe('A block')).describe('Structured data (JSON-LD), block by block'),
  icons: z.array(z.string().describe('A URL')).describe('Icons'),
  feeds: z
    .array(
      z
        .strictObject({ url: z.string().describe('URL'), title: nothing.describe('Title') })
        .describe('A feed'),
    )
    .describe('Feeds that it names'),
  alternates: z
    .array(
      z
        .strictObject({ language: z.string().describe('Language'), url: z.string().describe('URL') })
        .describe('A translation'),
    )
    .describe('The page in other languages'),
})

export default defineTool({
  slug: 'sense-url-meta',
  title: 'Metadata of a web page',
  summary:
    'Fetches a web page and gives its title, description, author, dates, picture, Open Graph, JSON-LD and feeds.',
  searchWords: [
    'og tags',
    'open graph',
    'link preview',
    'title of a site',
    'favicon',
    'description tag',
    'seo tags',
    'twitter card',
    'preview card',
    'social preview',
    'unfurl',
    'share image',
    'site icon',
    'json-ld',
    'page title',
    'favicon and title',
    'link card',
    'title and description',
    'picture of a link',
    'author of a page',
    'publication date of a page',
  ],
  category: 'Web',
  tier: 'network',
  credits: 3,
  version: 5,
  mainField: 'url',
  related: ['sense-url-content', 'sense-url-feed'],
  takes: { url: ['url'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({ url: urlField }),
  output: z.strictObject({
    ...meta.shape,
    url: z.string().describe('The URL of the page, after redirects'),
    status: z.int().describe('HTTP status'),
    truncated: z.boolean().describe('True if the page was over 1 MiB and its end was not read'),
  }),

  examples: [
    { title: 'A page', input: { url: 'https://example.com/' } },
    { title: 'An article', input: { url: 'https://example.com/news/article' } },
    { title: 'A shop', input: { url: 'https://shop.example.com/item/17' } },
  ],

  prepare: () => import('./lib/page-facts.ts'),
  handler: async ({ url }, ctx) => {
    const page = await fetchPage(ctx, url, HTML)
    const read = meta.parse(await ctx.compute({ html: page.text, url: page.url }))
    return { ...read, url: page.url, status: page.status, truncated: page.truncated }
  },

  compute: async (input) => {
    const { metaOf } = await import('./lib/page-facts.ts')
    const { html, url } = z.object({ html: z.string(), url: z.string() }).parse(input)
    return metaOf(html, url)
  },
})
