import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes, type ReaderOptions, type ReadResult } from 'zxing-wasm/reader'
import { encoded, openImage } from './image-pixels.ts'
import { asRetailCode } from './retail-digits.ts'

/**
 * Maximum side lengths at which to look for codes, tried in turn: a smaller picture helps with
 * photographs, detail with small codes.
 */
const SIDES = [800, 1_600]
const MAX_CODES = 50
const QR_FORMATS = ['QRCode', 'MicroQRCode', 'RMQRCode'] as const
const OTHER_FORMATS = [
  'Aztec',
  'DataMatrix',
  'PDF417',
  'Codabar',
  'Code39',
  'Code93',
  'Code128',
  'EAN8',
  'EAN13',
  'UPCA',
  'UPCE',
  'ITF',
  'DataBar',
  'DataBarExp',
] as const

let prepared: Promise<unknown> | undefined

/** Loads the reader's machine code, once per thread. */
export async function prepareQrReader(): Promise<void> {
  prepared ??= loadReader()
  await prepared
}

async function loadReader(): Promise<unknown> {
  // The package itself would fetch it.
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(readFileSync(file)).buffer
  return await prepareZXingModule({
    overrides: { wasmBinary },
    fireImmediately: true,
  })
}

/**
 * Finds the QR codes in a picture.
 * @param barcodes looks for codes of all other kinds, too
 * @throws InvalidInput for bytes that are not a picture
 */
export async function readCodes(bytes: Buffer, barcodes: boolean) {
  await prepareQrReader()
  const formats = [...QR_FORMATS, ...(barcodes ? OTHER_FORMATS : [])]
  for (const side of SIDES) {
    const codes = await codesAt(bytes, side, formats)
    if (codes.length > 0) return codes
  }
  return []
}

async function codesAt(bytes: Buffer, side: number, formats: NonNullable<ReaderOptions['formats']>) {
  const { image, metadata } = await openImage(bytes, 'image')
  const longest = Math.max(metadata.width, metadata.height)
  if (side > SIDES[0]! && longest <= SIDES[0]!) return []
  const pixels = image
    .autoOrient()
    .resize({
      width: side,
      height: side,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
  const { data, info } = await encoded(pixels, 'image')
  const { width, height } = info
  const picture = {
    data: new Uint8ClampedArray(data),
    width,
    height,
    colorSpace: 'srgb' as const,
  }
  const found = await readBarcodes(picture, {
    formats,
    tryHarder: true,
    maxNumberOfSymbols: MAX_CODES,
    textMode: 'Plain',
  })
  const scale = Math.max(1, longest / Math.max(width, height))
  return found.filter(({ isValid }) => isValid).map((code) => toCode(code, scale))
}

// Writers of codes use UTF-8 without saying so; of a few letters the library takes it for another encoding.
function textOf({ text, bytes, hasECI }: ReadResult): string {
  return hasECI || !isUtf8(bytes) ? text : Buffer.from(bytes).toString('utf8')
}

function toCode(code: ReadResult, scale: number) {
  const { version, position } = code
  const { format, text } = asRetailCode({
    format: String(code.format),
    text: textOf(code).toWellFormed(),
  })
  // The bytes of a retail code are its digits.
  const bytes = format.startsWith('UPC') ? Buffer.from(text) : Buffer.from(code.bytes)
  const { topLeft, topRight, bottomRight, bottomLeft } = position
  return {
    format,
    text,
    bytes_hex: bytes.toString('hex'),
    version: /^\d+$/.test(version) ? Number(version) : null,
    corners: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => ({
      x: Number((x * scale).toFixed(1)) + 0,
      y: Number((y * scale).toFixed(1)) + 0,
    })),
  }
}
