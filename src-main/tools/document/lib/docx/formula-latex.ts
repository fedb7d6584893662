import {
  ACCENTS,
  BRACKETS,
  OPERATORS,
  asBase,
  functionOf,
  plainLatex,
} from '../../../lib/formulas/latex-signs.ts'
import { childrenOf, isMath, isWord, valueOf } from './word-xml.ts'

const MOST_DEPTH = 50

/** Writes a formula of Word (Office Math) as LaTeX; the text of what it has no command for. */
export function latexOf(formula: Element): string {
  return written(formula, 0).replaceAll(/\s+/g, ' ').trim()
}

function written(node: Element, depth: number): string {
  if (depth > MOST_DEPTH) return plainLatex(node.textContent ?? '')
  const inside = (name: string) => {
    const part = childrenOf(node).find((child) => isMath(child, name))
    return part ? written(part, depth + 1) : ''
  }
  const all = () =>
    childrenOf(node)
      .map((child) => written(child, depth + 1))
      .join('')
  const property = (name: string) => propertyOf(node, name)
  if (isWord(node)) return node.localName === 'r' ? plainLatex(node.textContent ?? '') : all()
  if (!isMath(node)) return ''
  switch (node.localName) {
    case 't':
      return plainLatex(node.textContent ?? '')
    case 'f':
      return property('type') === 'lin'
        ? `${inside('num')}/${inside('den')}`
        : `\\frac{${inside('num')}}{${inside('den')}}`
    case 'sSup':
      return `${asBase(inside('e'))}^{${inside('sup')}}`
    case 'sSub':
      return `${asBase(inside('e'))}_{${inside('sub')}}`
    case 'sSubSup':
      return `${asBase(inside('e'))}_{${inside('sub')}}^{${inside('sup')}}`
    case 'sPre':
      return `{}_{${inside('sub')}}^{${inside('sup')}}${inside('e')}`
    case 'rad': {
      const degree = property('degHide') === 'on' ? '' : inside('deg')
      return degree === '' ? `\\sqrt{${inside('e')}}` : `\\sqrt[${degree}]{${inside('e')}}`
    }
    case 'nary': {
      const sign = property('chr') ?? '∫'
      const limits = `${bound('_', inside('sub'))}${bound('^', inside('sup'))}`
      return `${OPERATORS.get(sign) ?? plainLatex(sign)}${limits} ${inside('e')}`
    }
    case 'd':
      return delimited(node, depth)
    case 'func':
      return functionOf(inside('fName'), inside('e'))
    case 'limLow':
      return `${inside('e')}_{${inside('lim')}}`
    case 'limUpp':
      return `\\overset{${inside('lim')}}{${inside('e')}}`
    case 'acc':
      return `${ACCENTS.get(property('chr') ?? '\u0302') ?? '\\hat'}{${inside('e')}}`
    case 'bar':
      return `${property('pos') === 'top' ? '\\overline' : '\\underline'}{${inside('e')}}`
    case 'groupChr':
      return `${property('pos') === 'top' ? '\\overbrace' : '\\underbrace'}{${inside('e')}}`
    case 'm':
      return `\\begin{matrix}${rowsOf(node, 'mr', depth)}\\end{matrix}`
    case 'eqArr':
      return `\\begin{aligned}${linesOf(node, depth).join(' \\\\ ')}\\end{aligned}`
    default:
      return node.localName.endsWith('Pr') ? '' : all()
  }
}

function propertyOf(node: Element, name: string): string | null {
  const properties = childrenOf(node).find((child) => isMath(child, `${node.localName}Pr`))
  const found = properties && childrenOf(properties).find((child) => isMath(child, name))
  if (!found) return null
  const value = valueOf(found)
  return name === 'degHide'
    ? value === null || ['1', 'on', 'true'].includes(value)
      ? 'on'
      : 'off'
    : (value ?? '')
}

function delimited(node: Element, depth: number): string {
  const [open, close] = [propertyOf(node, 'begChr') ?? '(', propertyOf(node, 'endChr') ?? ')']
  const between = propertyOf(node, 'sepChr') ?? '|'
  const content = linesOf(node, depth).join(` ${plainLatex(between)} `)
  return `\\left${BRACKETS.get(open) ?? open}${content}\\right${BRACKETS.get(close) ?? close}`
}

function linesOf(node: Element, depth: number): string[] {
  return childrenOf(node)
    .filter((child) => isMath(child, 'e'))
    .map((child) => written(child, depth + 1))
}

function rowsOf(node: Element, name: string, depth: number): string {
  return childrenOf(node)
    .filter((child) => isMath(child, name))
    .map((row) => linesOf(row, depth).join(' & '))
    .join(' \\\\ ')
}

function bound(sign: string, value: string): string {
  return value === '' ? '' : `${sign}{${value}}`
}
