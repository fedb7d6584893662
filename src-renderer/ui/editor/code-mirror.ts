import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from '@codemirror/language'
import { linter, lintKeymap } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder as placeholderText,
} from '@codemirror/view'
import { codeColours } from './code-colours.ts'
import { editorLook } from './editor-theme.ts'
import { jsonLinter } from './json-lint.ts'

export type EditorLanguage = 'json' | 'code' | 'plain'

export interface EditorOptions {
  readonly parent: HTMLElement
  readonly text: string
  readonly language: EditorLanguage
  /** Attributes of the element that takes the text: its id, its name and what describes it. */
  readonly attributes: Readonly<Record<string, string>>
  readonly placeholder?: string
  /** What a JSON text has to fit. */
  readonly schema?: object | null
  /** Told of every change; without it the text is for reading. */
  readonly onChange?: (text: string) => void
}

const LINT_AFTER_MS = 250

const LANGUAGES: Record<EditorLanguage, () => Extension> = {
  json: () => json(),
  code: () => codeColours,
  plain: () => [],
}

/** Puts an editor into an element. Its style elements carry the nonce that the page's policy names. */
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
        codeFolding(),
        foldGutter({ openText: '⌄', closedText: '›' }),
        search({ top: true }),
        keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap.filter(isOurs)]),
        LANGUAGES[language](),
        onChange ? writing(options, onChange) : reading,
      ],
    }),
  })
}

/** Replaces the text, unless it is what the editor holds already. */
export function setText(view: EditorView, text: string): void {
  if (view.state.doc.length === text.length && view.state.doc.toString() === text) return
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
}

const reading: Extension = [EditorState.readOnly.of(true)]

// A browser that types over coloured text keeps the colour in a style attribute, which the page's policy forbids:
// what replaces a selection is put in by the editor itself.
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing) return false
    // What the browser is about to replace; the editor hears of a selection a moment later.
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
    bracketMatching(),
    typeOver,
    closeBrackets(),
    keymap.of([...closeBracketsKeymap, ...historyKeymap, ...lintKeymap]),
    placeholder ? placeholderText(placeholder) : [],
    language === 'json' ? linter(jsonLinter(schema ?? null), { delay: LINT_AFTER_MS }) : [],
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString())
    }),
  ]
}

// Run is the page's own; Tab has to leave the editor again (WCAG 2.1.2).
function isOurs({ key }: { key?: string }): boolean {
  return key !== 'Mod-Enter'
}
