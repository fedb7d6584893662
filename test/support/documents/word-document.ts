import { TITLE_DOCX } from '../../../src-main/tools/document/lib/document-samples.ts'
import { readZip, toStoredZip } from '../../../src-main/tools/document/lib/zip-archive.ts'
import { runTool } from '../tools/run-tool.ts'

/** The namespaces of a part, under their usual prefixes. */
export const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'

interface Content {
  readonly body: string
  readonly styles?: string
  readonly numbering?: string
  readonly parts?: Readonly<Record<string, string>>
}

/** The Markdown of a document of these parts, which are written by hand following ECMA-376. */
export async function readWord({ body, styles = '', numbering, parts = {} }: Content) {
  const all = readZip(Buffer.from(TITLE_DOCX, 'base64'), 'file', 1e6)
  const set = (name: string, xml: string) => all.set(name, Buffer.from(xml))
  set('word/document.xml', `<w:document ${WORD} ${MATH}><w:body>${body}</w:body></w:document>`)
  set('word/styles.xml', `<w:styles ${WORD}>${styles}</w:styles>`)
  if (numbering !== undefined) set('word/numbering.xml', `<w:numbering ${WORD}>${numbering}</w:numbering>`)
  for (const [name, xml] of Object.entries(parts)) set(name, xml)
  const docx = toStoredZip(all).toString('base64')
  // The output schema, which runTool has just applied, is what says that it has this shape.
  return (await runTool('doc-docx-to-markdown', { docx })) as { markdown: string; warnings: string[] }
}

/** A run of text, with properties. */
export const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
/** A paragraph of one run, with properties of its own. */
export const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`
