import type { AnyNode, Element } from './parsed-nodes.ts'
import { ACCENTS, asBase, BRACKETS, FUNCTIONS, OPERATORS, plainLatex, signs } from './latex-signs.ts'

const MOST_DEPTH = 100
// MathML Core, 3.4.4: signs that stand over or under a base as accents do, as spacing characters.
const OVER = signs({
  '^': '\\hat',
  ˆ: '\\hat',
  '~': '\\tilde',
  '˜': '\\tilde',
  '¯': '\\bar',
  '‾': '\\overline',
  '―': '\\overline',
  _: '\\overline',
  '→': '\\vec',
  '⃗': '\\vec',
  '˙': '\\dot',
  '¨': '\\ddot',
  '´': '\\acute',
  '`': '\\grave',
  ˇ: '\\check',
  '˘': '\\breve',
  '⏞': '\\overbrace',
})
const UNDER = signs({
  _: '\\underline',
  '‾': '\\underline',
  '¯': '\\underline',
  '⏟': '\\underbrace',
})
const VARIANTS = signs({
  bold: '\\mathbf',
  'bold-fraktur': '\\mathfrak',
  'bold-italic': '\\boldsymbol',
  'bold-sans-serif': '\\mathsf',
  'bold-script': '\\mathcal',
  'double-struck': '\\mathbb',
  fraktur: '\\mathfrak',
  italic: '\\mathit',
  monospace: '\\mathtt',
  normal: '\\mathrm',
  'sans-serif': '\\mathsf',
  'sans-serif-bold-italic': '\\mathsf',
  'sans-serif-italic': '\\mathsf',
  script: '\\mathcal',
})
// The differential, and the constants of Unicode, which LaTeX writes as letters.
const DOUBLE_STRUCK = signs({ ⅅ: 'D', ⅆ: 'd', ⅇ: 'e', ⅈ: 'i', ⅉ: 'j' })
// Function application, invisible times, separator and plus.
const INVISIBLE = /[\u2061-\u2064\u200b\ufe0e\ufe0f]/g

