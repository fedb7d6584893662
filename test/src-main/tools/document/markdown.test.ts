import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

// The output schemas, which runTool has just applied, are what says that they have these shapes.
const toHtml = async (markdown: string, options: object = {}) =>
  ((await runTool('text-markdown-to-html', { markdown, ...options })) as { html: string }).html
const toMarkdown = async (html: string, options: object = {}) =>
  ((await runTool('html-to-markdown', { html, ...options })) as { markdown: string }).markdown

describe('text-markdown-to-html', () => {
  // GFM 6.11; a tag that swallows what follows would take the rest of the document with it.
  it.each([
    ['a <xmp> b **c**', '<p>a &lt;xmp&gt; b <strong>c</strong></p>\n'],
    ['a <title>b</title> c', '<p>a &lt;title&gt;b&lt;/title&gt; c</p>\n'],
    ['<textarea>\n\n*b*', '&lt;textarea&gt;\n\n*b*'],
    ['a <style> b\n\nc', '<p>a &lt;style&gt; b</p>\n<p>c</p>\n'],
    ['a <SCRIPT>x</script> b <script> c', '<p>a  b &lt;script&gt; c</p>\n'],
    ['`<title>` <titles>', '<p><code>&lt;title&gt;</code> </p>\n'],
  ])('loses no text to a tag: %j', async (markdown, html) => {
    const same = (text: string) => text.replaceAll(/<\/?p>|\s+/g, '')
    expect(same(await toHtml(markdown))).toBe(same(html))
  })

  // From the specifications of CommonMark 0.31.2 and of GitHub's extensions; attributes as HTML sorts them nowhere.
  it.each([
    ['\tfoo\tbaz\t\tbim\n', '<pre><code>foo\tbaz\t\tbim\n</code></pre>\n'],
    ['- foo\n\n  bar\n', '<ul>\n<li>\n<p>foo</p>\n<p>bar</p>\n</li>\n</ul>\n'],
    [
      '```ruby\ndef foo(x)\n  return 3\nend\n```\n',
      '<pre><code class="language-ruby">def foo(x)\n  return 3\nend\n</code></pre>\n',
    ],
    ['[foo]: /url "title"\n\n[foo]\n', '<p><a href="/url" title="title">foo</a></p>\n'],
    ['foo  \nbaz\n', '<p>foo<br />\nbaz</p>\n'],
    ['&amp; &copy; &#35;', '<p>&amp; © #</p>\n'],
    ['1)  foo\n3.  bar', '<ol>\n<li>foo</li>\n</ol>\n<ol start="3">\n<li>bar</li>\n</ol>\n'],
    ['> # Foo\n> bar', '<blockquote>\n<h1>Foo</h1>\n<p>bar</p>\n</blockquote>\n'],
    ['`` foo ` bar ``', '<p><code>foo ` bar</code></p>\n'],
    ['*foo**bar**baz*', '<p><em>foo<strong>bar</strong>baz</em></p>\n'],
    [
      '- [ ] foo\n- [x] bar',
      '<ul>\n<li><input disabled type="checkbox" /> foo</li>\n<li><input checked disabled type="checkbox" /> bar</li>\n</ul>\n',
    ],
    ['www.commonmark.org', '<p><a href="http://www.commonmark.org">www.commonmark.org</a></p>\n'],
  ])('writes %j', async (markdown, html) => {
    const flat = (text: string) =>
      text.replace(
        /<input([^>]*)\/>/g,
        (_, rest: string) => `<input ${rest.trim().split(/\s+/).toSorted().join(' ')} />`,
      )
    expect(flat(await toHtml(markdown))).toBe(flat(html))
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox)',
    '![x](javascript:alert(1))',
    '<iframe src="https://example.com"></iframe>',
    '<a href="https://example.com" onclick="alert(1)">x</a>',
    '<svg/onload=alert(1)>',
    '<style>body{display:none}</style>',
    '<p style="position:fixed">x</p>',
    '<form action="https://example.com"><input type=password name=p><button>Go</button></form>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<base href="https://example.com">',
    '<meta http-equiv=refresh content=0>',
    '<a href="//example.com">x</a>',
    '<!--><script>alert(1)</script>-->',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '```"><img/src=x/onerror=alert(1)>\n```',
  ])('lets nothing run: %s', async (markdown) => {
    const html = await toHtml(markdown)
    // Text may say anything; tags and their attributes may not.
    const tags = (html.match(/<[^>]*>/g) ?? []).join('\n')
    expect(tags).not.toMatch(
      /script|\son\w+=|style|iframe|svg|form|button|password|base|meta|data:|href="\/\//i,
    )
  })

  it('keeps to CommonMark or makes line breaks, as requested', async () => {
    expect(await toHtml('~~a~~', { gfm: false })).toBe('<p>~~a~~</p>\n')
    expect(await toHtml('a\nb', { line_breaks: true })).toBe('<p>a<br />\nb</p>\n')
  })

  it('refuses what is nested too deeply', async () => {
    await expect(toHtml('>'.repeat(20_000))).rejects.toMatchObject({
      name: 'InvalidInput',
      path: 'markdown',
    })
  })
})

