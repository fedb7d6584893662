import ts from 'typescript'
import type { SourceFile } from './source-files.ts'

/** A piece of prose in a file, on one line: a comment, a text in code, a paragraph of a document. */
export interface WrittenText {
  /** The line that it starts on. */
  readonly line: number
  readonly text: string
}

/** Everything in a file that a person reads: comments and texts of code, templates, paragraphs of Markdown. */
export function writtenTextsOf(file: SourceFile): WrittenText[] {
  if (file.name.endsWith('.md')) return paragraphsOf(file.text)
  const inScript = textsOfScript(file.script)
  return file.name.endsWith('.vue') ? [...inScript, ...textsOfTemplate(file)] : inScript
}

function textsOfScript(script: string): WrittenText[] {
  const source = ts.createSourceFile('a.ts', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const found = new Map<number, string>()
  const addComments = (position: number): void => {
    const before = ts.getLeadingCommentRanges(script, position) ?? []
    const after = ts.getTrailingCommentRanges(script, position) ?? []
    for (const { pos, end } of [...before, ...after]) found.set(pos, script.slice(pos, end))
  }
  const walk = (node: ts.Node): void => {
    addComments(node.pos)
    addComments(node.end)
    if (ts.isStringLiteralLike(node)) found.set(node.getStart(source), node.text)
    else if (ts.isTemplateExpression(node)) found.set(node.getStart(source), node.getText(source))
    node.getChildren(source).forEach(walk)
  }
  walk(source)
  const places = [...found].toSorted(([one], [other]) => one - other)
  return joinLineComments(
    places.map(([at, text]) => ({ line: source.getLineAndCharacterOfPosition(at).line + 1, text })),
  )
}

// A sentence may go on in the next line's comment.
function joinLineComments(texts: readonly WrittenText[]): WrittenText[] {
  const joined: (WrittenText & { readonly last: number })[] = []
  for (const { line, text } of texts) {
    const before = joined.at(-1)
    const goesOn = text.startsWith('//') && before?.text.startsWith('//') && before.last === line - 1
    if (goesOn && before) joined.splice(-1, 1, { ...before, text: `${before.text}\n${text}`, last: line })
    else joined.push({ line, text, last: line })
  }
  return joined.map(({ line, text }) => ({ line, text: oneLine(text) }))
}

function textsOfTemplate({ text }: SourceFile): WrittenText[] {
  const template = /<template>[\s\S]*<\/template>/.exec(text)
  if (!template) return []
  const first = text.slice(0, template.index).split('\n').length
  // A sentence ends with the element or the attribute that it is in.
  return template[0].split(/(?=[<>"])/).reduce<{ line: number; texts: WrittenText[] }>(
    ({ line, texts }, part) => ({
      line: line + part.split('\n').length - 1,
      texts: [...texts, { line, text: oneLine(part) }],
    }),
    { line: first, texts: [] },
  ).texts
}

function paragraphsOf(markdown: string): WrittenText[] {
  const texts: WrittenText[] = []
  let line = 1
  for (const paragraph of markdown
    .replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ''))
    .split('\n\n')) {
    texts.push({ line, text: oneLine(paragraph.replace(/`[^`\n]*`/g, '``')) })
    line += paragraph.split('\n').length + 1
  }
  return texts
}

/** A text as it is read: its lines, also those of one comment, joined by single spaces. */
export function oneLine(text: string): string {
  return text
    .replace(/\s*\n\s*(\*|\/\/)?\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