/** Writes a formula of MathML as LaTeX; the text of what it has no command for. */
export function mathMlToLatex(math: Element): string {
  const row = math.children.filter(isTag)
  return joined(row.map((child, at) => inRow(row, child, at, 0)))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function isTag(node: AnyNode): node is Element {
  return 'attribs' in node
}

function written(node: AnyNode, depth: number): string {
  if (!isTag(node)) return ''
  const parts = node.children.filter(isTag)
  if (depth > MOST_DEPTH) return plainLatex(textOf(node))
  const part = (at: number): string => (parts[at] ? written(parts[at], depth + 1) : '')
  const all = (): string => joined(parts.map((child, at) => inRow(parts, child, at, depth + 1)))
  switch (localName(node)) {
    case 'mi':
      return identifierOf(node)
    case 'mn':
      return plainLatex(textOf(node))
    case 'mo':
      return operatorOf(textOf(node))
    case 'ms':
      return `\\text{${plainLatex(`${node.attribs['lquote'] ?? '"'}${inText(node)}${node.attribs['rquote'] ?? '"'}`)}}`
    case 'mtext':
      return textOf(node).trim() === '' ? ' ' : `\\text{${plainLatex(inText(node))}}`
    case 'mspace':
      return ' '
    case 'msup':
      return isPrime(parts[1]) ? `${part(0)}${part(1)}` : `${indexed(part(0))}${bound('^', part(1))}`
    case 'msub':
      return `${indexed(part(0))}${bound('_', part(1))}`
    case 'msubsup':
      return `${indexed(part(0))}${bound('_', part(1))}${bound('^', part(2))}`
    case 'munder':
      return underOf(part(0), parts[1], part(1))
    case 'mover':
      return overOf(part(0), parts[1], part(1))
    case 'munderover':
      return hasLimits(part(0))
        ? `${indexed(part(0))}${bound('_', part(1))}${bound('^', part(2))}`
        : overOf(underOf(part(0), parts[1], part(1)), parts[2], part(2))
    case 'mfrac':
      return fractionOf(node, part(0), part(1))
    case 'msqrt':
      return `\\sqrt{${all()}}`
    case 'mroot':
      return `\\sqrt[${part(1)}]{${part(0)}}`
    case 'mfenced':
      return fencedOf(
        node,
        parts.map((child) => written(child, depth + 1)),
      )
    case 'mtable':
      return `\\begin{matrix}${parts.map((row) => written(row, depth + 1)).join(' \\\\ ')}\\end{matrix}`
    case 'mlabeledtr':
      // The label comes first, and is shown beside the row.
      return [...parts.slice(1), ...parts.slice(0, 1)]
        .map((cell) => written(cell, depth + 1).trim())
        .join(' & ')
    case 'mtr':
      return parts.map((cell) => written(cell, depth + 1).trim()).join(' & ')
    case 'mmultiscripts':
      return scriptsOf(parts, depth)
    case 'mphantom':
      return `\\phantom{${all()}}`
    case 'semantics':
    case 'maction':
      return part(0)
    case 'annotation':
    case 'annotation-xml':
    case 'none':
    case 'mprescripts':
      return ''
    default:
      return all()
  }
}

/** A part of a row. A fraction without a line between parentheses is a binomial, which has them. */
function inRow(row: readonly Element[], child: Element, at: number, depth: number): string {
  const isBinomial = (one: number) =>
    isLineless(row[one]) && signAt(row, one - 1) === '(' && signAt(row, one + 1) === ')'
  if (isBinomial(at - 1) || isBinomial(at + 1)) return ''
  if (!isBinomial(at)) return written(child, depth)
  const [above, below] = child.children.filter(isTag).map((part) => written(part, depth + 1))
  return `\\binom{${above ?? ''}}{${below ?? ''}}`
}

function signAt(row: readonly Element[], at: number): string {
  const one = row[at]
  return one ? textOf(one).trim() : ''
}

function isLineless(node: Element | undefined): boolean {
  return (
    node !== undefined &&
    localName(node) === 'mfrac' &&
    /^0(?:\D|$)/.test(node.attribs['linethickness'] ?? '')
  )
}

/** Puts pieces together, with a space where a command would go on into a letter. */
function joined(pieces: readonly string[]): string {
  return pieces.reduce(
    (before, piece) =>
      /\\[A-Za-z]+$/.test(before.slice(-40)) && /^\p{L}/u.test(piece)
        ? `${before} ${piece}`
        : before + piece,
    '',
  )
}

function identifierOf(node: Element): string {
  const name = textOf(node).trim()
  const letter = DOUBLE_STRUCK.get(name)
  if (letter !== undefined) return letter
  const variant = VARIANTS.get(node.attribs['mathvariant'] ?? '')
  if (variant !== undefined && name !== '') return `${variant}{${plainLatex(name)}}`
  if ([...name].length < 2) return plainLatex(name)
  return FUNCTIONS.test(name) ? `\\${name}` : `\\mathrm{${plainLatex(name)}}`
}

function operatorOf(text: string): string {
  const sign = text.replaceAll(INVISIBLE, '').trim()
  if (sign === '') return ''
  const letter = DOUBLE_STRUCK.get(sign)
  if (letter !== undefined) return letter
  if (sign === '−') return '-'
  if (/^[′″‴]$/.test(sign)) return "'".repeat('′″‴'.indexOf(sign) + 1)
  if (/^[A-Za-z]{2,}$/.test(sign)) return FUNCTIONS.test(sign) ? `\\${sign} ` : `\\operatorname{${sign}}`
  return OPERATORS.get(sign) ?? BRACKETS.get(sign) ?? plainLatex(sign)
}

function isPrime(node: Element | undefined): boolean {
  return node !== undefined && /^[′″‴']$/.test(textOf(node).trim())
}

function indexed(base: string): string {
  return hasLimits(base) ? base.trim() : asBase(base)
}

function bound(sign: string, value: string): string {
  return value === '' ? '' : `${sign}{${value}}`
}

// Limits go above and below these.
function hasLimits(base: string): boolean {
  return /^\\(?:sum|prod|coprod|i{0,3}nt|oint|big\w+|lim|max|min|sup|inf|gcd|det|Pr)\s*$/.test(base)
}

function underOf(base: string, sign: Element | undefined, under: string): string {
  if (hasLimits(base)) return `${base.trim()}_{${under}}`
  const command = sign && UNDER.get(textOf(sign).trim())
  return command === undefined ? `\\underset{${under}}{${base}}` : `${command}{${base}}`
}

function overOf(base: string, sign: Element | undefined, over: string): string {
  if (hasLimits(base)) return `${base.trim()}^{${over}}`
  const text = sign ? textOf(sign).trim() : ''
  const command = OVER.get(text) ?? ACCENTS.get(text)
  // A line over more than one sign is a longer one.
  if (command === '\\bar' && base.length > 1) return `\\overline{${base}}`
  return command === undefined ? `\\overset{${over}}{${base}}` : `${command}{${base}}`
}

function fractionOf(node: Element, above: string, below: string): string {
  if (isLineless(node)) return `{${above} \\atop ${below}}`
  return node.attribs['bevelled'] === 'true' ? `${above}/${below}` : `\\frac{${above}}{${below}}`
}

function fencedOf({ attribs }: Element, parts: readonly string[]): string {
  const [open, close] = [(attribs['open'] ?? '(').trim(), (attribs['close'] ?? ')').trim()]
  const separators = [...(attribs['separators'] ?? ',').replaceAll(/\s/g, '')]
  const inside = parts.reduce(
    (before, part, at) => before + (at === 0 ? '' : (separators[at - 1] ?? separators.at(-1) ?? '')) + part,
    '',
  )
  return `\\left${BRACKETS.get(open) ?? open}${inside}\\right${BRACKETS.get(close) ?? close}`
}

function scriptsOf([base, ...scripts]: readonly Element[], depth: number): string {
  const write = (node: Element | undefined): string => (node ? written(node, depth + 1) : '')
  const start = scripts.findIndex((node) => localName(node) === 'mprescripts')
  const pairsOf = (nodes: readonly Element[]): string => {
    let result = ''
    for (let at = 0; at < nodes.length; at += 2) {
      const [below, above] = [write(nodes[at]), write(nodes[at + 1])]
      result += `${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`}`
    }
    return result
  }
  const before = start < 0 ? '' : pairsOf(scripts.slice(start + 1))
  return `${before === '' ? '' : `{}${before}`}${asBase(write(base))}${pairsOf(start < 0 ? scripts : scripts.slice(0, start))}`
}

/** The name of an element without its prefix: the HTML parser keeps that of m:math. */
export function localName({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

function inText(node: Element): string {
  return textOf(node).replaceAll('\u00a0', ' ')
}

/** All text in a node. */
export function textOf(node: AnyNode): string {
  if ('data' in node) return node.data
  return 'children' in node ? node.children.map((child) => textOf(child)).join('') : ''
}
