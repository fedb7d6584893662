import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const textOf = async (html: string) => (await runTool('text-html-to-text', { html })) as { text: string } // Its schema.
const markdownOf = async (html: string) =>
  (await runTool('html-to-markdown', { html })) as { markdown: string } // Its schema.

// HTML, 4.4.5 and 4.4.8.
const LISTS: readonly [title: string, html: string, numbers: readonly number[]][] = [
  [
    'the value of an item, from which the next count on',
    '<ol><li value=100>a<li>b<li value=7>c<li>d</ol>',
    [100, 101, 7, 8],
  ],
  ['a list in reverse', '<ol reversed><li>a<li>b<li>c</ol>', [3, 2, 1]],
  ['a list in reverse from a number', '<ol reversed start=10><li>a<li>b</ol>', [10, 9]],
  ['a start that is not a number', '<ol start=x><li>a<li>b</ol>', [1, 2]],
  ['a start with something behind its digits', '<ol start="4px"><li>a<li>b</ol>', [4, 5]],
]

describe('the numbers of a list', () => {
  it.each(LISTS)('are those of a browser, with %s', async (_, html, numbers) => {
    const found = (text: string) => [...text.matchAll(/^ *(\d+)\./gm)].map(([, digits]) => Number(digits))
    expect(found((await textOf(html)).text)).toEqual(numbers)
    expect(found((await markdownOf(html)).markdown)).toEqual(numbers)
  })
})

describe('an empty list', () => {
  it.each(['ul', 'ol'])('keeps the words around it apart (%s)', async (list) => {
    const html = `<div><a>Opinion</a><${list}></${list}><a>Columnists</a></div>`
    expect((await textOf(html)).text).toBe('Opinion\n\nColumnists')
    expect((await markdownOf(html)).markdown).toMatch(/^Opinion\s+Columnists$/)
  })
})

describe('a list in a list', () => {
  it('is of the item before it, as editors mean it', async () => {
    const html = '<ol><li>a</li><ol><li>b</li><li>c</li></ol><li>d</li></ol>'
    expect((await markdownOf(html)).markdown).toBe('1. a\n   1. b\n   2. c\n2. d')
    expect((await textOf(html)).text).toBe(' 1. a\n    1. b\n    2. c\n 2. d')
  })
})

// HTML, 13.2.6.4.9 to 14.
const TABLES: readonly [title: string, html: string, text: string][] = [
  ['cells without a row', '<table><td>1<td>2</table>', '1   2'],
  [
    'cells of a head without a row',
    '<table><thead><th>A<th>B</thead><tr><td>1<td>2</table>',
    'A   B\n1   2',
  ],
  ['rows in a form', '<table><form><tr><td>1<td>2<tr><td>3<td>4</form></table>', '1   2\n3   4'],
  ['a text without a cell', 'x<table>a<tr>b<td>c</table>', 'x\nab\n\nc'],
]

describe('the text of a table', () => {
  it.each(TABLES)('keeps %s', async (_, html, text) => {
    expect((await textOf(html)).text).toBe(text)
  })
})
