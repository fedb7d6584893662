import type { CheerioAPI } from 'cheerio'
import { TEXT, type AnyNode, type Element } from '../formulas/parsed-nodes.ts'
import type { HtmlChange } from './changed-html.ts'
import { declarationsOf } from './hidden-html.ts'

const MAY_HAVE = /font\s*:|font-size\s*:\s*(?=[+-]?[0.])[+-]?0*\.?0*(?![\d.])|visibility\s*:/i
const NO_SIZE = /^[+-]?(?:0+\.?0*|\.0+)(?:%|[a-z]+)?$/
/** Sizes that are a part of the one around them, which stays nothing (CSS Fonts 4, 2.5). */
const PART_OF_SIZE = /(?:%|em|ex|ch|cap|ic|lh)$|^(?:larger|smaller|inherit|unset)$/
/** These are parts of the root's size and of the window's. */
const OWN_SIZE = /(?:rem|rlh|vmin|vmax)$/
/** Elements that show a picture or a control, whatever the size of a font. */
const SHOWS_BY_ITSELF = new Set(['img', 'svg', 'input', 'picture', 'object', 'embed', 'hr'])

/** Elements whose text is never written, wherever they are. */
const NO_TEXT = new Set(['script', 'style'])

/** How a browser writes what is in an element: both properties are inherited, and can be given back. */
interface Look {
  readonly isTiny: boolean
  readonly isInvisible: boolean
}

const SEEN: Look = { isTiny: false, isInvisible: false }

/** Takes away texts whose font has no size, and what is invisible, by the `style` of elements. */
export const UNSEEN_TEXT: HtmlChange = { mayApply: mayBeUnseen, apply: removeUnseenText }

/** False if no style in a text can make a text unseen, so that it need not be parsed for that. */
export function mayBeUnseen(html: string): boolean {
  return MAY_HAVE.test(html)
}

/** The same for a page that is parsed. */
export function removeUnseenText($: CheerioAPI): void {
  const unseen: AnyNode[] = []
  const visit = (node: AnyNode, look: Look): void => {
    if (node.nodeType === TEXT && (look.isTiny || look.isInvisible)) unseen.push(node)
    if (!('children' in node) || ('name' in node && NO_TEXT.has(node.name))) return
    const inner = 'attribs' in node ? lookOf(node, look) : look
    if (inner.isInvisible && 'name' in node && SHOWS_BY_ITSELF.has(node.name)) unseen.push(node)
    for (const child of node.children) visit(child, inner)
  }
  for (const node of $.root()) visit(node, SEEN)
  for (const node of unseen) $(node).remove()
}

function lookOf(element: Element, around: Look): Look {
  const { style } = element.attribs
  if (style === undefined) return around
  const declared = declarationsOf(style)
  return {
    isTiny: isTiny(declared['font-size'] ?? sizeOf(declared['font']), around.isTiny),
    isInvisible: isInvisible(declared['visibility'], around.isInvisible),
  }
}

// The shorthand has the size before the height of the line and the name of the font.
function sizeOf(font: string | undefined): string | undefined {
  return font === undefined ? undefined : /(?:^|\s)(0[.0]*(?:%|[a-z]+)?)(?:\s*\/|\s|$)/.exec(font)?.[1]
}

function isTiny(size: string | undefined, around: boolean): boolean {
  if (size === undefined) return around
  if (NO_SIZE.test(size)) return true
  return around && PART_OF_SIZE.test(size) && !OWN_SIZE.test(size)
}

function isInvisible(visibility: string | undefined, around: boolean): boolean {
  if (visibility === 'hidden' || visibility === 'collapse') return true
  return visibility === 'visible' || visibility === 'initial' ? false : around
}
