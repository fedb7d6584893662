import {
  Features,
  transform,
  type CustomAtRules,
  type FontFamily,
  type Targets,
  type Visitor,
  type Warning,
} from 'lightningcss'
import type { CssScan } from './css-scan.ts'

// Nothing is rewritten for these browsers. They only make Lightning CSS keep a declaration before one that they do not
// know, such as a colour before `lab()`, and keep rules apart whose selectors they do not know.
const OLD_BROWSERS: Targets = { chrome: 30 << 16, firefox: 30 << 16, safari: 9 << 16 }
const NO_REWRITING = Object.values(Features).reduce((all, feature) => all | feature, 0)

/** Makes the style sheet shorter; what it leaves out as invalid is in `warnings`. */
export function minifyCss(css: string): { short: string; warnings: Warning[] } {
  const doubled = DOUBLE_MONOSPACE.test(css) ? nameNotIn(css) : null
  const { code, warnings } = transform({
    ...(doubled === null ? {} : { visitor: monospaceTwice(doubled) }),
    filename: 'input.css',
    code: Buffer.from(css),
    minify: true,
    errorRecovery: true,
    targets: OLD_BROWSERS,
    exclude: NO_REWRITING,
  })
  const short = Buffer.from(code).toString()
  return { short: doubled === null ? short : short.replaceAll(doubled, 'monospace'), warnings }
}

/**
 * Browsers show `monospace` alone smaller, with 13 of 16 pixels, and `monospace, monospace` as large as the rest. Style
 * sheets rely on it, and Lightning CSS leaves out the second name.
 */
const DOUBLE_MONOSPACE = /monospace\s*,\s*monospace/i

// Calls the second one by another name.
function monospaceTwice(name: string): Visitor<CustomAtRules> {
  const renamed = (families: FontFamily[]) =>
    families.length > 1 && families.every((family) => family === 'monospace')
      ? ['monospace', name]
      : families
  return {
    Declaration: {
      // With a variable in it, a list is not parsed, and stays.
      'font-family': (one) => (one.property === 'unparsed' ? one : { ...one, value: renamed(one.value) }),
      font: (one) =>
        one.property === 'unparsed'
          ? one
          : { ...one, value: { ...one.value, family: renamed(one.value.family) } },
    },
  }
}

function nameNotIn(css: string): string {
  let name = 'apart'
  while (css.includes(name)) name += '-'
  return name
}

/** The same, without merging one rule with another. */
export function minifyRuleByRule({ plain: css, ruleEnds }: CssScan): string {
  const name = nameNotIn(css)
  let parted = ''
  let from = 0
  // An unknown rule between two others keeps them apart, and stays as it is.
  for (const end of ruleEnds) {
    parted += `${css.slice(from, end)}@${name};`
    from = end
  }
  return minifyCss(parted + css.slice(from)).short.replaceAll(`@${name};`, '')
}

/** What a warning is about, in words; null if nothing is left out because of it. */
export function warningText({ type, message, loc }: Warning): string | null {
  // Rules and selectors that it does not know are kept.
  if (type === 'AtRuleInvalid' || type === 'DeprecatedNestRule' || / is not recognized as /.test(message))
    return null
  return `Line ${loc.line}, column ${loc.column}: ${inWords(message)}`.slice(0, 300).toWellFormed()
}

// It shows tokens as its own source does: Ident("red"), Delim('!').
function inWords(message: string): string {
  return message.replace(
    /^Unexpected token (\w+)(?:\((.*)\))?.*$/s,
    (_, kind: string, text?: string) =>
      `Unexpected ${text ?? kind.replaceAll(/\B[A-Z]/g, ' $&').toLowerCase()}`,
  )
}
