import { javascript } from '@codemirror/lang-javascript'
import { MergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { editorLook } from '../editor/editor-theme.ts'

/** Two texts side by side, and how much of them differs. */
export interface Comparison {
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number }
  readonly destroy: () => void
}

/** Beyond this a difference is looked for more coarsely, so that the page never stands still. */
const SCAN_LIMIT = 2_000
const TIMEOUT_MS = 400
const FOLD_MARGIN = 4
const FOLD_LEAST = 8

/** Lays two texts side by side and marks what differs. */
export function compareTexts(parent: HTMLElement, left: string, right: string): Comparison {
  const view = new MergeView({
    parent,
    a: { doc: left, extensions: readOnly('The older answer') },
    b: { doc: right, extensions: readOnly('The newer answer') },
    gutter: false,
    collapseUnchanged: { margin: FOLD_MARGIN, minSize: FOLD_LEAST },
    diffConfig: { scanLimit: SCAN_LIMIT, timeout: TIMEOUT_MS },
  })
  return { counts: countsOf(view), destroy: () => view.destroy() }
}

function countsOf(view: MergeView): Comparison['counts'] {
  const linesIn = (editor: EditorView, from: number, to: number): number =>
    from >= to ? 0 : editor.state.doc.lineAt(to - 1).number - editor.state.doc.lineAt(from).number + 1
  let [added, removed, changed] = [0, 0, 0]
  for (const { fromA, toA, fromB, toB } of view.chunks) {
    const [before, after] = [linesIn(view.a, fromA, toA), linesIn(view.b, fromB, toB)]
    changed += Math.min(before, after)
    added += Math.max(0, after - before)
    removed += Math.max(0, before - after)
  }
  return { added, removed, changed }
}

function readOnly(label: string): Extension {
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    EditorView.lineWrapping,
    EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''),
    lineNumbers(),
    // JSON is read well enough by the same grammar, so there is one for both.
    javascript({ typescript: true }),
    // Before the editor's own look, whose height it takes back: both sides scroll as one.
    LOOK,
    editorLook,
  ]
}

const LOOK = EditorView.theme({
  '&': { height: 'auto' },
  '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--key-soft)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--real-soft)' },
  '.cm-changedText, &.cm-merge-a .cm-changedText, &.cm-merge-b .cm-changedText': {
    background: 'none',
    borderBottom: '2px solid currentColor',
  },
  '.cm-collapsedLines': {
    color: 'var(--ink-2)',
    background: 'var(--raised)',
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontSize: '11px',
    padding: '3px 12px',
  },
  '.cm-mergeSpacer': { backgroundColor: 'transparent' },
})
