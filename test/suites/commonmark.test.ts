import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { STANDARDS } from '../../src-main/tools/lib/standards.ts'
import { toSafeHtml } from '../../src-main/tools/lib/html/safe-html.ts'
import { runTool } from '../support/tools/run-tool.ts'

const { tests: EXAMPLES } = createRequire(import.meta.url)('commonmark-spec') as {
  readonly tests: readonly { readonly markdown: string; readonly html: string }[]
}
const withTabs = (text: string): string => text.replaceAll('→', '\t')

describe('the examples of CommonMark', () => {
  it('are written as the specification says, made safe', async () => {
    const wrong: string[] = []
    for (const example of EXAMPLES) {
      const markdown = withTabs(example.markdown)
      const { html } = (await runTool('text-markdown-to-html', { markdown, gfm: false })) as {
        html: string
      }
      if (same(html) !== same(await toSafeHtml(withTabs(example.html)))) wrong.push(markdown)
    }
    const { passed, cases: all } = STANDARDS.commonMark
    expect(wrong).toEqual([])
    expect([EXAMPLES.length - wrong.length, EXAMPLES.length]).toEqual([passed, all])
  })
})

const BLOCK = 'p|ul|ol|li|blockquote|h[1-6]|hr|br|pre|table|thead|tbody|tr|td|th|div|section|article|figure'

// As the specification's own test program compares: white space means nothing around blocks and is otherwise one
// space, except in <pre>; an address may be written with or without escapes.
function same(html: string): string {
  const parts = html.split(/(<pre[^]*?<\/pre>)/)
  const even = parts.map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/\s+/g, ' ')))
  return even
    .join('')
    .replaceAll(new RegExp(` ?(</?(?:${BLOCK})(?: [^>]*)?>) ?`, 'g'), '$1')
    .replaceAll(/(?<=(?:href|src)=")[^"]*/g, decodeURI)
    .trim()
}
