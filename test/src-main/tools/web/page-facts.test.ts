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
