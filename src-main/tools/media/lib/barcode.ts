import { toBuffer, toSVG } from 'bwip-js/node'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** BWIPP's names, where they differ. */
const BWIPP_NAMES: Readonly<Record<string, string>> = { codabar: 'rationalizedCodabar' }
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
  // ISO/IEC 15417: ASCII, and the upper half of ISO 8859-1 after FNC4. The library would encode UTF-8, which
  // readers show as other letters.
  if (symbology === 'code128' && /[^\0-\xff]/.test(text))
    throw new InvalidInput(
      'text',
      'code128 can hold letters of ISO 8859-1 only; send others as datamatrix, pdf417 or azteccode',
    )
  const options = {
    bcid: BWIPP_NAMES[symbology] ?? symbology,
    text,
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

// BWIPP puts the name of its check before the sentence.
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message
    .replace(/^.*?#\d+:\s*/, '')
    .slice(0, 200)
    .toWellFormed()
}
