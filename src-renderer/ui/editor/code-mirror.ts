import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import {
  cursorGroupLeft,
  cursorGroupRight,
  defaultKeymap,
  history,
  historyKeymap,
  selectGroupLeft,
  selectGroupRight,
} from '@codemirror/commands'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  type KeyBinding,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
} from '@codemirror/view'
import { bracketMatching } from './bracket-matching.ts'
import { codeColours } from './code-colours.ts'
import { editorLook } from './editor-theme.ts'
import { showFindings } from './findings.ts'
import { folding } from './folding.ts'
import { jsonLinter } from './json-lint.ts'
import { indentsJson } from './plain-language.ts'

export type EditorLanguage = 'json' | 'code' | 'plain'

export interface EditorOptions {
  readonly parent: HTMLElement
  readonly text: string
  readonly language: EditorLanguage
  /** Attributes of the editable element: its ID, label and description. */
  readonly attributes: Readonly<Record<string, string>>
  readonly placeholder?: string
  /** The schema for JSON text. */
  readonly schema?: object | null
  /** Called for every change; without it the editor is read-only. */
  readonly onChange?: (text: string) => void
}

const LANGUAGES: Record<EditorLanguage, Extension> = {
  json: [
    codeColours,
    folding,
    indentsJson.of(true),
    EditorState.languageData.of(() => [{ closeBrackets: { brackets: ['[', '{', '"'] } }]),
  ],
  code: codeColours,
  plain: [],
}

/** Creates an editor in an element. Its style elements carry the nonce of the page's CSP. */
export function createEditor(options: EditorOptions): EditorView {
  const { parent, text, language, attributes, onChange } = options
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({ ...attributes, spellcheck: 'false', tabindex: '0' }),
        editorLook,
        lineNumbers(),
        search({ top: true }),
        keymap.of([...wordKeys, ...[...searchKeymap, ...defaultKeymap].filter(isOurs)]),
        LANGUAGES[language],
        onChange ? writing(options, onChange) : reading,
      ],
    }),
  })
}

/** Replaces the text if it is different. */
export function setText(view: EditorView, text: string): void {
  if (view.state.doc.length === text.length && view.state.doc.toString() === text) return
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
}

const reading: Extension = [EditorState.readOnly.of(true)]

// When typing over coloured text, browsers keep the colour in a style attribute, which the page's
// CSP forbids. So the editor itself replaces a selection.
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing) return false
    // The browser's selection, since the editor learns of changes a moment later.
    const selection = document.getSelection()
    if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return false
    const range = selection.getRangeAt(0)
    const from = view.posAtDOM(range.startContainer, range.startOffset)
    const to = view.posAtDOM(range.endContainer, range.endOffset)
    view.dispatch({
      changes: { from, to, insert: event.data },
      selection: { anchor: from + event.data.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    })
    event.preventDefault()
    return true
  },
})

function writing(
  { language, schema, placeholder }: EditorOptions,
  onChange: (text: string) => void,
): Extension {
  return [
    history(),
    drawSelection(),
    highlightActiveLine(),
    bracketMatching,
    typeOver,
    closeBrackets(),
    keymap.of([...closeBracketsKeymap, ...historyKeymap]),
    placeholder ? placeholderText(placeholder) : [],
    language === 'json' ? showFindings(jsonLinter(schema ?? null)) : [],
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
  ]
}

// In place of moves over a syntax tree; the browser would leave the page instead.
const wordKeys: readonly KeyBinding[] = [
  { key: 'Alt-ArrowLeft', mac: 'Ctrl-ArrowLeft', run: cursorGroupLeft, shift: selectGroupLeft },
  { key: 'Alt-ArrowRight', mac: 'Ctrl-ArrowRight', run: cursorGroupRight, shift: selectGroupRight },
]

// Ctrl+Enter is the page's Run, Ctrl+Shift+L its theme. Tab is not bound, so that it leaves the editor (WCAG 2.1.2).
const NOT_OURS = new Set<string | undefined>(['Mod-Enter', 'Mod-Shift-l', 'Mod-i'])

function isOurs({ key }: KeyBinding): boolean {
  return !NOT_OURS.has(key)
}
