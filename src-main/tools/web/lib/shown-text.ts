import type { Cheerio, CheerioAPI } from 'cheerio'
import { isHiddenHtml } from '../../lib/html/hidden-html.ts'

type Nodes = ReturnType<Cheerio<never>['contents']>
type Node = Nodes extends Cheerio<infer One> ? One : never

/** Elements whose content does not belong to the text of a page. */
const NO_TEXT = new Set(['script', 'style', 'noscript', 'textarea', 'select', 'title'])
/** HTML, 15.3: elements that begin and end a line, so that the words around them are apart. */
const LINES =
  /^(?:address|article|aside|blockquote|br|center|dd|details|dialog|div|dl|dt|fieldset|fig(?:caption|ure)|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|p|pre|section|summary|table|t(?:body|d|foot|h|head|r)|ul)$/

/** What a reader sees of an element's text: no scripts, nothing hidden, with a space between lines. */
export function shownText($: CheerioAPI, element: Node): string {
  const parts: string[] = []
  const open: (Node | string)[] = [element]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      parts.push(next)
      continue
    }
    const one = $(next)
    const name = one.prop('tagName')?.toLowerCase()
    if (name === undefined) parts.push(one.text())
    else if (!NO_TEXT.has(name) && !isHiddenHtml(name, one.attr() ?? {})) {
      const around = LINES.test(name) ? [' '] : []
      open.push(...around, ...one.contents().toArray().toReversed(), ...around)
    }
  }
  return parts.join('')
}
