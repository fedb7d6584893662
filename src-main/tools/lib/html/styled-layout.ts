import type { CheerioAPI } from 'cheerio'
import { TEXT, type AnyNode, type Element } from '../formulas/parsed-nodes.ts'
import type { HtmlChange } from './changed-html.ts'
import { declarationsOf } from './hidden-html.ts'
import { asHtmlText } from './safe-html.ts'

const MAY_HAVE = /(?:display|float|position|white-space)\s*:/i
/** Elements that a browser writes on the line of what is around them, unless a style says otherwise. */
const INLINE = new Set(
  (
    'a abbr b bdi bdo big button cite code data del dfn em font i img ins kbd label mark output q s samp small span ' +
    'strike strong sub sup time tt u var'
  ).split(' '),
)
const BLOCK_DISPLAY = /^(?:block|flex|grid|table|list-item|flow-root)(?![\w-])/
const CONTAINER_DISPLAY = /^(?:inline-)?(?:flex|grid)(?![\w-])/
const KEPT_LINES = /^(?:pre|pre-wrap|pre-line|break-spaces)\b/

/**
 * Makes the lines that `style` attributes make lines of the HTML: a `br` is before and after what is a block, is beside
 * the text, or is an item of a flex box or grid, and where a line break is kept.
 */
export const STYLED_LAYOUT: HtmlChange = { mayApply: (html) => MAY_HAVE.test(html), apply: layOut }

/** What the parents of a node say of it. */
interface Place {
  readonly isItem: boolean
  readonly keepsLines: boolean
}

function layOut($: CheerioAPI): void {
  const apart = new Set<Element>()
  const kept: [AnyNode, string][] = []
  const visit = (node: AnyNode, place: Place): void => {
    if (node.nodeType === TEXT && place.keepsLines && node.data.includes('\n')) kept.push([node, node.data])
    if (!('children' in node)) return
    let inner = { isItem: false, keepsLines: place.keepsLines }
    if ('attribs' in node) {
      const style = declarationsOf(node.attribs['style'] ?? '')
      if (isApart(node, style, place)) apart.add(node)
      inner = {
        isItem: CONTAINER_DISPLAY.test(style['display'] ?? ''),
        keepsLines: keepsLines(node, style['white-space'], place),
      }
    }
    for (const child of node.children) visit(child, inner)
  }
  for (const node of $.root()) visit(node, { isItem: false, keepsLines: false })
  for (const element of apart) {
    if (isOnLine(neighbourOf(element, 'prev'))) $(element).before('<br>')
    const next = neighbourOf(element, 'next')
    // The next one has its break before it.
    const isNextApart = next !== null && 'attribs' in next && apart.has(next)
    if (isOnLine(next) && !isNextApart) $(element).after('<br>')
  }
  for (const [node, text] of kept) $(node).replaceWith(asHtmlText(text).replaceAll('\n', '<br>'))
}

// A `pre` keeps its lines by itself.
function keepsLines(element: Element, whiteSpace: string | undefined, place: Place): boolean {
  if (element.name === 'pre' || element.name === 'textarea') return false
  return whiteSpace === undefined ? place.keepsLines : KEPT_LINES.test(whiteSpace)
}

function isApart(element: Element, style: Readonly<Record<string, string>>, { isItem }: Place): boolean {
  if (!isInline(element.name)) return false
  if (isItem || BLOCK_DISPLAY.test(style['display'] ?? '')) return true
  const isAside =
    /^(?:left|right)\b/.test(style['float'] ?? '') || /^(?:absolute|fixed)\b/.test(style['position'] ?? '')
  // A drop cap is the first letter of the word beside it.
  return isAside && !isDropCap(element)
}

function isDropCap({ children }: Element): boolean {
  const [only] = children
  return children.length === 1 && only?.nodeType === TEXT && [...only.data.trim()].length === 1
}

function neighbourOf(element: Element, side: 'prev' | 'next'): AnyNode | null {
  let node = element[side]
  while (node !== null && !('attribs' in node) && !isWords(node)) node = node[side]
  return node
}

// Whether a neighbour would be on the same line: a block or a break begins one.
function isOnLine(node: AnyNode | null): boolean {
  return node !== null && (!('attribs' in node) || isInline(node.name))
}

function isInline(name: string): boolean {
  return INLINE.has(name) || name.includes('-')
}

function isWords(node: AnyNode): boolean {
  return node.nodeType === TEXT && node.data.trim() !== ''
}
