import { InvalidInput } from '../../../../tool-kit/tool-context.ts'
import { sortAnnotations, type PdfComment, type PdfField } from './annotations.ts'
import { characterTables } from './character-tables.ts'
import { checkPdfExpansion } from './expansion.ts'
import { linesOf } from './lines.ts'
import { withPlacedTexts } from './placed-texts.ts'

const MAX_CHARS = 2_000_000
/** The most fields, the most comments, and the most texts upon the pages. */
const MAX_ANNOTATIONS = 2_000

/** The text and metadata read from a PDF. */
export interface PdfText {
  pages: { page: number; text: string }[]
  page_count: number
  more: boolean
  title: string | null
  author: string | null
  /** The fields of forms on the pages; absent if there are none. */
  fields?: PdfField[]
  /** Notes that were added to the pages; absent if there are none. */
  comments?: PdfComment[]
  /** What of the pages could not be read; absent if nothing. */
  warnings?: string[]
}

/**
 * Reads pages of a PDF.
 * @throws InvalidInput when it is not a PDF, is damaged or locked, or contains more than 2 million
 * characters
 */
export async function readPdf(
  file: Buffer,
  options: {
    readonly fromPage: number
    readonly maxPages: number
    readonly password: string | undefined
  },
): Promise<PdfText> {
  if (!file.subarray(0, 1024).includes('%PDF-'))
    throw new InvalidInput('pdf', 'This is not a PDF file; a PDF starts with %PDF-')
  checkPdfExpansion(file, 'pdf')
  try {
    return await read(file, options)
  } catch (error) {
    throw error instanceof InvalidInput ? error : toInvalidInput(error)
  }
}

async function read(
  file: Buffer,
  { fromPage, maxPages, password }: Parameters<typeof readPdf>[1],
): Promise<PdfText> {
  const { getDocumentProxy, getMeta } = await import('unpdf')
  const lock = password === undefined ? {} : { password }
  const missing = new Set<string>()
  const pdf = await getDocumentProxy(new Uint8Array(file), {
    verbosity: 0,
    stopAtErrors: false,
    BinaryDataFactory: characterTables(missing),
    ...lock,
  })
  const lastPage = Math.min(pdf.numPages, fromPage + maxPages - 1)
  const pages: PdfText['pages'] = []
  const nameless: number[] = []
  const fields: PdfField[] = []
  const comments: PdfComment[] = []
  let [chars, placed] = [0, 0]
  for (let page = fromPage; page <= lastPage; page++) {
    const source = await pdf.getPage(page)
    const { items } = await source.getTextContent()
    const annotations = sortAnnotations(page, await source.getAnnotations())
    placed += annotations.placed.length
    const most = Math.max(
      fields.length + annotations.fields.length,
      comments.length + annotations.comments.length,
      placed,
    )
    if (most > MAX_ANNOTATIONS)
      throw new InvalidInput(
        'max_pages',
        `The pages have more than ${MAX_ANNOTATIONS} fields or comments; read fewer at once`,
      )
    fields.push(...annotations.fields)
    comments.push(...annotations.comments)
    const pieces = items.filter((item) => 'str' in item)
    const written = linesOf(withPlacedTexts(pieces, annotations.placed))
    // What a font draws without saying which character it is.
    const text = written.replaceAll('\0', '')
    if (text.length < written.length) nameless.push(page)
    chars += text.length + JSON.stringify([annotations.fields, annotations.comments]).length
    if (chars > MAX_CHARS)
      throw new InvalidInput(
        'max_pages',
        `The pages contain more than ${MAX_CHARS} characters; read fewer at once`,
      )
    pages.push({ page, text: text.toWellFormed().trimEnd() })
  }
  const { info } = await getMeta(pdf)
  const more = lastPage < pdf.numPages
  return {
    pages,
    page_count: pdf.numPages,
    more,
    title: entryOf(info, 'Title'),
    author: entryOf(info, 'Author'),
    ...(fields.length > 0 && { fields }),
    ...(comments.length > 0 && { comments }),
    ...((missing.size > 0 || nameless.length > 0) && {
      warnings: [...[...missing].map(unread), ...(nameless.length > 0 ? [namelessOn(nameless)] : [])],
    }),
  }
}

function unread(table: string): string {
  return (
    `Text in a font with the character table ${table.slice(0, 100)} was left out: the table is not known. ` +
    'Save the PDF with embedded fonts, or read a picture of the page'
  )
}

function namelessOn(pages: readonly number[]): string {
  const MOST_NAMED = 20
  const named = pages.slice(0, MOST_NAMED).join(', ') + (pages.length > MOST_NAMED ? ' and others' : '')
  return (
    `Signs that the PDF draws without naming their characters were left out, on page ${named}. ` +
    'Read a picture of the page'
  )
}

function entryOf(info: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = info[name]
  return typeof value === 'string' && value !== ''
    ? value.toWellFormed().slice(0, 1_000).toWellFormed()
    : null
}

function toInvalidInput(error: unknown): InvalidInput {
  const name = error instanceof Error ? error.name : ''
  const reason = error instanceof Error ? error.message : String(error)
  if (name === 'PasswordException')
    return new InvalidInput('password', 'The PDF is locked; send its password')
  return new InvalidInput('pdf', `The PDF cannot be read: ${reason.slice(0, 200).replace(/\.$/, '')}`)
}
