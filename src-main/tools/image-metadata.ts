import exifr from 'exifr'
import { openImage } from './image-pixels.ts'
import { isJsonObject } from './json-document.ts'
import { toJsonTree } from './json-tree.ts'

/** What vision-image-metadata says of a picture. @throws InvalidInput for bytes that are none */
export async function describeImage(bytes: Buffer) {
  const { metadata } = await openImage(bytes, 'image')
  const { autoOrient, pageHeight, height } = metadata
  const tags = await tagsOf(bytes)
  return {
    format: metadata.format === 'heif' ? 'avif' : metadata.format,
    width: autoOrient.width,
    // Of an animation the library gives the frames on top of each other.
    height: pageHeight !== undefined && pageHeight < height ? pageHeight : autoOrient.height,
    bytes: bytes.length,
    channels: metadata.channels,
    has_alpha: metadata.hasAlpha,
    frames: metadata.pages ?? 1,
    orientation: metadata.orientation ?? 1,
    color_space: metadata.space,
    location: locationOf(tags),
    metadata: tags,
  }
}

/** The entries of EXIF, IPTC, XMP and the colour profile; none where they cannot be read. */
export async function tagsOf(bytes: Buffer): Promise<Record<string, unknown>> {
  const found: unknown = await readTags(bytes)
  const { value } = toJsonTree(wellFormed(found ?? {}), 'image')
  return isJsonObject(value) ? value : {}
}

async function readTags(bytes: Buffer): Promise<unknown> {
  try {
    return await exifr.parse(bytes, {
      tiff: true,
      exif: true,
      gps: true,
      iptc: true,
      xmp: true,
      icc: true,
      jfif: false,
      ihdr: false,
    })
  } catch {
    // Formats without such data, and damaged data: the picture itself can still be described.
    return null
  }
}

// Old cameras write texts in any encoding.
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isJsonObject(value) || value instanceof Date || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), wellFormed(member)]),
  )
}

function locationOf({ latitude, longitude }: Record<string, unknown>) {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return { latitude: Number(latitude.toFixed(7)), longitude: Number(longitude.toFixed(7)) }
}
