import { keepsDigits } from '../../../../src-shared/numbers/number-digits.ts'

// Texts and comments are skipped whole. A number is a value after =, [ or a comma; what is before it is looked at only
// where it begins, because each space of a long run would look at all before it.
const TOKEN =
  /"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|(?=[+-]?\d)(?<=[=[,]\s*)[+-]?\d[\d_]*(?:\.[\d_]+(?:[eE][+-]?[\d_]+)?|[eE][+-]?[\d_]+)(?=\s*(?:[\],}#]|$))/gm

// Texts and comments are skipped whole, too. A time ends a value, unless a zone follows.
const FRACTION =
  /"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|\d{2}:\d{2}:\d{2}\.\d{3}(\d+)/g

/** Times of a TOML text with digits after the milliseconds, which are cut off as TOML allows; the first 100. */
export function cutTimesIn(toml: string): string[] {
  const warnings: string[] = []
  for (const { 0: token, 1: rest = '', index } of toml.matchAll(FRACTION)) {
    if (!/[1-9]/.test(rest) || warnings.length === 100) continue
    const line = toml.slice(0, index).split('\n').length
    warnings.push(
      `${token.slice(0, 100)} on line ${line} is given to the millisecond; its further digits are cut off`,
    )
  }
  return warnings
}

/** Floats of a TOML text that lose digits as 64-bit floats, which is what TOML calls for; the first 100. */
export function lostFloatsIn(toml: string): string[] {
  const warnings: string[] = []
  for (const { 0: token, index } of toml.matchAll(TOKEN)) {
    const written = token.replaceAll('_', '').replace(/^\+/, '')
    if (!/^-?\d/.test(written) || keepsDigits(written) || warnings.length === 100) continue
    const line = toml.slice(0, index).split('\n').length
    warnings.push(`${token.slice(0, 100)} on line ${line} is ${Number(written)} as a 64-bit float`)
  }
  return warnings
}
