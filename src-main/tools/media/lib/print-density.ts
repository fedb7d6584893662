import { pngChunks } from './picture-parts.ts'

const METRES_PER_INCH = 0.0254
const CENTIMETRES_PER_INCH = 2.54
const JFIF = 'JFIF\0'

/**
 * The pixels per inch at which a picture is to be printed, to two decimals: as the pHYs of a PNG (PNG 11.3.4.3), the
 * JFIF of a JPEG (T.871, 10.1) or its EXIF says. Null where none names a unit; the decoder then takes 72.
 */
export function printDensity(
  bytes: Buffer,
  format: string,
  { XResolution: number, ResolutionUnit: unit }: Readonly<Record<string, unknown>>,
): number | null {
  const own = format === 'png' ? ofPng(bytes) : format === 'jpeg' ? ofJfif(bytes) : null
  if (own !== null) return rounded(own)
  if (typeof number !== 'number' || number <= 0) return null
  if (unit === 'inches') return rounded(number)
  return unit === 'cm' ? rounded(number * CENTIMETRES_PER_INCH) : null
}

function rounded(density: number): number | null {
  return density > 0 ? Math.round(density * 100) / 100 : null
}

function ofPng(bytes: Buffer): number | null {
  try {
    for (const { kind, chunk } of pngChunks(bytes)) {
      if (kind === 'IDAT') return null
      // Numbers across and down, and 1 for pixels per metre.
      if (kind === 'pHYs') return chunk[16] === 1 ? chunk.readUInt32BE(8) * METRES_PER_INCH : null
    }
  } catch (error) {
    // The file is cut off before any.
    if (!(error instanceof RangeError)) throw error
  }
  return null
}

// The first segment: its marker and length, a name, a version, the unit and the numbers.
function ofJfif(bytes: Buffer): number | null {
  if (bytes.length < 18 || bytes.toString('latin1', 6, 11) !== JFIF) return null
  const perUnit = bytes.readUInt16BE(14)
  if (bytes[13] === 1) return perUnit
  return bytes[13] === 2 ? perUnit * CENTIMETRES_PER_INCH : null
}
