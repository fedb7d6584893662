import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from './parsed-nodes.ts'
import type { HtmlChange } from '../html/changed-html.ts'
import { asHtmlText } from '../html/safe-html.ts'
import { localName, mathMlToLatex, textOf } from './mathml-latex.ts'

const MAY_HAVE = /<(?:\w+:)?math\b|<mjx-container\b|type=["']?math\/tex|class=["'][^"'>]*\bkatex\b/i
// What MathJax 2 shows is before the source of the formula.
const SHOWN_BY_MATHJAX = ['MathJax_Preview', 'MathJax', 'MathJax_Display', 'MathJax_SVG', 'MathJax_CHTML']

/** A formula in a page: its LaTeX, and whether it has lines of its own. */
interface Formula {
  readonly tex: string
  readonly isDisplay: boolean
}

/**
 * Writes the formulas of a page as code in the language `math`, with their LaTeX: those of MathML, and those that
 * KaTeX, MathJax and Wikipedia mark up several times for the eye and for screen readers.
 */
export const FORMULAS: HtmlChange = { mayApply: (html) => MAY_HAVE.test(html), apply: replaceFormulas }

/** The same for a page that has been parsed. */
export function replaceFormulas($: CheerioAPI): void {
  const found: [Element, Formula][] = []
  const visit = (node: AnyNode): void => {
    if (!('children' in node)) return
    if ('attribs' in node) {
      const formula = formulaOf(node)
      if (formula) return void found.push([node, formula])
    }
    for (const child of node.children) visit(child)
  }
  for (const node of $.root()) visit(node)
  for (const [element, formula] of found) {
    const tex = bare(formula.tex)
    if (tex === '') continue
    if (localName(element) === 'script') removeShown($, element)
    const code = `<code class="language-math">${asHtmlText(tex)}</code>`
    $(element).replaceWith(formula.isDisplay ? `<pre>${code}</pre>` : code)
  }
}

function formulaOf(element: Element): Formula | null {
  const classes = (element.attribs['class'] ?? '').split(/\s+/)
  const { display = '', type = '' } = element.attribs
  switch (localName(element)) {
    case 'math':
      return { tex: texIn(element), isDisplay: display === 'block' }
    case 'mjx-container':
      return { tex: texIn(element), isDisplay: display === 'true' || display === 'block' }
    case 'script':
      return type.startsWith('math/tex')
        ? { tex: textOf(element), isDisplay: /mode\s*=\s*display/.test(type) }
        : null
    default:
      if (classes.includes('katex-display')) return { tex: texIn(element), isDisplay: true }
      if (classes.includes('katex')) return { tex: texIn(element), isDisplay: false }
      return classes.includes('mwe-math-element') ? wikipediaOf(element) : null
  }
}

function wikipediaOf(element: Element): Formula {
  const image = firstIn(element, (one) => localName(one) === 'img')
  const isDisplay = firstIn(element, ({ attribs }) => attribs['display'] === 'block') !== null
  return { tex: texIn(element) || (image?.attribs['alt'] ?? ''), isDisplay }
}

/** The LaTeX of the first formula in an element: as its author wrote it, or else from MathML. */
function texIn(element: Element): string {
  const source = firstIn(element, ({ attribs }) => attribs['encoding'] === 'application/x-tex')
  if (source) return textOf(source)
  const math = firstIn(element, (one) => localName(one) === 'math')
  if (!math) return ''
  const { alttext } = math.attribs
  return alttext !== undefined && /\\|[\^_{]/.test(alttext) ? alttext : mathMlToLatex(math)
}

function firstIn(element: Element, isWanted: (one: Element) => boolean): Element | null {
  if (isWanted(element)) return element
  for (const child of element.children) {
    const found = 'attribs' in child ? firstIn(child, isWanted) : null
    if (found) return found
  }
  return null
}

function removeShown($: CheerioAPI, script: Element): void {
  for (let node = script.prev; node && 'attribs' in node; node = script.prev) {
    const [first = ''] = (node.attribs['class'] ?? '').split(/\s+/)
    if (!SHOWN_BY_MATHJAX.includes(first)) return
    $(node).remove()
  }
}

// Wikipedia's formulas say {\displaystyle …}.
function bare(source: string): string {
  const tex = source.replaceAll(/\s+/g, ' ').trim()
  return /^\{\\(?:display|text)style (.*)\}$/.exec(tex)?.[1]?.trim() ?? tex
}
