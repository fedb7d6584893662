/** What the tokens of CSS say about a style sheet before it is parsed (CSS Syntax Level 3). */
export interface CssScan {
  /** Comments that begin with `/*!`, in order, each once. */
  readonly licences: readonly string[]
  /** The style sheet with them as ordinary comments. */
  readonly plain: string
  /** Places behind the rules that no other rule encloses, apart from conditions and layers. */
  readonly ruleEnds: readonly number[]
  /** How deep brackets of any kind are nested. */
  readonly depth: number
}

/**
 * Comments, strings (which end at a line's end), addresses without quotes, and escapes, where brackets mean nothing;
 * and brackets and semicolons elsewhere.
 */
export const CSS_TOKENS =
  /\/\*[^]*?(?:\*\/|$)|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?|url\(\s*(?!["'\s])(?:\\[^]|[^)\\])*\)?|\\[^]|[()[\]{};]/gi
const GROUPING = /^\s*@(media|supports|layer|container|scope|starting-style|-moz-document)\b/i

/** Reads comments, nesting and the ends of rules, whether or not the style sheet is valid. */
export function scanCss(css: string): CssScan {
  const licences = new Set<string>()
  const ruleEnds: number[] = []
  let plain = ''
  // For each open bracket, whether rules of a list stand in it.
  const open: boolean[] = []
  let depth = 0
  let start = 0
  for (const { 0: token, index } of css.matchAll(CSS_TOKENS)) {
    const end = index + token.length
    if (token.startsWith('/*')) {
      if (token.startsWith('/*!')) {
        if (token.endsWith('*/')) licences.add(token)
        plain += `${css.slice(plain.length, index)}/* `
      }
      if (css.slice(start, index).trim() === '') start = end
    } else if (token === '{' || token === '(' || token === '[') {
      open.push(token === '{' && open.every(Boolean) && GROUPING.test(css.slice(start, index)))
      depth = Math.max(depth, open.length)
      if (token === '{') start = end
    } else if (token === '}' || token === ')' || token === ']') {
      open.pop()
      if (token !== '}') continue
      start = end
      if (open.every(Boolean)) ruleEnds.push(end)
    } else if (token === ';') start = end
  }
  return { licences: [...licences], plain: plain + css.slice(plain.length), ruleEnds, depth }
}
