import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { readZip, toStoredZip } from './zip-archive.ts'

const MAX_UNPACKED_BYTES = 50_000_000
const MAX_WARNINGS = 50
// The names that Word, LibreOffice and pandoc give to styles of code and quotations, and to plain paragraphs.
const STYLES = [
  ...['Quote', 'Intense Quote', 'Quotations', 'Block Text'].map(
    (name) => `p[style-name='${name}'] => blockquote > p:fresh`,
  ),
  ...['Source Code', 'HTML Preformatted', 'Preformatted Text'].map(
    (name) => `p[style-name='${name}'] => pre:separator('\\n')`,
  ),
  ...['Verbatim Char', 'HTML Code', 'Source Text'].map((name) => `r[style-name='${name}'] => code`),
  ...['Body Text', 'First Paragraph', 'Compact', 'No Spacing', 'Text body'].map(
    (name) => `p[style-name='${name}'] => p:fresh`,
  ),
]
/** The signature of the old binary format, and of DOCX files with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * Reads a DOCX file as HTML, without its pictures.
 * @throws InvalidInput when it is not a DOCX file, is damaged, or unpacks to more than 50 MB
 */
export async function docxToHtml(file: Buffer): Promise<{ html: string; warnings: string[] }> {
  if (file.subarray(0, 8).equals(COMPOUND_FILE))
    throw new InvalidInput(
      'docx',
      'This is an old DOC file, or it has a password; save it as DOCX without one',
    )
  const parts = readZip(file, 'docx', MAX_UNPACKED_BYTES)
  if (!parts.has('[Content_Types].xml'))
    throw new InvalidInput('docx', 'This is a ZIP archive, but not a Word document')
  const { default: mammoth } = await import('mammoth')
  let pictures = 0
  const convertImage = mammoth.images.imgElement(() => {
    pictures++
    return Promise.resolve({ src: '' })
  })
  try {
    const { value, messages } = await mammoth.convertToHtml(
      { buffer: toStoredZip(parts) },
      { convertImage, externalFileAccess: false, includeEmbeddedStyleMap: false, styleMap: STYLES },
    )
    const notes = messages.map(({ message }) => message.slice(0, 300).toWellFormed())
    if (pictures > 0) notes.unshift(`${pictures} pictures were left out`)
    return { html: value.replace(/<img[^>]*>/g, ''), warnings: [...new Set(notes)].slice(0, MAX_WARNINGS) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidInput('docx', `The document cannot be read: ${reason.slice(0, 200).toWellFormed()}`)
  }
}
