import { jsonParseLinter } from '@codemirror/lang-json'
import { ensureSyntaxTree } from '@codemirror/language'
import type { Diagnostic, LintSource } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import { createCheck } from '../../../src-shared/json-schema/check-values.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { innermostFaults } from '../text/fault-words.ts'

/** Longer texts are checked only by the gateway. */
const MAX_CHARS = 1_000_000
const MAX_SHOWN = 50
const PARSE_MS = 100

type SyntaxNode = NonNullable<ReturnType<typeof ensureSyntaxTree>>['topNode']

/** Reports where a text is not valid JSON, or where its value does not match the schema. */
export function jsonLinter(schema: object | null): LintSource {
  const parse = jsonParseLinter()
  // Our own schemas, as the gateway writes them.
  const faultsOf = schema ? createCheck({ ...schema }) : null
  return (view) => {
    const text = view.state.doc
    if (text.length === 0 || text.length > MAX_CHARS) return []
    const broken = parse(view)
    if (broken.length > 0 || !faultsOf) return broken
    return [...innermostFaults(faultsOf(parseJson(text.toString())))]
      .slice(0, MAX_SHOWN)
      .map(([path, words]) => toDiagnostic(view.state, path, `This ${words}.`))
  }
}

function toDiagnostic(state: EditorState, pointer: string, message: string): Diagnostic {
  const node = nodeAt(state, pointer)
  const from = node?.from ?? 0
  return { from, to: Math.max(from, node?.to ?? 0), severity: 'warning', message }
}

/** Finds a value in the text by its JSON pointer (RFC 6901, as a URI fragment). */
function nodeAt(state: EditorState, pointer: string): SyntaxNode | null {
  let node = ensureSyntaxTree(state, state.doc.length, PARSE_MS)?.topNode.firstChild ?? null
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    const next = node && childOf(state, node, name)
    if (!next) return node
    node = next
  }
  return node
}

function childOf(state: EditorState, node: SyntaxNode, name: string): SyntaxNode | null {
  if (node.name === 'Array') return valuesOf(node)[Number(name)] ?? null
  for (const property of node.getChildren('Property')) {
    const key = property.getChild('PropertyName')
    if (key && parseJson(state.sliceDoc(key.from, key.to)) === name) return property.lastChild
  }
  return null
}

function valuesOf(array: SyntaxNode): readonly SyntaxNode[] {
  const values: SyntaxNode[] = []
  for (let child = array.firstChild; child; child = child.nextSibling)
    if (/^[A-Z]/.test(child.name)) values.push(child)
  return values
}
