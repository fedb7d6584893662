import type { MarkdownIt, Delimiter, StateInline } from 'markdown-it'

const TILDE = 0x7e
/** Runs of one and of two tildes never end each other, so that each has a mark of its own. */
const MARKS: ReadonlyMap<number, number> = new Map([
  [1, TILDE],
  [2, -TILDE],
])

/** GFM 6.5: a text between two runs of one or two tildes of the same length is struck through. */
export function useStrikethrough(parser: MarkdownIt): void {
  parser.inline.ruler.after('emphasis', 'tildes', readTildes)
  parser.inline.ruler2.after('emphasis', 'tildes', strikeThrough)
}

function readTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== TILDE) return false
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true)
  const token = state.push('text', '', 0)
  token.content = '~'.repeat(length)
  const marker = MARKS.get(length)
  if (marker !== undefined) {
    state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close })
  }
  state.pos += length
  return true
}

function strikeThrough(state: StateInline): void {
  for (const delimiters of [state.delimiters, ...state.tokens_meta.map((meta) => meta?.delimiters)]) {
    for (const opener of delimiters ?? []) markStruck(state, opener, delimiters?.[opener.end])
  }
}

function markStruck({ tokens }: StateInline, opener: Delimiter, closer: Delimiter | undefined): void {
  const [open, close] = [tokens[opener.token], tokens[closer?.token ?? -1]]
  if (Math.abs(opener.marker) !== TILDE || open === undefined || close === undefined) return
  Object.assign(open, { type: 'del_open', tag: 'del', nesting: 1, markup: open.content, content: '' })
  Object.assign(close, { type: 'del_close', tag: 'del', nesting: -1, markup: close.content, content: '' })
}
