import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const answerOf = async (slug: string, html: string) =>
  Object.values((await runTool(slug, { html })) as object)[0]

const MARKS: readonly [title: string, html: string, markdown: string][] = [
  ['bold paragraphs', '<b><p>p1</p><p>p2</p></b>', '**p1**\n\n**p2**'],
  ['words beside a block', '<b>x <div>y</div> z</b>', '**x**\n\n**y**\n\n**z**'],
  ['a bold heading', '<strong><h2>T</h2></strong>', '## **T**'],
  ['a list', '<em><ul><li>a<li>b</ul></em>', '- _a_\n- _b_'],
  ['a list that is a link', '<a href="/x"><ul><li>a<li>b</ul></a>', '- [a](/x)\n- [b](/x)'],
  ['a quote', '<i><blockquote>q</blockquote></i>', '> _q_'],
  [
    'a table that is a link',
    '<a href="/x"><table><tr><td>1<td>2</table></a>',
    '| | |\n| --- | --- |\n| [1](/x) | [2](/x) |',
  ],
  ['a block of code, which nothing marks', '<b><pre>code</pre></b>', '```\ncode\n```'],
  ['marks in each other, once', '<b><i><p>a</p><b><p>b</p></b></i></b>', '**_a_**\n\n**_b_**'],
  ['blocks in a heading, as its words', '<h3><div>a</div><div>b</div></h3>', '### a b'],
  ['two line breaks', '<b>a<br><br>b</b>', '**a  \n\\\nb**'],
  ['line breaks at the ends', '<p>x<b><br>a<br></b>y</p>', 'x  \n**a**  \ny'],
  ['an address without a scheme', '<a href="//e.com/x">x</a>', '[x](//e.com/x)'],
  ['an address with space around it', '<a href=" https://e.com/\n">x</a>', '[x](https://e.com/)'],
]

describe('marks of HTML', () => {
  it.each(MARKS)('are around %s', async (_, html, markdown) => {
    expect(await answerOf('html-to-markdown', html)).toBe(markdown)
  })

  it('are those that a style shows, as editors write them', async () => {
    const html =
      '<b style="font-weight:normal"><p><span style="font-weight:700">Bold</span><span> plain </span>' +
      '<span style="font-style:italic">slanted</span> <span style="text-decoration:line-through">gone</span></p>' +
      '<h2><span style="font-weight:700">Title</span></h2></b>'
    expect(await answerOf('html-to-markdown', html)).toBe('**Bold** plain _slanted_ ~~gone~~\n\n## Title')
  })
})

// CSS Fonts 4, 2.5, and CSS Display 4, 4: both properties are inherited, and a child can have its own.
const UNSEEN: readonly [title: string, html: string, text: string][] = [
  [
    'a cell without a size around a text that has one, as in newsletters',
    '<table><td style="font-size:0px"><div style="font-size:14px">Hello</div>gap</td></table>',
    'Hello',
  ],
  [
    'an invisible element around a visible one',
    '<div style="visibility:hidden">a<p style="visibility:visible">b</p></div>',
    'b',
  ],
  [
    'a size that is a part of nothing, and one that is not',
    '<div style="font-size:0"><p style="font-size:1.2em">x</p><p style="font-size:1rem">y</p></div>',
    'y',
  ],
  ['a size of nothing in the shorthand', '<p>a</p><p style="font:0/0 a">x</p>', 'a'],
  ['a size by its name', '<p style="font-size:small">x</p>', 'x'],
  ['a small size', '<p style="font-size:0.9em">x</p>', 'x'],
]

describe('what a browser shows', () => {
  it.each(UNSEEN)('is written of %s', async (_, html, text) => {
    expect(await answerOf('text-html-to-text', html)).toBe(text)
    expect(await answerOf('html-to-markdown', html)).toContain(text)
  })

  it('is not the name of a page or of a drawing', async () => {
    const html = '<title>T</title><p>x</p><svg><title>Arrow</title><text>y</text></svg>'
    expect(await answerOf('html-to-markdown', html)).toBe('x\n\ny')
    expect(await answerOf('text-html-to-text', html)).toBe('x\n\ny')
  })

  it('is what a noscript holds, read as elements', async () => {
    const html = '<p style="display:block">x</p><noscript><p>Please <b>allow</b> scripts</p></noscript>'
    expect(await answerOf('html-to-markdown', html)).toBe('x\n\nPlease **allow** scripts')
  })

  it('keeps words apart that an empty block is between', async () => {
    const html = '<ul><li><span>Contact</span><div></div><label>Contact us</label><p></p></li></ul>'
    expect(await answerOf('html-to-markdown', html)).toBe('- Contact  \n  Contact us')
  })

  it('is a picture in a cell without a size', async () => {
    const html = '<div style="font-size:0"><img src="https://e.com/a.png" alt="pic"></div>'
    expect(await answerOf('html-to-markdown', html)).toBe('![pic](https://e.com/a.png)')
  })
})
