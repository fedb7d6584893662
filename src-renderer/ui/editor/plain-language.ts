import { countColumn, type EditorState, Facet } from '@codemirror/state'
import { firstUnclosed, partnerIn, stringAround } from './brackets-in-text.ts'

// What the editor's packages ask of a parser, answered from the text. build/lighten-editor.ts puts this in its place.

const UNIT = '  '

/** Whether a text is indented as JSON. */
export const indentsJson = Facet.define<boolean, boolean>({ combine: ([value = false]) => value })

/** What one level is indented by. */
export const indentUnit = Facet.define<string, string>({ combine: ([value = UNIT]) => value })

/** The columns of one level. */
export const getIndentUnit = (): number => UNIT.length

/** The white space of a number of columns. */
export const indentString = (_state: EditorState, columns: number): string => ' '.repeat(columns)

interface IndentOptions {
  readonly simulateBreak?: number
  readonly simulateDoubleBreak?: boolean
  readonly overrideIndentation?: (lineStart: number) => number
}

/** What is known when a line is indented. */
export class IndentContext {
  readonly state: EditorState
  readonly options: IndentOptions

  constructor(state: EditorState, options: IndentOptions) {
    this.state = state
    this.options = options
  }

  /** The columns that the line at a position is indented by. */
  lineIndent(at: number): number {
    const { from, text } = this.state.doc.lineAt(at)
    const other = this.options.overrideIndentation?.(from) ?? -1
    return other > -1 ? other : countColumn(/^\s*/.exec(text)![0], this.state.tabSize)
  }
}

/**
 * The columns for the line that begins at a position, or would after a break there.
 * @returns null if the line keeps the indentation that it has
 */
export function getIndentation(context: IndentContext, at: number): number | null {
  const { state, options } = context
  if (!state.facet(indentsJson)) return null
  const line = state.doc.lineAt(at)
  const broken = options.simulateBreak === at
  const former = broken ? line : lineBefore(state, line.number)
  if (!former) return null
  const before = broken ? line.text.slice(0, at - line.from) : former.text
  const after = broken ? line.text.slice(at - line.from) : line.text
  const closes = !options.simulateDoubleBreak && /^\s*[}\])]/.test(after)
  const levels = (firstUnclosed(before) === -1 ? 0 : 1) - (closes ? 1 : 0)
  return Math.max(0, context.lineIndent(former.from) + levels * UNIT.length)
}

function lineBefore({ doc }: EditorState, number: number) {
  for (let each = number - 1; each > 0; each--) {
    const line = doc.line(each)
    if (/\S/.test(line.text)) return line
  }
  return null
}

/** The bracket that belongs to the one before or after a position. */
export function matchBrackets({ doc }: EditorState, at: number, side: -1 | 1) {
  const from = side < 0 ? at - 1 : at
  const other = from < 0 ? null : partnerIn(doc, from)
  if (other === null) return null
  // A bracket is asked about in its own direction only: an opening one forwards, a closing one backwards.
  const opens = '([{'.includes(doc.sliceString(from, from + 1))
  if (opens !== side > 0) return null
  const start = { from, to: from + 1 }
  return other === -1
    ? { start, matched: false }
    : { start, end: { from: other, to: other + 1 }, matched: true }
}

/** A tree with one node: the string at a position, or nothing. */
export function syntaxTree({ doc }: EditorState) {
  const type = { prop: () => undefined, isTop: true }
  const none = { type, firstChild: null, childBefore: () => null, childAfter: () => null }
  return {
    resolveInner(at: number) {
      const line = doc.lineAt(Math.min(at, doc.length))
      const found = stringAround(line.text, at - line.from)
      return found
        ? { ...none, from: line.from + found.from, to: line.from + found.to, parent: none }
        : { ...none, from: at, to: at, parent: null }
    },
    resolveStack: (at: number) => ({ node: { from: at, to: at }, next: null }),
  }
}

/** No node has properties. */
export const NodeProp = { closedBy: null, openedBy: null }
