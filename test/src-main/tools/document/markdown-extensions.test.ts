import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

// The output schema, which runTool has just applied, is what says that it has this shape.
const toHtml = async (markdown: string): Promise<string> =>
  ((await runTool('text-markdown-to-html', { markdown })) as { html: string }).html

const reference = (number: number, time = 1): string =>
  `<sup><a href="#user-content-fn-${number}" id="user-content-fnref-${number}${time === 1 ? '' : `-${time}`}">${number}</a></sup>`
const back = (number: number): string => `<a href="#user-content-fnref-${number}">↩</a>`
const section = (...notes: readonly string[]): string =>
  `<div class="footnotes">\n<ol>\n${notes.map((note, at) => `<li id="user-content-fn-${at + 1}">\n${note}\n</li>\n`).join('')}</ol>\n</div>\n`

describe("GitHub's footnotes", () => {
  // The structure is that of cmark-gfm 0.29.0.gfm.6 with footnotes; anchors are as on GitHub, by number.
  it.each([
    [
      'follow the text in the order of their references',
      'b[^Two] a[^one]\n[^one]: 1\n[^two]: 2',
      `<p>b${reference(1)} a${reference(2)}</p>\n${section(`<p>2 ${back(1)}</p>`, `<p>1 ${back(2)}</p>`)}`,
    ],
    [
      'may be of several blocks, with lines that go on',
      'a[^1]\n\n[^1]: - b\nc\n\n    d\n\ne',
      `<p>a${reference(1)}</p>\n<p>e</p>\n${section(`<ul>\n<li>b\nc</li>\n</ul>\n<p>d ${back(1)}</p>`)}`,
    ],
    [
      'lead back to each reference',
      'a[^1] b[^1]\n\n[^1]: x',
      `<p>a${reference(1)} b${reference(1, 2)}</p>\n${section(`<p>x ${back(1)} <a href="#user-content-fnref-1-2">↩<sup>2</sup></a></p>`)}`,
    ],
    [
      'may be defined in a quote and referred to in a table',
      '| a |\n|---|\n| b[^1] |\n\n> [^1]: c',
      `<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b${reference(1)}</td>\n</tr>\n</tbody>\n</table>\n` +
        `<blockquote></blockquote>\n${section(`<p>c ${back(1)}</p>`)}`,
    ],
    [
      'of one label are one, the first',
      'a[^1]\n\n[^1]: x\n[^1]: y',
      `<p>a${reference(1)}</p>\n${section(`<p>x ${back(1)}</p>`)}`,
    ],
    ['that nothing refers to are not shown', 'a\n\n[^1]: x', '<p>a</p>\n'],
    ['need a definition', 'a[^1] `[^1]`', '<p>a[^1] <code>[^1]</code></p>\n'],
    ['give way to links and escapes', 'a[^1](b) \\[^1]\n\n[^1]: x', '<p>a<a href="b">^1</a> [^1]</p>\n'],
    [
      'end in a paragraph of their own after code',
      'a[^1]\n\n[^1]:\n        x',
      `<p>a${reference(1)}</p>\n${section(`<pre><code>x\n</code></pre>\n<p>${back(1)}</p>`)}`,
    ],
  ])('%s', async (_, markdown, html) => {
    expect(await toHtml(markdown)).toBe(html)
  })

  it('have anchors that no text can take from the page around it', async () => {
    const html = await toHtml('<a id="app">a</a> <a id="user-content-fn-1">b</a>\n\n<li id="main">c</li>')
    expect(html.match(/id="[^"]*"/g)).toEqual(['id="user-content-fn-1"'])
  })
})

describe('bare addresses in Markdown', () => {
  // GitHub's specification, 6.9 (examples 622 to 635); escapes and letters before an address by its rules.
  it.each([
    ['www.commonmark.org/help', '<a href="http://www.commonmark.org/help">www.commonmark.org/help</a>'],
    [
      'Visit www.commonmark.org/a.b.',
      'Visit <a href="http://www.commonmark.org/a.b">www.commonmark.org/a.b</a>.',
    ],
    [
      '(www.google.com/search?q=Markup+(business))',
      '(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>)',
    ],
    [
      'www.google.com/search?q=commonmark&hl;',
      '<a href="http://www.google.com/search?q=commonmark">www.google.com/search?q=commonmark</a>&amp;hl;',
    ],
    ['www.commonmark.org/he<lp', '<a href="http://www.commonmark.org/he">www.commonmark.org/he</a>&lt;lp'],
    [
      'https://encrypted.google.com/search?q=Markup+(b)',
      '<a href="https://encrypted.google.com/search?q=Markup+(b)">https://encrypted.google.com/search?q=Markup+(b)</a>',
    ],
    [
      "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
      'hello@mail+xyz.example isn\'t valid, but <a href="mailto:hello+xyz@mail.example">hello+xyz@mail.example</a> is.',
    ],
    ['a.b-c_d@a.b.', '<a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a>.'],
    ['a.b-c_d@a.b-', 'a.b-c_d@a.b-'],
    ['a.b-c_d@a.b_', 'a.b-c_d@a.b_'],
    ['_http://a.example_', '<em><a href="http://a.example">http://a.example</a></em>'],
    [
      'http://a_b.example http://a_b.c.example',
      'http://a_b.example <a href="http://a_b.c.example">http://a_b.c.example</a>',
    ],
    ['http\\://a.example www\\.a.example b\\@a.example', 'http://a.example www.a.example b@a.example'],
    ['b\\_c@a.example', '<a href="mailto:b_c@a.example">b_c@a.example</a>'],
    ['xhttp://a.example xwww.a.example', 'xhttp://a.example xwww.a.example'],
    [
      '[http://a.example](b) <a href="c">d@a.example</a>',
      '<a href="b">http://a.example</a> <a href="c">d@a.example</a>',
    ],
    ['[see http://a.example/b]', '[see <a href="http://a.example/b">http://a.example/b</a>]'],
    [
      'http://münchen.example/ü',
      '<a href="http://m%C3%BCnchen.example/%C3%BC">http://münchen.example/ü</a>',
    ],
  ])('%s', async (markdown, html) => {
    expect(await toHtml(markdown)).toBe(`<p>${html}</p>\n`)
  })
})

describe("GitHub's other extensions of Markdown", () => {
  it.each([
    // Its specification, examples 491 to 493.
    ['~~Hi~~ Hello, ~there~ world!', '<p><del>Hi</del> Hello, <del>there</del> world!</p>\n'],
    ['This ~~has a\n\nnew paragraph~~.', '<p>This ~~has a</p>\n<p>new paragraph~~.</p>\n'],
    ['This will ~~~not~~~ strike.', '<p>This will ~~~not~~~ strike.</p>\n'],
    ['~~a *b~~ c*', '<p><del>a *b</del> c*</p>\n'],
    ['[~a~](b) ~~c~', '<p><a href="b"><del>a</del></a> ~~c~</p>\n'],
    // As cmark-gfm: the mark of a heading belongs to no table below it, and a bar alone makes no table.
    ['# a | b\n-|-', '<h1>a | b</h1>\n<p>-|-</p>\n'],
    ['| a\n---', '<h2>| a</h2>\n'],
    ['```{r}\na\n```', '<pre><code class="language-{r}">a\n</code></pre>\n'],
    ['- [ ]', '<ul>\n<li>[ ]</li>\n</ul>\n'],
    ['[x] a', '<p>[x] a</p>\n'],
  ])('%s', async (markdown, html) => {
    expect(await toHtml(markdown)).toBe(html)
  })

  it.each([
    ['stars around a letter', `${'*'.repeat(40_001)}a${'*'.repeat(40_001)}`],
    ['tildes that never match', '~a ~~b'.repeat(20_000)],
    ['beginnings of footnotes', '[^'.repeat(50_000)],
    ['beginnings of addresses', ' www.'.repeat(50_000)],
  ])('keep all of a text of %s', async (_, markdown) => {
    const shown = (await toHtml(markdown)).replaceAll(/<[^>]*>/g, '')
    expect(shown.replaceAll(/[\s*~]/g, '')).toBe(markdown.replaceAll(/[\s*~]/g, ''))
  })

  it('refers to one footnote as often as a text may', async () => {
    const html = await toHtml(`${'[^a]'.repeat(20_000)}\n\n[^a]: b`)
    expect(html.match(/↩/g)).toHaveLength(20_000)
  })
})