describe('html-to-markdown', () => {
  // Marks one behind the other would be none: `a``b` is one text of code with two backticks in it.
  it.each([
    ['<code>a</code><code>b</code>', '`ab`'],
    ['<del>a</del><del>b</del>', '~~ab~~'],
    ['<s>a<del>b</del></s>', '~~ab~~'],
    ['<b>a</b><strong>b</strong> c', '**ab** c'],
    ['un<em>believ</em>able, <em>truly</em>', 'un*believ*able, _truly_'],
    ['a<code> </code>b', 'a b'],
    ['<code class="language-math">x_1^2</code>', '$x_1^2$'],
  ])('joins what is marked alike: %s', async (html, markdown) => {
    expect(await toMarkdown(html)).toBe(markdown)
  })

  // CommonMark 0.31.2, 6.6, raw HTML.
  it.each([
    ['<p>x<sup>2</sup> + H<sub>2</sub>O</p>', 'x<sup>2</sup> + H<sub>2</sub>O'],
    ['<p><sup>*1*</sup> a <b>b<sup>c</sup></b></p>', '<sup>\\*1\\*</sup> a **b<sup>c</sup>**'],
    ['<table><tr><th>m<sup>2</sup></th></tr></table>', '| m<sup>2</sup> |\n| --- |'],
  ])('keeps the sup and sub tags of %s', async (html, markdown) => {
    expect(await toMarkdown(html)).toBe(markdown)
    expect(await toHtml(markdown)).toMatch(/<su[bp]>/)
  })

  // Catches: "**bold&#x20;**&#x74;ext".
  it.each([
    ['<b> bold </b>text', '**bold** text'],
    ['a<i> </i>b', 'a b'],
    ['<b>a <em>b </em></b>c', '**a _b_** c'],
    ['a<s> q</s>', 'a ~~q~~'],
  ])('writes the space at the ends of %s outside its marks', async (html, markdown) => {
    expect(await toMarkdown(html)).toBe(markdown)
  })

  it.each([
    ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n- b'],
    ['<del>x</del>', '~~x~~'],
    ['<table><tr><th>a|b</th></tr><tr><td>1</td></tr></table>', 'a\\|b'],
    ['<a href="https://example.com/a_(b)">x</a>', '[x](https://example.com/a_\\(b\\))'],
    ['<img src="https://example.com/x.png" alt="A cat">', '![A cat](https://example.com/x.png)'],
    ['# not a heading', '\\# not a heading'],
    ['<p>- not an item</p>', '\\- not an item'],
    ['<p>&lt;b&gt;</p>', '\\<b>'],
    ['<pre>a\n  b</pre>', '```\na\n  b\n```'],
    ['<table><caption>C</caption><tr><td>1<br>2</td></tr></table>', 'C\n\n| |\n| --- |\n| 1<br>2 |'],
    [
      '<table><tr><th colspan=2>a</th></tr><tr><td><ul><li>x<li>y</ul></td><td>1</td></tr></table>',
      '| a | |\n| --- | --- |\n| - x<br>- y | 1 |',
    ],
    ['<blockquote><p>q</p></blockquote>', '> q'],
    ['a<br>b', 'a  \nb'],
    ['', ''],
  ])('writes %s', async (html, part) => {
    const plain = (text: string) => text.replace(/ +/g, ' ').replace(/\n +/g, '\n')
    expect(plain(await toMarkdown(html))).toContain(plain(part))
  })

  it('gives Markdown that says the same when it is read again', async () => {
    const html =
      '<h1>Title</h1>\n<p>Some <strong>bold</strong>, <em>slanted</em> and <code>code</code>.</p>\n' +
      '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>\n<blockquote>\n<p>said</p>\n</blockquote>\n' +
      '<pre><code class="language-js">let a = `*1*`\n</code></pre>\n<hr />\n' +
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n'
    expect(await toHtml(await toMarkdown(html))).toBe(html)
  })

  it.each([
    '<a href="javascript:alert(1)">x</a>',
    '<img src="javascript:alert(1)">',
    '<script>alert(1)</script>',
    '<a href="data:text/html,x">x</a>',
    '<style>x{}</style>',
  ])('leaves out what could run: %s', async (html) => {
    expect(await toMarkdown(html)).not.toMatch(/javascript|data:|alert|x\{/)
  })

  it('refuses what is nested too deeply', async () => {
    await expect(toMarkdown('<div>'.repeat(20_000) + 'x')).rejects.toMatchObject({
      name: 'InvalidInput',
      path: 'html',
    })
  })
})
