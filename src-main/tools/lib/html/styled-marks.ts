import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from '../formulas/parsed-nodes.ts'
import type { HtmlChange } from './changed-html.ts'
import { declarationsOf } from './hidden-html.ts'

const MAY_HAVE = /font-weight\s*:|font-style\s*:|line-through/i
/** What is bold in a browser without a style. */
const BOLD = new Set(['b', 'strong', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const ITALIC = new Set(['i', 'em', 'cite', 'dfn', 'var', 'address'])
const STRUCK = new Set(['del', 's', 'strike'])
/** Elements of a line, whose style is about the words in them. */
const OF_A_LINE = new Set(['span', 'font', 'a', 'u', 'small', 'big', 'mark', 'label', 'ins'])

/** What a text is already marked as by the elements around it. */
interface Marks {
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isStruck: boolean
}

/**
 * Marks words as their `style` shows them: bold, italic or struck out by an element where a `span` or its like says so,
 * and not where a `b` or an `i` takes it back, as editors do around whole documents.
 */
export const STYLED_MARKS: HtmlChange = { mayApply: (html) => MAY_HAVE.test(html), apply: markUp }

function markUp($: CheerioAPI): void {
  const plain: Element[] = []
  const marked: [Element, string][] = []
  const visit = (node: AnyNode, around: Marks): void => {
    if (!('children' in node)) return
    let inner = around
    if ('attribs' in node) {
      const { name } = node
      const style = declarationsOf(node.attribs['style'] ?? '')
      const isPlain =
        (/^(?:b|strong)$/.test(name) && isLight(style['font-weight'])) ||
        (/^(?:i|em)$/.test(name) && style['font-style'] === 'normal')
      if (isPlain) plain.push(node)
      const styled = OF_A_LINE.has(name) ? marksOf(style) : NO_MARKS
      inner = {
        isBold: around.isBold || styled.isBold || (BOLD.has(name) && !isPlain),
        isItalic: around.isItalic || styled.isItalic || (ITALIC.has(name) && !isPlain),
        isStruck: around.isStruck || styled.isStruck || STRUCK.has(name),
      }
      if (styled.isStruck && !around.isStruck) marked.push([node, 'del'])
      if (styled.isItalic && !around.isItalic) marked.push([node, 'em'])
      if (styled.isBold && !around.isBold) marked.push([node, 'strong'])
    }
    for (const child of node.children) visit(child, inner)
  }
  for (const node of $.root()) visit(node, NO_MARKS)
  for (const element of plain) element.name = 'span'
  for (const [element, mark] of marked) $(element).wrapInner(`<${mark}></${mark}>`)
}

const NO_MARKS: Marks = { isBold: false, isItalic: false, isStruck: false }

function marksOf(style: Readonly<Record<string, string>>): Marks {
  const lines = `${style['text-decoration'] ?? ''} ${style['text-decoration-line'] ?? ''}`
  return {
    isBold: /^(?:bold|bolder|[6-9]\d\d|1000)$/.test(style['font-weight'] ?? ''),
    isItalic: /^(?:italic|oblique)/.test(style['font-style'] ?? ''),
    isStruck: /\bline-through\b/.test(lines),
  }
}

function isLight(weight: string | undefined): boolean {
  return weight !== undefined && /^(?:normal|lighter|[1-5]\d\d)$/.test(weight)
}
