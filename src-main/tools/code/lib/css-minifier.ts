import { Features, transform, type Targets, type Warning } from 'lightningcss'
import type { CssScan } from './css-scan.ts'

// Nothing is rewritten for these browsers. They only make Lightning CSS keep a declaration before one that they do not
// know, such as a colour before `lab()`, and keep rules apart whose selectors they do not know.
const OLD_BROWSERS: Targets = { chrome: 30 << 16, firefox: 30 << 16, safari: 9 << 16 }
const NO_REWRITING = Object.values(Features).reduce((all, feature) => all | feature, 0)

/** Makes the style sheet shorter; what it leaves out as invalid is in `warnings`. */
export function minifyCss(css: string): { short: string; warnings: Warning[] } {
  const { code, warnings } = transform({
    filename: 'input.css',
    code: Buffer.from(css),
    minify: true,
    errorRecovery: true,
    targets: OLD_BROWSERS,
    exclude: NO_REWRITING,
  })
  return { short: Buffer.from(code).toString(), warnings }
}

/** The same, without merging one rule with another. */
export function minifyRuleByRule({ plain: css, ruleEnds }: CssScan): string {
  let name = 'apart'
  while (css.includes(`@${name}`)) name += '-'
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
