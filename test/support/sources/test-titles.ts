import ts from 'typescript'
import { visitNodes, type SourceFile } from './source-files.ts'

export interface TestTitle {
  readonly line: number
  readonly title: string
}

/** The title of every describe, it and test of a file, with its placeholders as they are written. */
export function titlesOf(file: SourceFile): TestTitle[] {
  const titles: TestTitle[] = []
  visitNodes(file, (node, line) => {
    if (!ts.isCallExpression(node) || !isTestCall(node)) return
    const [title] = node.arguments
    if (title && ts.isStringLiteralLike(title)) titles.push({ line: line(), title: title.text })
    if (title && ts.isTemplateExpression(title))
      titles.push({ line: line(), title: title.getText().slice(1, -1) })
  })
  return titles
}

// The title is what `describe`, `it.each(table)` or `it.skipIf(reason)` is called with, not the table or reason.
function isTestCall({ expression }: ts.CallExpression): boolean {
  let callee: ts.Node = expression
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression
  return ts.isIdentifier(callee) && ['describe', 'it', 'test'].includes(callee.text)
}
