import type { MarkdownIt, StateBlock, Token } from 'markdown-it'

/** GFM 4.10: tables, whose cells are aligned by the attribute, as in the specification, and not by a style. */
export function useTables(parser: MarkdownIt): void {
  const { ruler } = parser.block
  const others = new Set(ruler.getRules(''))
  parser.enable('table')
  const table = ruler.getRules('').find((rule) => !others.has(rule))
  parser.disable('table')
  // The parser would look for a table first, and take the marks of a heading or a quote for a part of its head.
  const read: typeof table = (state, line, ...rest) =>
    !isUnderline(state, line + 1) && table?.(state, line, ...rest) === true
  ruler.before('lheading', 'gfm_table', read, { alt: ['paragraph', 'reference'] })
  parser.core.ruler.after('block', 'table_alignment', ({ tokens }) => tokens.forEach(alignByAttribute))
}

/** Whether a line makes a heading of what is above it, even where that begins with a bar. */
function isUnderline({ src, bMarks, tShift, eMarks }: StateBlock, line: number): boolean {
  return /^-+[ \t]*$/.test(src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]))
}

function alignByAttribute(token: Token): void {
  const style = token.attrGet('style')
  if (typeof style === 'string') token.attrs = [['align', style.replace('text-align:', '')]]
}
