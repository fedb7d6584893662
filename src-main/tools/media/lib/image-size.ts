import type { Metadata, Sharp } from 'sharp'
import { encoded, openImage } from './image-pixels.ts'
import { pngFrames } from './picture-parts.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_OUTPUT_PIXELS = 8_000_000
/** AVIF's encoder is many times slower than the others. */
const MAX_AVIF_PIXELS = 1_000_000

type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'
/** The formats whose animations can be written. */
const ANIMATED: ReadonlySet<ImageFormat> = new Set(['gif', 'webp'])

interface ResizeOptions {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly fit: 'inside' | 'cover' | 'contain' | 'fill'
  readonly format?: ImageFormat | undefined
  readonly quality: number
  readonly enlarge: boolean
  readonly background: string
}

/**
 * Resizes and converts a picture, rotated upright; metadata is removed. An animation keeps its frames where the format
 * has them.
 * @throws InvalidInput for bytes that are not a picture, and for results that are too large
 */
export async function resizeImage(bytes: Buffer, options: ResizeOptions) {
  const opened = await openImage(bytes, 'image')
  const { metadata } = opened
  const frames = metadata.pages ?? (metadata.format === 'png' ? pngFrames(bytes) : null) ?? 1
  const format = options.format ?? formatOf(metadata.format, frames)
  const kept = ANIMATED.has(format) && metadata.format !== 'png' ? frames : 1
  checkSize(metadata.autoOrient, format, kept, options)
  const { image } = kept > 1 ? await openImage(bytes, 'image', { frames: true }) : opened
  const { background, fit, enlarge } = options
  const edges = format === 'jpeg' ? background : { r: 0, g: 0, b: 0, alpha: 0 }
  const sized = image.autoOrient().resize({
    ...(options.width === undefined ? {} : { width: options.width }),
    ...(options.height === undefined ? {} : { height: options.height }),
    fit,
    withoutEnlargement: !enlarge,
    background: fit === 'contain' && options.background !== '#ffffff' ? background : edges,
  })
  const flat = format === 'jpeg' ? sized.flatten({ background }) : sized
  const { data, info } = await encoded(inFormat(flat, format, options.quality, metadata), 'image')
  return {
    image: data.toString('base64'),
    mime: `image/${format}`,
    width: info.width,
    height: info.pageHeight ?? info.height,
    bytes: data.length,
    frames: kept,
    dropped_frames: frames - kept,
  }
}

function formatOf(source: string, frames: number): ImageFormat {
  if (source === 'jpeg' || source === 'webp' || source === 'png') return source
  if (source === 'gif' && frames > 1) return 'gif'
  return source === 'heif' || source === 'avif' ? 'avif' : 'png'
}

// An upper limit for the result, so that it can be rejected before anything is decoded.
function checkSize(
  source: { readonly width: number; readonly height: number },
  format: ImageFormat,
  frames: number,
  { width, height }: ResizeOptions,
): void {
  const shape = source.width / source.height
  const outWidth = width ?? (height === undefined ? source.width : height * shape)
  const outHeight = height ?? (width === undefined ? source.height : width / shape)
  const limit = format === 'avif' ? MAX_AVIF_PIXELS : MAX_OUTPUT_PIXELS
  if (outWidth * outHeight * frames > limit)
    throw new InvalidInput(
      width === undefined ? 'height' : 'width',
      `The result would have over ${limit} pixels${frames > 1 ? ' in all frames' : ''}, too many for ${format}; choose a smaller size`,
    )
}

function inFormat(image: Sharp, format: ImageFormat, quality: number, { depth, space }: Metadata): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality })
    case 'png':
      // Otherwise the library writes 8 bits.
      return (depth === 'ushort' ? image.toColourspace(space) : image).png()
    case 'webp':
      return image.webp({ quality, effort: 2 })
    case 'gif':
      return image.gif({ effort: 1 })
    case 'avif':
      return image.avif({ quality, effort: 0 })
  }
}
