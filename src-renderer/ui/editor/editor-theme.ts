import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// Uses the page's variables, so that one style sheet serves both themes.
const look = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--ink)',
    fontSize: 'calc(12px * var(--type))',
    backgroundColor: 'transparent',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: "'JetBrains Mono Variable', ui-monospace, monospace",
    lineHeight: 'calc(19px * var(--type))',
    scrollbarWidth: 'thin',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 10px 0 4px' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    border: 'none',
    color: 'var(--ink-3)',
    fontSize: 'calc(11px * var(--type))',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 2px 0 8px', minWidth: '30px' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', color: 'var(--ink-3)', textAlign: 'center' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in oklch, var(--hover) 60%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklch, var(--accent-fill) 28%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--active)', color: 'inherit' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line-2)',
    borderRadius: '8px',
    overflow: 'hidden',
    boxShadow: 'var(--shadow-2)',
  },
  '.cm-diagnostic': {
    padding: '4px 10px',
    fontFamily: "'Inter Variable', sans-serif",
    fontSize: 'calc(12px * var(--type))',
  },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--err)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--key)' },
  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px dotted var(--err)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', borderBottom: '2px dotted var(--key)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--hover)',
    border: 'none',
    color: 'var(--ink-2)',
    padding: '0 6px',
  },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-searchMatch': { backgroundColor: 'var(--gold-soft)', outline: '1px solid var(--gold)' },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--ink)',
    border: '1px solid var(--control)',
    borderRadius: '6px',
  },
})

const colours = HighlightStyle.define([
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--c-str)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--c-num)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--c-key)' },
  { tag: [tags.keyword, tags.modifier], color: 'var(--c-kw)' },
  { tag: [tags.typeName, tags.className], color: 'var(--c-type)' },
  { tag: [tags.punctuation, tags.bracket, tags.operator, tags.separator], color: 'var(--c-punc)' },
  { tag: tags.comment, color: 'var(--ink-3)' },
])

/** The editor's appearance in both themes. */
export const editorLook: Extension = [look, syntaxHighlighting(colours)]
