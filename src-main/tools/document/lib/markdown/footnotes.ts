import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'
import { Footnotes, noteAnchor, referenceAnchor } from './footnote.ts'
import { withNotesLast } from './footnote-section.ts'

const DEFINITION = /\[\^([^[\]\s]+)\]:[ \t]*/y
const REFERENCE = /\[\^([^[\]\s]+)\]/y
/** How many columns the lines of a note after its first are indented. */
const INDENT = 4

/**
 * GitHub's footnotes: `[^label]` refers to the block `[^label]: …`, and those that are referred to follow the
 * document, numbered in the order of their first references.
 */
export function useFootnotes(parser: MarkdownIt): void {
  const notes = new Footnotes()
  const bodies = new Map<Token, Token[]>()
  const define = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
    const found = definitionOn(state, line)
    if (found === undefined || silent) return found !== undefined
    const { body } = notes.define(parser.utils.normalizeReference(found.label))
    bodies.set(state.push('footnote_open', '', 1), body)
    readBody(state, found.from, line, end)
    state.push('footnote_close', '', -1)
    return true
  }
  const interrupts = ['paragraph', 'reference', 'blockquote', 'list', 'table']
  parser.block.ruler.before('reference', 'footnote', define, { alt: interrupts })
  parser.inline.ruler.after('image', 'footnote', (state, silent) => readReference(state, silent, notes))
  parser.core.ruler.after('inline', 'footnotes', (state) => {
    state.tokens = withNotesLast(state, bodies, notes.inOrder)
  })
}

/** The label of a footnote that a line begins, and where its text begins. */
function definitionOn(state: StateBlock, line: number): { label: string; from: number } | undefined {
  const { src, blkIndent } = state
  const [start = 0, shift = 0, column = 0] = [state.bMarks[line], state.tShift[line], state.sCount[line]]
  DEFINITION.lastIndex = start + shift
  const label = column - blkIndent < INDENT ? DEFINITION.exec(src)?.[1] : undefined
  return label === undefined ? undefined : { label, from: DEFINITION.lastIndex }
}

/** Reads what follows the label on its line, and the lines below that belong to it, as blocks. */
function readBody(state: StateBlock, from: number, line: number, end: number): void {
  const { blkIndent, parentType, tight } = state
  const [start = 0, shift = 0, column = 0] = [state.bMarks[line], state.tShift[line], state.sCount[line]]
  const place = (mark: number, toText: number, atColumn: number): void => {
    state.bMarks[line] = mark
    state.tShift[line] = toText
    state.sCount[line] = atColumn
  }
  state.blkIndent += INDENT
  state.parentType = 'footnote'
  place(from, 0, state.blkIndent)
  state.md.block.tokenize(state, line, end)
  place(start, shift, column)
  Object.assign(state, { blkIndent, parentType, tight })
}

function readReference(state: StateInline, silent: boolean, notes: Footnotes): boolean {
  REFERENCE.lastIndex = state.pos
  const label = REFERENCE.exec(state.src)?.[1]
  const note = label === undefined ? undefined : notes.withLabel(state.md.utils.normalizeReference(label))
  if (note === undefined || REFERENCE.lastIndex > state.posMax) return false
  state.pos = REFERENCE.lastIndex
  if (silent) return true
  notes.refer(note)
  state.push('sup_open', 'sup', 1)
  const link = state.push('link_open', 'a', 1)
  link.attrSet('href', `#${noteAnchor(note)}`)
  link.attrSet('id', referenceAnchor(note, note.references))
  state.push('text', '', 0).content = String(note.number)
  state.push('link_close', 'a', -1)
  state.push('sup_close', 'sup', -1)
  return true
}
