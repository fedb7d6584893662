import { toBuffer, toSVG } from 'bwip-js/node'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** BWIPP's names, where they differ. */
const BWIPP_NAMES: Readonly<Record<string, string>> = {
  codabar: 'rationalizedCodabar',
}
const SQUARE = new Set(['datamatrix', 'azteccode', 'pdf417'])

type Symbology =
  | 'code128'
  | 'gs1-128'
  | 'code39'
  | 'code93'
  | 'ean13'
  | 'ean8'
  | 'upca'
  | 'upce'
  | 'isbn'
  | 'itf14'
  | 'codabar'
  | 'datamatrix'
  | 'pdf417'
  | 'azteccode'

interface BarcodeRequest {
  readonly text: string
  readonly symbology: Symbology
  readonly format: 'svg' | 'png'
  readonly scale: number
  readonly height: number
  readonly show_text: boolean
}

/**
 * Draws a barcode.
 * @throws InvalidInput for text that the symbology cannot encode, such as a wrong check digit
 */
export async function drawBarcode({ text, symbology, format, scale, height, show_text }: BarcodeRequest) {
  const isSquare = SQUARE.has(symbology)
  const isbn = symbology === 'isbn' ? plainIsbn(text) : null
  // ISO/IEC 15417: ASCII, and the upper half of ISO 8859-1 after FNC4. The library would encode UTF-8, which
  // readers show as other letters.
  if (symbology === 'code128' && /[^\0-\xff]/.test(text))
    throw new InvalidInput(
      'text',
      'code128 can hold letters of ISO 8859-1 only; send others as datamatrix, pdf417 or azteccode',
    )
  if (symbology === 'code93' && /[^\0-\x7f]/.test(text))
    throw new InvalidInput(
      'text',
      'code93 can hold ASCII only; send others as datamatrix, pdf417 or azteccode',
    )
  const options = {
    // The bars of an ISBN are those of its EAN-13. Only with its hyphens can the number be printed above them.
    bcid: isbn === null ? bwippNameOf(symbology, text) : 'ean13',
    text: isbn ?? text,
    scale,
    paddingwidth: 4,
    paddingheight: 2,
    backgroundcolor: 'ffffff',
    ...(symbology === 'code128' ? { binarytext: true } : {}),
    // The two check characters are part of every Code 93; no reader accepts one without.
    ...(symbology === 'code93' ? { includecheck: true } : {}),
    ...(isSquare ? {} : { height, includetext: show_text, textxalign: 'center' as const }),
  }
  try {
    return {
      svg: format === 'svg' ? toSVG(options) : null,
      png_base64: format === 'png' ? (await toBuffer(options)).toString('base64') : null,
      symbology,
    }
  } catch (error) {
    throw new InvalidInput('text', `${symbology} cannot encode this text: ${sentenceOf(error)}`)
  }
}

// AIM BC5: what Code 93 has no character for is one after a shift, which every reader knows.
function bwippNameOf(symbology: Symbology, text: string): string {
  if (symbology === 'code93' && /[^0-9A-Z .$/+%-]/.test(text)) return 'code93ext'
  return BWIPP_NAMES[symbology] ?? symbology
}

/**
 * The thirteen digits of an ISBN without hyphens, of which the library wants to see four or more.
 * @throws InvalidInput for a wrong check digit
 */
function plainIsbn(text: string): string | null {
  const isbn = text.trim().replaceAll(' ', '').toUpperCase()
  if (/^\d{9}[\dX]$/.test(isbn)) {
    const sum = [...isbn].reduce(
      (all, digit, at) => all + (digit === 'X' ? 10 : Number(digit)) * (10 - at),
      0,
    )
    if (sum % 11 !== 0) throw new InvalidInput('text', `The check digit of the ISBN ${isbn} is wrong`)
    const start = `978${isbn.slice(0, 9)}`
    return start + checkDigitOf(start)
  }
  if (!/^97[89]\d{10}$/.test(isbn)) return null
  if (checkDigitOf(isbn) !== isbn.at(-1))
    throw new InvalidInput(
      'text',
      `The check digit of the ISBN ${isbn} is wrong; it should be ${checkDigitOf(isbn)}`,
    )
  return isbn
}

// ISO 2108: the first twelve digits weigh 1 and 3 in turn.
function checkDigitOf(isbn: string): string {
  const sum = [...isbn.slice(0, 12)].reduce(
    (all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

// BWIPP puts the name of its check before the sentence.
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replace(/^.*?#\d+:\s*/, '')
    .slice(0, 200)
    .toWellFormed()
}
