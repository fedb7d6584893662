import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** GFM 5.3: the mark at the beginning of a list item, and white space that parts it from the text. */
const MARK = /^\[([ xX])\][ \t\n]+/

/** GFM 5.3: list items that begin with `[ ]` or `[x]` show a box. */
export function useTaskLists(parser: MarkdownIt): void {
  const boxes = new Map<Token, string>()
  // Before the text is read, since `[x]` could be a link in it.
  parser.core.ruler.after('block', 'task_marks', ({ tokens }) => {
    tokens.forEach((token, at) => {
      if (tokens[at - 1]?.type !== 'paragraph_open' || tokens[at - 2]?.type !== 'list_item_open') return
      const [mark, check] = MARK.exec(token.content) ?? []
      if (mark === undefined || mark.length === token.content.length) return
      token.content = token.content.slice(mark.length)
      boxes.set(token, `<input type="checkbox"${check === ' ' ? '' : ' checked=""'} disabled="" /> `)
    })
  })
  parser.core.ruler.after('inline', 'task_boxes', (state) => {
    for (const [token, box] of boxes) token.children?.unshift(boxToken(state, box))
  })
}

function boxToken(state: StateCore, html: string): Token {
  const token = new state.Token('html_inline', '', 0)
  token.content = html
  return token
}
