import { StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import { partnerIn } from './brackets-in-text.ts'

const MATCHED = Decoration.mark({ class: 'cm-matchingBracket' })
const ALONE = Decoration.mark({ class: 'cm-nonmatchingBracket' })

/** Marks the bracket at the cursor and its partner. */
export const bracketMatching = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { docChanged, selection, state }) {
    if (!docChanged && !selection) return marks
    const { empty, head } = state.selection.main
    if (!empty) return Decoration.none
    for (const at of [head - 1, head]) {
      const other = at < 0 ? null : partnerIn(state.doc, at)
      if (other === null) continue
      if (other === -1) return Decoration.set(ALONE.range(at, at + 1))
      const [first, last] = [Math.min(at, other), Math.max(at, other)]
      return Decoration.set([MATCHED.range(first, first + 1), MATCHED.range(last, last + 1)])
    }
    return Decoration.none
  },
  provide: (field) => EditorView.decorations.from(field),
})
