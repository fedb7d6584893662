/** Commands of the signs that are written with limits. */
export const OPERATORS = signs({
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
})
/** Commands of accents, by their combining characters. */
export const ACCENTS = signs({
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
})
/** Brackets that are written otherwise in LaTeX; what is left out is a dot. */
export const BRACKETS = signs({
  '{': '\\{',
  '}': '\\}',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '‖': '\\| ',
  '': '.',
})
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
/** Names of functions that are commands. */
export const FUNCTIONS =
  /^(?:arc(?:cos|sin|tan)|arg|cosh?|coth?|csc|deg|det|dim|exp|gcd|hom|inf|ker|lg|lim|ln|log|max|min|Pr|sec|sinh?|sup|tanh?)$/

/** The base of an index or a power: in braces, unless it is a single sign. */
export function asBase(base: string): string {
  return [...base].length === 1 ? base : `{${base}}`
}

/** A function and what it is of; its name is a command if LaTeX has one. */
export function functionOf(name: string, of: string): string {
  const known = /^[A-Za-z]+/.exec(name)?.[0] ?? ''
  const command = FUNCTIONS.test(known) ? `\\${known}${name.slice(known.length)}` : name
  return `${command} ${of}`
}

/** A text in a formula, without signs that have a meaning in LaTeX. */
export function plainLatex(text: string): string {
  return text.replaceAll(/[\\{}#%&$_^~]/g, (sign) => SIGNS[sign]!)
}

/** Commands by their signs: a formula may also say `constructor`, which every object has. */
export function signs(commands: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(commands))
}
