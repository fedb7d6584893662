import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

// The output schemas, which runTool has just applied, are what says that they have these shapes.
const toMarkdown = async (html: string) =>
  ((await runTool('html-to-markdown', { html })) as { markdown: string }).markdown
const toHtml = async (markdown: string) =>
  ((await runTool('text-markdown-to-html', { markdown })) as { html: string }).html

describe('the footnotes of a page', () => {
  it.each([
    'a[^1] b[^2]\n\n[^1]: c\n\n[^2]: _d_',
    'a[^1] b[^1]\n\n[^1]: c\n\n    - d\n    - e\n\n    f',
    'a[^1]\n\n[^1]: ```\n    c\n    ```',
    '| a |\n| --- |\n| b[^1] |\n\n[^1]: c',
  ])('are written as Markdown has them: %j', async (markdown) => {
    expect(await toMarkdown(await toHtml(markdown))).toBe(markdown)
  })

  it('are read as GitHub writes them, by their labels', async () => {
    const mark = '8c3bbf3a5c7d3f1e0d2f8a8b4b0c9d11'
    const html =
      `<p>a<sup><a href="#user-content-fn-note-${mark}" id="user-content-fnref-note-${mark}" data-footnote-ref>1</a></sup></p>` +
      `<section data-footnotes class="footnotes"><h2 id="footnote-label" class="sr-only">Footnotes</h2><ol>` +
      `<li id="user-content-fn-note-${mark}"><p>b <a href="#user-content-fnref-note-${mark}" data-footnote-backref>↩</a></p></li></ol></section>`
    expect(await toMarkdown(html)).toBe('a[^note]\n\n[^note]: b')
  })

  it.each([
    [
      'a reference to none',
      'a<sup><a href="#user-content-fn-1">1</a></sup>',
      'a<sup>[1](#user-content-fn-1)</sup>',
    ],
    ['a raised number', 'a<sup>1</sup>', 'a<sup>1</sup>'],
    [
      'a part that has more than notes',
      'a<sup><a href="#user-content-fn-1">1</a></sup><div class="footnotes"><p>b</p><ol><li id="user-content-fn-1">c</li></ol></div>',
      'a<sup>[1](#user-content-fn-1)</sup>\n\nb\n\n1. c',
    ],
  ])('lose nothing where there are none: %s', async (_, html, markdown) => {
    expect(await toMarkdown(html)).toBe(markdown)
  })
})
