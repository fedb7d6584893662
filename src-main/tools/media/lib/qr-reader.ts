import jsqr from 'jsqr'
import { encoded, openImage } from './image-pixels.ts'

/**
 * Maximum side lengths at which to look for a code, tried in turn: a smaller picture helps with
 * photographs, detail with small codes.
 */
const SIDES = [800, 1_600]

/** Finds a QR code in a picture. @throws InvalidInput for bytes that are not a picture */
export async function readQrCode(bytes: Buffer) {
  for (const side of SIDES) {
    const found = await findAt(bytes, side)
    if (found) return found
  }
  return { found: false, text: null, bytes_hex: null, version: null, corners: [] }
}

async function findAt(bytes: Buffer, side: number) {
  const { image, metadata } = await openImage(bytes, 'image')
  const longest = Math.max(metadata.width, metadata.height)
  if (side > SIDES[0]! && longest <= SIDES[0]!) return null
  const pixels = image
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
  const { data, info } = await encoded(pixels, 'image')
  // jsqr exports its function as `default` of a CommonJS module, which bundlers and Node unwrap differently.
  const read = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default
  const code = read(new Uint8ClampedArray(data), info.width, info.height, {
    inversionAttempts: 'attemptBoth',
  })
  if (!code) return null
  const scale = Math.max(1, longest / Math.max(info.width, info.height))
  const { topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner } = code.location
  return {
    found: true,
    text: code.data.toWellFormed(),
    bytes_hex: Buffer.from(code.binaryData).toString('hex'),
    version: code.version,
    corners: [topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner].map(({ x, y }) => ({
      x: Number((x * scale).toFixed(1)) + 0,
      y: Number((y * scale).toFixed(1)) + 0,
    })),
  }
}
