import { childrenOf, isMath, isWord, valueOf } from './word-xml.ts'

/** ECMA-376, 22.1.2: signs of n-ary operators. */
const OPERATORS: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∐': '\\coprod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋂': '\\bigcap',
  '⋃': '\\bigcup',
  '⋀': '\\bigwedge',
  '⋁': '\\bigvee',
}
const ACCENTS: Readonly<Record<string, string>> = {
  '\u0300': '\\grave',
  '\u0301': '\\acute',
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\overline',
  '\u0306': '\\breve',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u030c': '\\check',
  '\u20d7': '\\vec',
}
const BRACKETS: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '‖': '\\| ',
  '': '.',
}
const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  '#': '\\#',
  '%': '\\%',
  '&': '\\&',
  $: '\\$',
  _: '\\_',
  '^': '\\hat{}',
  '~': '\\sim ',
}
const FUNCTIONS =
  /^(?:arc(?:cos|sin|tan)|arg|cosh?|coth?|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|lim|ln|log|max|min|Pr|sec|sinh?|sup|tanh?)$/
const MOST_DEPTH = 50

/** Writes a formula of Word (Office Math) as LaTeX; the text of what it has no command for. */
export function latexOf(formula: Element): string {
  return written(formula, 0).replaceAll(/\s+/g, ' ').trim()
}

function written(node: Element, depth: number): string {
  if (depth > MOST_DEPTH) return plain(node.textContent ?? '')
  const inside = (name: string) => {
    const part = childrenOf(node).find((child) => isMath(child, name))
    return part ? written(part, depth + 1) : ''
  }
  const all = () =>
    childrenOf(node)
      .map((child) => written(child, depth + 1))
      .join('')
  const property = (name: string) => propertyOf(node, name)
  if (isWord(node)) return node.localName === 'r' ? plain(node.textContent ?? '') : all()
  if (!isMath(node)) return ''
  switch (node.localName) {
    case 't':
      return plain(node.textContent ?? '')
    case 'f':
      return property('type') === 'lin'
        ? `${inside('num')}/${inside('den')}`
        : `\\frac{${inside('num')}}{${inside('den')}}`
    case 'sSup':
      return `${based(inside('e'))}^{${inside('sup')}}`
    case 'sSub':
      return `${based(inside('e'))}_{${inside('sub')}}`
    case 'sSubSup':
      return `${based(inside('e'))}_{${inside('sub')}}^{${inside('sup')}}`
    case 'sPre':
      return `{}_{${inside('sub')}}^{${inside('sup')}}${inside('e')}`
    case 'rad': {
      const degree = property('degHide') === 'on' ? '' : inside('deg')
      return degree === '' ? `\\sqrt{${inside('e')}}` : `\\sqrt[${degree}]{${inside('e')}}`
    }
    case 'nary': {
      const sign = property('chr') ?? '∫'
      const limits = `${bound('_', inside('sub'))}${bound('^', inside('sup'))}`
      return `${OPERATORS[sign] ?? plain(sign)}${limits} ${inside('e')}`
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
      return `${ACCENTS[property('chr') ?? '\u0302'] ?? '\\hat'}{${inside('e')}}`
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
  const content = linesOf(node, depth).join(` ${plain(between)} `)
  return `\\left${BRACKETS[open] ?? open}${content}\\right${BRACKETS[close] ?? close}`
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

function based(base: string): string {
  return [...base].length === 1 ? base : `{${base}}`
}

function bound(sign: string, value: string): string {
  return value === '' ? '' : `${sign}{${value}}`
}

function functionOf(name: string, of: string): string {
  const known = /^[A-Za-z]+/.exec(name)?.[0] ?? ''
  const command = FUNCTIONS.test(known) ? `\\${known}${name.slice(known.length)}` : name
  return `${command} ${of}`
}

function plain(text: string): string {
  return text.replaceAll(/[\\{}#%&$_^~]/g, (sign) => SIGNS[sign]!)
}
