import type { StateCore, Token } from 'markdown-it'
import { noteAnchor, referenceAnchor, type Footnote } from './footnote.ts'

/**
 * The blocks of a document without its footnotes, and those that are referred to as a list at the end. Each ends
 * in links back to its references.
 *
 * @param bodies where the blocks of a footnote go, by the token that opens it
 */
export function withNotesLast(
  state: StateCore,
  bodies: ReadonlyMap<Token, Token[]>,
  notes: readonly Footnote[],
): Token[] {
  const text: Token[] = []
  const open = [text]
  for (const token of state.tokens) {
    const body = bodies.get(token)
    if (body !== undefined) open.push(body)
    else if (token.type === 'footnote_close') open.pop()
    else open.at(-1)?.push(token)
  }
  if (notes.length === 0) return text
  const block = blockMaker(state)
  const items = notes.flatMap((note) => {
    linkBack(state, note)
    return [block('li', 1, [['id', noteAnchor(note)]]), ...note.body, block('li', -1)]
  })
  const section = block('section', 1, [['class', 'footnotes']])
  return [...text, section, block('ol', 1), ...items, block('ol', -1), block('section', -1)]
}

function blockMaker({ Token: Made }: StateCore) {
  return (tag: string, nesting: -1 | 1, attrs: Token['attrs'] = null): Token =>
    Object.assign(new Made(`footnote_${tag}`, tag, nesting), { attrs, block: true })
}

/** Links at the end of the last paragraph, or in one of their own where the note ends otherwise. */
function linkBack(state: StateCore, note: Footnote): void {
  const block = blockMaker(state)
  const links = new state.Token('inline', '', 0)
  links.children = Array.from({ length: note.references }, (_, at) => backLink(state, note, at + 1)).flat()
  const last = note.body.at(-1)?.type === 'paragraph_close' ? note.body.at(-2) : undefined
  if (last?.children) last.children = [...last.children, text(state, ' '), ...links.children]
  else note.body.push(block('p', 1), links, block('p', -1))
}

function backLink(state: StateCore, note: Footnote, reference: number): Token[] {
  const inline = (tag: string, nesting: -1 | 1): Token => new state.Token(`footnote_${tag}`, tag, nesting)
  const link = inline('a', 1)
  link.attrSet('href', `#${referenceAnchor(note, reference)}`)
  if (reference === 1) return [link, text(state, '↩'), inline('a', -1)]
  const count = [inline('sup', 1), text(state, String(reference)), inline('sup', -1)]
  return [text(state, ' '), link, text(state, '↩'), ...count, inline('a', -1)]
}

function text({ Token: Made }: StateCore, content: string): Token {
  return Object.assign(new Made('text', '', 0), { content })
}
