import {
  type EditorState,
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state'
import {
  type BlockInfo,
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  gutter,
  GutterMarker,
  keymap,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import { firstUnclosed } from './brackets-in-text.ts'

interface Span {
  readonly from: number
  readonly to: number
}

const fold = StateEffect.define<Span>()
const unfold = StateEffect.define<Span>()

/** Stands for the folded lines, and unfolds them on a click. */
class Placeholder extends WidgetType {
  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement('span')
    element.textContent = '…'
    element.className = 'cm-foldPlaceholder'
    element.title = 'Unfold'
    element.setAttribute('aria-label', 'folded code')
    element.onclick = (event) => {
      event.preventDefault()
      const line = view.lineBlockAt(view.posAtDOM(element))
      unfoldSpan(view, foldedIn(view.state, line))
    }
    return element
  }
}

const FOLDED = Decoration.replace({ widget: new Placeholder() })

/** What is folded. An edit or a cursor inside unfolds it, so that nothing is written or found out of sight. */
const folds = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(former, { changes, effects, selection, state }) {
    let spans = former
    changes.iterChangedRanges((from, to) => (spans = without(spans, from, to)))
    spans = spans.map(changes)
    for (const effect of effects) {
      if (effect.is(fold)) spans = spans.update({ add: [FOLDED.range(effect.value.from, effect.value.to)] })
      if (effect.is(unfold)) spans = without(spans, effect.value.from, effect.value.to)
    }
    if (selection) spans = without(spans, state.selection.main.head, state.selection.main.head)
    return spans
  },
  provide: (field) => EditorView.decorations.from(field),
})

function without(spans: DecorationSet, start: number, end: number): DecorationSet {
  return spans.size === 0
    ? spans
    : spans.update({
        filter: (from, to) => Math.max(from, start) >= Math.min(to, end) && !(from < start && start < to),
      })
}

function foldedIn(state: EditorState, { from, to }: Span): Span | null {
  let found: Span | null = null
  state.field(folds, false)?.between(from, to, (start, end) => {
    found ??= { from: start, to: end }
  })
  return found
}

/** What can be folded of a line: all between a bracket that it opens, and where that is closed in a later line. */
function foldableIn({ doc }: EditorState, at: number): Span | null {
  const line = doc.lineAt(at)
  const open = firstUnclosed(line.text)
  if (open === -1) return null
  const from = line.from + open + 1
  let depth = 1
  // Line by line: a string ends with its line, and a text of millions of lines is never held twice.
  let start = from
  for (let number = line.number; number <= doc.lines; number++) {
    const { from: lineFrom, text } = doc.line(number)
    for (const match of text.slice(start - lineFrom).matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]()]/g)) {
      if (match[0].startsWith('"')) continue
      depth += '{[('.includes(match[0]) ? 1 : -1
      if (depth === 0) return number === line.number ? null : { from, to: start + match.index }
    }
    start = lineFrom + text.length + 1
  }
  return null
}

function saying({ doc }: EditorState, word: string, { from, to }: Span): StateEffect<string> {
  return EditorView.announce.of(`${word} lines ${doc.lineAt(from).number} to ${doc.lineAt(to).number}.`)
}

function unfoldSpan(view: EditorView, span: Span | null): boolean {
  if (span) view.dispatch({ effects: [unfold.of(span), saying(view.state, 'Unfolded', span)] })
  return span !== null
}

function foldSpan(view: EditorView, span: Span | null): boolean {
  if (span) view.dispatch({ effects: [fold.of(span), saying(view.state, 'Folded', span)] })
  return span !== null
}

/** The line of the cursor. */
const ownLine = (view: EditorView): BlockInfo => view.lineBlockAt(view.state.selection.main.head)

const foldAll: Command = (view) => {
  const { doc } = view.state
  const effects: TransactionSpec['effects'][] = []
  for (let at = 0; at <= doc.length;) {
    const span = foldableIn(view.state, at)
    if (span) effects.push(fold.of(span))
    at = doc.lineAt(span?.to ?? at).to + 1
  }
  view.dispatch({ effects: effects.flatMap((each) => each ?? []) })
  return true
}

const unfoldAll: Command = (view) => {
  view.dispatch({ effects: unfold.of({ from: 0, to: view.state.doc.length }) })
  return true
}

class Mark extends GutterMarker {
  readonly #open: boolean

  constructor(open: boolean) {
    super()
    this.#open = open
  }

  override toDOM(): HTMLElement {
    const span = document.createElement('span')
    span.textContent = this.#open ? '⌄' : '›'
    span.title = this.#open ? 'Fold line' : 'Unfold line'
    return span
  }
}

const OPEN = new Mark(true)
const CLOSED = new Mark(false)

const marks = ViewPlugin.define((view) => ({
  marks: marksOf(view),
  update(update: ViewUpdate) {
    const changed = update.startState.field(folds) !== update.state.field(folds)
    if (update.docChanged || update.viewportChanged || changed) this.marks = marksOf(update.view)
  },
}))

// Whether a bracket is closed later is not asked here: it would be read to its end with each scroll.
function marksOf({ state, viewportLineBlocks }: EditorView) {
  const builder = new RangeSetBuilder<GutterMarker>()
  for (const { from, to } of viewportLineBlocks) {
    if (foldedIn(state, { from, to })) builder.add(from, from, CLOSED)
    else if (firstUnclosed(state.doc.lineAt(from).text) !== -1) builder.add(from, from, OPEN)
  }
  return builder.finish()
}

const toggle = (view: EditorView, line: Span): boolean =>
  unfoldSpan(view, foldedIn(view.state, line)) || foldSpan(view, foldableIn(view.state, line.from))

/** Folds what brackets enclose: by the gutter, and by the keys that editors usually have for it. */
export const folding: Extension = [
  folds,
  marks,
  gutter({
    class: 'cm-foldGutter',
    markers: (view) => view.plugin(marks)?.marks ?? [],
    initialSpacer: () => CLOSED,
    domEventHandlers: { click: toggle },
  }),
  keymap.of([
    {
      key: 'Ctrl-Shift-[',
      mac: 'Cmd-Alt-[',
      run: (view) => foldSpan(view, foldableIn(view.state, ownLine(view).from)),
    },
    {
      key: 'Ctrl-Shift-]',
      mac: 'Cmd-Alt-]',
      run: (view) => unfoldSpan(view, foldedIn(view.state, ownLine(view))),
    },
    { key: 'Ctrl-Alt-[', run: foldAll },
    { key: 'Ctrl-Alt-]', run: unfoldAll },
  ]),
  EditorView.baseTheme({ '.cm-foldPlaceholder, .cm-foldGutter span': { cursor: 'pointer' } }),
]
