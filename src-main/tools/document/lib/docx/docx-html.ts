import { InvalidInput } from '../../../../tool-kit/tool-context.ts'
import { readZip, toStoredZip } from '../zip-archive.ts'
import { STYLE_MAP } from './style-map.ts'
import { withMarkedNotes } from './word-notes.ts'

const MAX_UNPACKED_BYTES = 50_000_000
const MAX_WARNINGS = 50
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
  const [{ default: mammoth }, { explicitParts }, { marksToHtml }] = await Promise.all([
    import('mammoth'),
    import('./explicit-document.ts'),
    import('./text-marks.ts'),
  ])
  let pictures = 0
  const convertImage = mammoth.images.imgElement(() => {
    pictures++
    return Promise.resolve({ src: '' })
  })
  try {
    const explicit = explicitParts(parts)
    const { value, messages } = await mammoth.convertToHtml(
      { buffer: toStoredZip(explicit.parts) },
      { convertImage, externalFileAccess: false, includeEmbeddedStyleMap: false, styleMap: [...STYLE_MAP] },
    )
    const notes = [
      ...(pictures > 0 ? [`${pictures} pictures were left out`] : []),
      ...explicit.notes,
      ...messages.map(({ message }) => message.slice(0, 300).toWellFormed()),
    ]
    const html = marksToHtml(withMarkedNotes(value.replace(/<img[^>]*>/g, '')))
    return { html, warnings: [...new Set(notes)].slice(0, MAX_WARNINGS) }
  } catch (error) {
    if (error instanceof InvalidInput) throw error
    throw new InvalidInput('docx', `The document cannot be read: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  // The call stack is full.
  if (error instanceof RangeError) return 'its elements are nested too deeply'
  return (error instanceof Error ? error.message : String(error)).slice(0, 200).toWellFormed()
}
