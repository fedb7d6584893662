import { type Chunk, getChunks, type MergeConfig, MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension, Text } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { codeColours } from '../../ui/editor/code-colours.ts'
import { editorLook } from '../../ui/editor/editor-theme.ts'

/** Two texts side by side, and how many lines differ. */
export interface Comparison {
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number }
  readonly destroy: () => void
}

/** Beyond this many edits the comparison is coarser, so that the page never freezes. */
const SCAN_LIMIT = 2_000
const TIMEOUT_MS = 400
const FOLD_MARGIN = 4
const FOLD_LEAST = 8

/** Below this width the texts do not fit side by side. */
const BESIDE_LEAST_PX = 640

const CONFIG: MergeConfig = {
  gutter: false,
  collapseUnchanged: { margin: FOLD_MARGIN, minSize: FOLD_LEAST },
  diffConfig: { scanLimit: SCAN_LIMIT, timeout: TIMEOUT_MS },
}

/**
 * Shows the differences between two texts side by side, or in one column if there is little room.
 */
export function compareTexts(parent: HTMLElement, left: string, right: string): Comparison {
  return parent.clientWidth < BESIDE_LEAST_PX
    ? compareBelow(parent, left, right)
    : compareBeside(parent, left, right)
}

function compareBeside(parent: HTMLElement, left: string, right: string): Comparison {
  const view = new MergeView({
    ...CONFIG,
    parent,
    a: { doc: left, extensions: readOnly('The answer on the left') },
    b: { doc: right, extensions: readOnly('The answer on the right') },
  })
  return {
    counts: countsOf(view.chunks, view.a.state.doc, view.b.state.doc),
    destroy: () => view.destroy(),
  }
}

function compareBelow(parent: HTMLElement, left: string, right: string): Comparison {
  const original = Text.of(left.split('\n'))
  const merge = unifiedMergeView({ ...CONFIG, original, mergeControls: false })
  const extensions = [readOnly('The answer, with the lines of the earlier one'), merge]
  const view = new EditorView({ parent, state: EditorState.create({ doc: right, extensions }) })
  const chunks = getChunks(view.state)?.chunks ?? []
  return { counts: countsOf(chunks, original, view.state.doc), destroy: () => view.destroy() }
}

function countsOf(chunks: readonly Chunk[], left: Text, right: Text): Comparison['counts'] {
  const linesIn = (text: Text, from: number, to: number): number =>
    from >= to ? 0 : text.lineAt(Math.min(to - 1, text.length)).number - text.lineAt(from).number + 1
  let [added, removed, changed] = [0, 0, 0]
  for (const { fromA, toA, fromB, toB } of chunks) {
    const [before, after] = [linesIn(left, fromA, toA), linesIn(right, fromB, toB)]
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
    codeColours,
    // Overrides the editor's height, so that both sides scroll together; the first theme wins.
    LOOK,
    editorLook,
  ]
}

const LOOK = EditorView.theme({
  '&': { height: 'auto' },
  '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--key-soft)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--real-soft)' },
  // In one column, the older lines come above the lines that replaced them.
  '.cm-deletedChunk': { backgroundColor: 'var(--key-soft)', padding: '0 10px 0 4px' },
  '&.cm-merge-b .cm-deletedText, .cm-deletedChunk .cm-deletedText, .cm-deletedLine, .cm-deletedLine del': {
    background: 'none',
    textDecoration: 'none',
  },
  '.cm-deletedChunk .cm-deletedText': { borderBottom: '2px solid currentColor' },
  '.cm-changedText, &.cm-merge-a .cm-changedText, &.cm-merge-b .cm-changedText': {
    background: 'none',
    borderBottom: '2px solid currentColor',
  },
  '.cm-collapsedLines': {
    color: 'var(--ink-2)',
    background: 'var(--raised)',
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontSize: 'calc(11px * var(--type))',
    padding: '3px 12px',
  },
  '.cm-mergeSpacer': { backgroundColor: 'transparent' },
})
