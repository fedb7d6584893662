import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

async function textOf(html: string): Promise<string> {
  return ((await runTool('text-html-to-text', { html })) as { text: string }).text
}

async function markdownOf(html: string): Promise<string> {
  return ((await runTool('html-to-markdown', { html })) as { markdown: string }).markdown
}

describe('HTML that is laid out by its style attributes', () => {
  // Web Platform Tests, the-innertext-and-outertext-properties.
  it.each([
    ["<div>123<span style='display:block'>abc</span>def", '123\nabc\ndef'],
    ["<div>abc<span style='float:left'>123</span>def", 'abc\n123\ndef'],
    ["<div>abc<span style='position:absolute'>123</span>def", 'abc\n123\ndef'],
    ["<div>abc<span style='position:relative'>123</span>def", 'abc123def'],
    ["<div style='display:flex'><span>1</span><span>2</span></div>", '1\n2'],
    ["<div style='display:grid'><span>1</span><span>2</span></div>", '1\n2'],
    ["<div>123<span style='display:inline-block'>abc</span>def", '123abcdef'],
    ["<div>123<span style='display:contents'>abc", '123abc'],
    ["<div style='white-space:pre-line'>abc\ndef", 'abc\ndef'],
    ["<span style='white-space:pre'>abc\ndef", 'abc\ndef'],
    ['<video>abc', ''],
    ['<canvas>abc', ''],
    ["<audio style='display:block'>abc", ''],
  ])('has the lines that a browser shows: %s', async (html, text) => {
    expect(await textOf(html)).toBe(text)
    expect((await markdownOf(html)).replaceAll('  \n', '\n')).toBe(text)
  })

  it.each([
    ['<p><span style="float:left">O</span>nce upon a time</p>', 'Once upon a time'],
    ['<p>a <b style="display:block">b</b> <i style="display:block">c</i> d</p>', 'a\nb\nc\nd'],
    ['<div><span style="display:block">a</span><div>b</div></div>', 'a\nb'],
    ['<pre style="white-space:pre-wrap">a\nb</pre>', 'a\nb'],
    [
      '<div style="white-space:pre-wrap">a &lt;b&gt;\n<i style="white-space:normal">c\nd</i></div>',
      'a <b>\nc d',
    ],
    ['<div style="display:flex">a<b>c</b>d</div>', 'a\nc\nd'],
  ])('keeps words together and breaks each line once: %s', async (html, text) => {
    expect(await textOf(html)).toBe(text)
  })

  it('ends a list after an element that nobody sees', async () => {
    const html = '<div><h2 hidden>x</h2><ol><li>a</li></ol><p>z</p></div>'
    expect(await markdownOf(html)).toBe('1. a\n\nz')
  })
})
