import { CSS_TOKENS } from './css-scan.ts'

// CSS Syntax Level 3, 5.4.4: a declaration begins with a name and has a colon. `$`, which
// preprocessors have, and `*`, which old style sheets have for one browser, begin none.
const BEGINS_OTHERWISE = /^[^\p{L}\p{N}_\-\\@&[(#.:>+~|{}"'/\u0080-\u{10ffff}]/u
/** A name without a colon, of ASCII alone: anything else is left to the parser. */
const LACKS_COLON = /^[\w-][^:@&{}]*$/
const SHOWN_CHARS = 60
/** More are left out all the same, but nobody reads so many. */
const MOST_SKIPPED = 1_000

/**
 * Leaves out declarations that browsers skip because they begin with no name or have no colon. The
 * parser leaves out what is before them, too.
 * What it leaves in place keeps its line and column.
 */
export function withoutOddDeclarations(css: string): { css: string; skipped: string[] } {
  const skipped: string[] = []
  const open: string[] = []
  let plain = ''
  let from = 0
  let start = 0
  let line = 1
  let lineStart = 0
  for (const { 0: token, index } of css.matchAll(CSS_TOKENS)) {
    if (token === ';' || token === '}') {
      if (open.at(-1) === '{' || open.at(-1) === '@') leaveOut(start, index, open.at(-1) === '{')
      if (token === '}') open.pop()
      start = index + 1
    } else if (token === '{' || token === '(' || token === '[') {
      // What an at-rule holds may be something other than declarations.
      open.push(token === '{' && css.slice(start, index).trim().startsWith('@') ? '@' : token)
      if (token === '{') start = index + 1
    } else if (token === ')' || token === ']') open.pop()
    else if (token.startsWith('/*') && css.slice(start, index).trim() === '') start = index + token.length
  }
  return { css: plain + css.slice(from), skipped }

  function leaveOut(begin: number, end: number, isRule: boolean): void {
    const written = css.slice(begin, end)
    const text = written.trim()
    const lacksColon = isRule && LACKS_COLON.test(text)
    if (!lacksColon && !BEGINS_OTHERWISE.test(text)) return
    plain += css.slice(from, begin) + written.replace(/[^\n]/g, ' ')
    from = end
    if (skipped.length >= MOST_SKIPPED) return
    const place = placeOf(begin + written.search(/\S/))
    skipped.push(
      `${place}: ${text.slice(0, SHOWN_CHARS)} ${lacksColon ? 'has no colon' : 'begins with no name of a property'}, and browsers skip it`,
    )
  }

  // Places come in order, so each line is counted once.
  function placeOf(at: number): string {
    for (let end = css.indexOf('\n', lineStart); end >= 0 && end < at; end = css.indexOf('\n', lineStart)) {
      line++
      lineStart = end + 1
    }
    return `Line ${line}, column ${at - lineStart + 1}`
  }
}
