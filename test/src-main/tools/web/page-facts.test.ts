import { describe, expect, it } from 'vitest'
import { linksOf, metaOf } from '../../../../src-main/tools/web/lib/page-facts.ts'

const URL_OF_PAGE = 'https://example.com/a/page'
const linked = (html: string) => linksOf(html, URL_OF_PAGE, 10).links.map(({ url, text }) => [url, text])

// Each as Chromium has it: `document.links`, and what it shows of them.
describe('the links of a page', () => {
  it.each([
    ['lines', '<a href=b><div>one</div><div>two</div>three<br>four</a>', 'one two three four'],
    ['parts of a word', '<a href=b>un<b>believ</b>able</a>', 'unbelievable'],
    ['scripts and styles', '<a href=b><style>i{}</style><script>f()</script>Go</a>', 'Go'],
    ['what is hidden', '<a href=b><span hidden>now</span><i style="display: none">never</i>Go</a>', 'Go'],
    ['comments and entities', '<a href=b>A<!-- not --> &amp; B</a>', 'A & B'],
    ['a picture', '<a href=b><svg><title>Logo</title></svg><img alt="Our logo"></a>', 'Our logo'],
  ])('have the text that is shown: %s', (_what, html, text) => {
    expect(linked(html)).toEqual([['https://example.com/a/b', text]])
  })

  it('are not those of a template, which is for scripts', () => {
    expect(linked('<template><a href=c>C</a></template><a href=b>B</a>')).toEqual([
      ['https://example.com/a/b', 'B'],
    ])
  })

  // HTML, 4.2.3.
  it.each([
    ['/base/', 'https://example.com/base/b'],
    ['data:,x', 'https://example.com/a/b'],
    ['javascript:1', 'https://example.com/a/b'],
    ['http://[bad', 'https://example.com/a/b'],
  ])('count from a base only where it is an address: %s', (base, url) => {
    const html = `<base href="${base}"><link rel=icon href=b><a href=b>B</a>`
    expect(linked(html)).toEqual([[url, 'B']])
    expect(metaOf(html, URL_OF_PAGE).icons).toEqual([url])
  })
})

it('the author of a page is not one in a template', () => {
  const html = '<template><meta name=author content=Nobody></template><meta name=author content=Ann>'
  expect(metaOf(html, URL_OF_PAGE).author).toBe('Ann')
})

describe('what a page says of its text', () => {
  const facts = (html: string) => {
    const { author, site_name, published_at, modified_at, image } = metaOf(html, URL_OF_PAGE)
    return { author, site_name, published_at, modified_at, image }
  }
  const none = { author: null, site_name: null, published_at: null, modified_at: null, image: null }

  // ogp.me, the type article.
  it('is read from Open Graph', () => {
    const html = `<meta property="og:site_name" content="News"><meta property="og:image" content="/p.png">
      <meta property="article:published_time" content="2026-01-02T03:04:05Z">
      <meta property="article:modified_time" content="2026-02-03"><meta property="article:author" content="Ann Lee">
      <meta property="article:section" content="World">`
    expect(facts(html)).toEqual({
      author: 'Ann Lee',
      site_name: 'News',
      published_at: '2026-01-02T03:04:05Z',
      modified_at: '2026-02-03',
      image: 'https://example.com/p.png',
    })
    expect(metaOf(html, URL_OF_PAGE).open_graph).toMatchObject({ 'article:section': 'World' })
  })

  // schema.org: NewsArticle, in a graph beside the site.
  it('is read from JSON-LD', () => {
    const graph = [
      { '@type': 'WebSite', name: 'The site', datePublished: '2001' },
      {
        '@type': ['Thing', 'NewsArticle'],
        author: [{ '@type': 'Person', name: 'Ann Lee' }, { name: 'Bo Ek' }],
        publisher: { '@type': 'Organization', name: 'News' },
        datePublished: '2026-01-02',
        dateModified: '2026-02-03',
        image: [{ '@type': 'ImageObject', url: 'https://example.org/p.png' }],
      },
    ]
    const html = `<script type="application/ld+json">${JSON.stringify({ '@graph': graph })}</script>`
    expect(facts(html)).toEqual({
      author: 'Ann Lee, Bo Ek',
      site_name: 'News',
      published_at: '2026-01-02',
      modified_at: '2026-02-03',
      image: 'https://example.org/p.png',
    })
  })

  it('is read from microdata, Dublin Core and links', () => {
    expect(
      facts(`<article itemscope><span itemprop="author" itemscope><b itemprop="name">By Ann Lee</b></span>
        <time itemprop="datePublished" datetime="2026-01-02">2 January</time>
        <meta itemprop="dateModified" content="2026-02-03"></article><link rel="image_src" href="p.png">`),
    ).toEqual({
      ...none,
      author: 'Ann Lee',
      published_at: '2026-01-02',
      modified_at: '2026-02-03',
      image: 'https://example.com/a/p.png',
    })
    expect(facts('<meta name="DC.creator" content="Ann Lee"><meta name="dc.date" content="2026">')).toEqual(
      {
        ...none,
        author: 'Ann Lee',
        published_at: '2026',
      },
    )
  })

  it('is read beside a list of hundreds of thousands', () => {
    const list = JSON.stringify([...Array<number>(300_000).keys()])
    const html = `<script type="application/ld+json">${list}</script><script type="application/ld+json">{"@type":"Article","author":"Ann"}</script>`
    expect(facts(html).author).toBe('Ann')
  })

  it('has no address for a name, and no time of day for a date', () => {
    const author = (name: string) => facts(`<meta property="article:author" content="${name}">`).author
    expect(author('https://www.facebook.com/annlee')).toBeNull()
    expect(author('www.facebook.com/annlee')).toBeNull()
    expect(author('Ann Lee')).toBe('Ann Lee')
    expect(facts('<meta property="article:published_time" content="8:38 pm">')).toEqual(none)
    expect(
      facts('<script type="application/ld+json">{"@type":"Article","author":{"name":{}}}</script>'),
    ).toEqual(none)
  })
})
