import { load } from 'cheerio'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, SEED } from '../../../support/runs.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const RUNS = runs(30, 3_000)

async function roundTrip(html: string): Promise<string> {
  const { markdown } = (await runTool('html-to-markdown', { html })) as { markdown: string }
  return ((await runTool('text-markdown-to-html', { markdown })) as { html: string }).html
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()
const elementsOf = (html: string) =>
  load(
    html,
    {},
    false,
  )('*')
    .toArray()
    .map((element) => ('tagName' in element ? element.tagName : ''))

// What means something in Markdown or in HTML, and words to put between.
const piece = fc.oneof(
  fc.constantFrom(
    ...['<script>', '</p>', '<b>', '<!--', '-->', '&amp;', '&#60;', '&lt;script&gt;', '<?x?>', '<![CDATA['],
    ...[
      '*',
      '**',
      '_',
      '__',
      '~',
      '~~',
      '`',
      '```',
      '#',
      '# ',
      '## ',
      '> ',
      '- ',
      '+ ',
      '1. ',
      '2) ',
      '---',
      '===',
    ],
    ...[
      '[a](b)',
      '![a](b)',
      '[a]: b',
      '[^1]',
      '[^1]: x',
      '[ ] ',
      '[x] ',
      '|',
      '| - |',
      ':-',
      '\\',
      '\\*',
      '!',
      '<',
      '>',
    ],
    ...[
      'www.example.com',
      'https://example.com/a_b_c',
      'a@example.com',
      '<https://example.com>',
      'foo_bar_',
      '\n',
      '  ',
      '\t',
    ],
  ),
  fc.stringMatching(/^[a-z0-9]{1,4}$/),
  fc.constant(' '),
)
const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))

describe('HTML that becomes Markdown and HTML again', () => {
  // Each shape puts the text where Markdown reads it by other rules.
  it.each([
    ['a paragraph', (inner: string) => `<p>${inner}</p>`, ['p']],
    ['a heading', (inner: string) => `<h2>${inner}</h2>`, ['h2']],
    ['a list', (inner: string) => `<ul><li>${inner}</li></ul>`, ['ul', 'li']],
    ['a quote', (inner: string) => `<blockquote><p>${inner}</p></blockquote>`, ['blockquote', 'p']],
    ['a block of code', (inner: string) => `<pre>x${inner}x</pre>`, ['pre', 'code']],
    ['words in bold', (inner: string) => `<p>a <strong>x${inner}x</strong> b</p>`, ['p', 'strong']],
    [
      'a cell',
      (inner: string) => `<table><tr><th>x${inner}x</th></tr></table>`,
      ['table', 'thead', 'tr', 'th'],
    ],
  ])('has the same text and no other element: %s', async (_, wrap, elements) => {
    const property = fc.asyncProperty(text, async (words) => {
      const html = wrap(escaped(words))
      const again = await roundTrip(html)
      expect(spaced(load(again).text())).toBe(spaced(load(html).text()))
      if (spaced(words) !== '') expect(elementsOf(again)).toEqual(elements)
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS })
  })

  it('keeps its blocks: code without a language, code in lists, tables in quotes', async () => {
    const html =
      '<pre><code>a\n  &lt;b&gt;\n</code></pre>\n<ul>\n<li>\n<p>one</p>\n<pre><code>two\n</code></pre>\n</li>\n</ul>\n' +
      '<blockquote>\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1 | 2</td>\n</tr>\n</tbody>\n</table>\n</blockquote>\n'
    expect(await roundTrip(html)).toBe(html)
  })

  // Catches: spans, or rows of different lengths, that multiply to more cells than the memory holds.
  it('is not blown up by spans and uneven rows', async () => {
    const [spans, cells] = [runs(500, 5_000), runs(3_000, 30_000)]
    for (const html of [
      `<table><tr>${'<td colspan=1000 rowspan=65000>'.repeat(spans)}</tr>${'<tr><td>'.repeat(4 * spans)}</table>`,
      `<table><tr>${'<td>'.repeat(cells)}</tr>${'<tr><td>x'.repeat(cells)}</table>`,
    ]) {
      const { markdown } = (await runTool('html-to-markdown', { html })) as { markdown: string }
      expect(markdown.length).toBeLessThan(3_000_000)
    }
  })
})

// HTML, 15.3: they begin and end a line in a browser.
const BLOCKS =
  'address article aside center dialog fieldset footer form header hgroup legend main nav search section'

describe('elements that Markdown does not have', () => {
  const markdownOf = async (html: string) =>
    ((await runTool('html-to-markdown', { html })) as { markdown: string }).markdown

  it.each(BLOCKS.split(' '))('stand apart from what is beside them: %s', async (name) => {
    const block = (words: string) => `<${name} open>${words}</${name}>`
    expect(await markdownOf(`a${block('b')}${block('c')}d`)).toBe('a\n\nb\n\nc\n\nd')
  })

  it('keep the texts of a form', async () => {
    expect(await markdownOf('<p>a</p><textarea>b &lt;i&gt;</textarea><p>c</p>')).toBe('a\n\nb \\<i>\n\nc')
    const choice = '<select><optgroup label="x"><option>S<option selected>M</optgroup><option>L</select>'
    expect(await markdownOf(`<label>Size ${choice}</label>`)).toBe('Size\n\n- S\n- M\n- L')
    expect(await markdownOf('<xmp>a<b>b</b></xmp>')).toBe('```\na<b>b</b>\n```')
  })
})

describe('text that nobody sees', () => {
  const ways = [
    '<p hidden>X</p>',
    '<p style="display: none">X</p>',
    '<p style="color:red;DISPLAY:none !important">X</p>',
    '<p style="display:/**/no\\6e e">X</p>',
    '<div style="visibility:hidden"><p>X</p></div>',
    '<span style="font-size:0px">X</span>',
    '<span style="opacity:0">X</span>',
    '<template><p>X</p></template>',
    '<dialog>X</dialog>',
    '<iframe>X</iframe>',
    '<p style="display&#58;none">X</p>',
  ]
  it.each(ways)('is left out of Markdown and of plain text: %s', async (html) => {
    for (const slug of ['html-to-markdown', 'text-html-to-text']) {
      const answer = await runTool(slug, { html: `a ${html} b` })
      expect(JSON.stringify(answer)).not.toContain('X')
      expect(JSON.stringify(answer)).toMatch(/a.*b/)
    }
  })

  it('is kept on request, and so is what is only quiet', async () => {
    for (const slug of ['html-to-markdown', 'text-html-to-text']) {
      const kept = await runTool(slug, { html: '<p hidden>X</p>', hidden: 'keep' })
      expect(JSON.stringify(kept)).toContain('X')
      const shown =
        '<p aria-hidden="true">A</p><p style="display:none;display:block">B</p><dialog open>C</dialog>'
      const answer = JSON.stringify(await runTool(slug, { html: shown }))
      expect(answer).toMatch(/A.*B.*C/)
    }
  })
})
