import { openImage } from './image-pixels.ts'
import { pngFrames } from './picture-parts.ts'
import { pictureTagsOf } from './picture-tags.ts'
import { printDensity } from './print-density.ts'

/**
 * Reads what vision-image-metadata returns for a picture. @throws InvalidInput for bytes that are
 * not a picture
 */
export async function describeImage(bytes: Buffer) {
  const { metadata } = await openImage(bytes, 'image', { isDecoded: false })
  const { autoOrient, pageHeight, height } = metadata
  const { tags, warnings } = await pictureTagsOf(bytes, metadata)
  return {
    format: metadata.format === 'heif' ? 'avif' : metadata.format,
    width: autoOrient.width,
    // For an animation the library returns the frames stacked on top of each other.
    height: pageHeight !== undefined && pageHeight < height ? pageHeight : autoOrient.height,
    bytes: bytes.length,
    density: printDensity(bytes, metadata.format, tags),
    channels: metadata.channels,
    has_alpha: metadata.hasAlpha,
    frames: metadata.pages ?? (metadata.format === 'png' ? pngFrames(bytes) : null) ?? 1,
    orientation: metadata.orientation ?? 1,
    color_space: metadata.space,
    location: locationOf(tags),
    metadata: tags,
    warnings,
  }
}

function locationOf({ latitude, longitude }: Readonly<Record<string, unknown>>) {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return { latitude: Number(latitude.toFixed(7)), longitude: Number(longitude.toFixed(7)) }
}
