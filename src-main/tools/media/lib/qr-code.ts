import qrcode from 'qrcode'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

interface QrRequest {
  readonly text: string
  readonly format: 'svg' | 'png'
  readonly error_correction: 'L' | 'M' | 'Q' | 'H'
  readonly size: number
  readonly margin: number
  readonly dark: string
  readonly light: string
}

/**
 * Draws a QR code.
 * @throws InvalidInput for text that does not fit into a QR code at this error correction level
 */
export async function drawQrCode({ text, format, error_correction, size, margin, dark, light }: QrRequest) {
  const code = modulesOf(text, error_correction)
  const look = { errorCorrectionLevel: error_correction, margin, width: size, color: { dark, light } }
  const isSvg = format === 'svg'
  return {
    svg: isSvg ? await qrcode.toString(text, { ...look, type: 'svg' }) : null,
    png_base64: isSvg ? null : (await qrcode.toBuffer(text, { ...look, type: 'png' })).toString('base64'),
    version: code.version,
    modules: code.modules.size,
  }
}

function modulesOf(text: string, errorCorrectionLevel: QrRequest['error_correction']) {
  try {
    return qrcode.create(text, { errorCorrectionLevel })
  } catch (error) {
    if (error instanceof Error && /too big|amount of data/i.test(error.message))
      throw new InvalidInput(
        'text',
        'The text is too long for a QR code; shorten it, or choose error correction L',
      )
    throw error
  }
}
