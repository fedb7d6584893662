import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view'
import { highlightLine, type Tone } from '../text/highlight.ts'

/** Characters before the visible part of a long line that are read too. */
const BEFORE_CHARS = 2_000

const MARKS: Record<Tone, Decoration | null> = {
  plain: null,
  string: Decoration.mark({ class: 'text-code-string' }),
  number: Decoration.mark({ class: 'text-code-number' }),
  key: Decoration.mark({ class: 'text-code-key' }),
  word: Decoration.mark({ class: 'text-code-word' }),
  type: Decoration.mark({ class: 'text-code-type' }),
  mark: Decoration.mark({ class: 'text-code-mark' }),
}

/**
 * Colours the visible lines in the same way as short outputs. A grammar would cover only one
 * language, and its tables would add to the size of the page.
 */
export const codeColours = ViewPlugin.define(
  (view) => ({
    colours: coloursOf(view),
    update({ view: now, docChanged, viewportChanged }) {
      if (docChanged || viewportChanged) this.colours = coloursOf(now)
    },
  }),
  { decorations: ({ colours }) => colours },
)

function coloursOf({ state: { doc }, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to } of visibleRanges) {
    for (let next = from; next <= to;) {
      const line = doc.lineAt(next)
      let at = Math.max(line.from, from - BEFORE_CHARS)
      for (const { text, tone } of highlightLine(doc.sliceString(at, Math.min(line.to, to)))) {
        const [start, end] = [Math.max(at, from), at + text.length]
        const mark = MARKS[tone]
        if (mark && start < end) builder.add(start, end, mark)
        at = end
      }
      next = line.to + 1
    }
  }
  return builder.finish()
}
