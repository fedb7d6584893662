import type { Sharp } from 'sharp'
import { encoded, openImage } from './image-pixels.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_OUTPUT_PIXELS = 8_000_000
/** AVIF's encoder is many times slower than the others. */
const MAX_AVIF_PIXELS = 1_000_000

type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'

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
 * Resizes and converts a picture, rotated upright; metadata is removed.
 * @throws InvalidInput for bytes that are not a picture, and for results that are too large
 */
export async function resizeImage(bytes: Buffer, options: ResizeOptions) {
  const { image, metadata } = await openImage(bytes, 'image')
  const { autoOrient, format: source } = metadata
  const format = options.format ?? formatOf(source)
  checkSize(autoOrient, format, options)
  const { width, height, fit, enlarge, background } = options
  const edges = format === 'jpeg' ? background : { r: 0, g: 0, b: 0, alpha: 0 }
  const sized = image.autoOrient().resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit,
    withoutEnlargement: !enlarge,
    background: fit === 'contain' && options.background !== '#ffffff' ? background : edges,
  })
  const flat = format === 'jpeg' ? sized.flatten({ background }) : sized
  const { data, info } = await encoded(inFormat(flat, format, options.quality), 'image')
  return {
    image: data.toString('base64'),
    mime: `image/${format}`,
    width: info.width,
    height: info.height,
    bytes: data.length,
  }
}

function formatOf(source: string): ImageFormat {
  if (source === 'jpeg' || source === 'webp' || source === 'png') return source
  return source === 'heif' || source === 'avif' ? 'avif' : 'png'
}

// An upper limit for the result, so that it can be rejected before anything is decoded.
function checkSize(
  source: { readonly width: number; readonly height: number },
  format: ImageFormat,
  { width, height }: ResizeOptions,
): void {
  const shape = source.width / source.height
  const outWidth = width ?? (height === undefined ? source.width : height * shape)
  const outHeight = height ?? (width === undefined ? source.height : width / shape)
  const limit = format === 'avif' ? MAX_AVIF_PIXELS : MAX_OUTPUT_PIXELS
  if (outWidth * outHeight > limit)
    throw new InvalidInput(
      width === undefined ? 'height' : 'width',
      `The result would have over ${limit} pixels, too many for ${format}; choose a smaller size`,
    )
}

function inFormat(image: Sharp, format: ImageFormat, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality })
    case 'png':
      return image.png()
    case 'webp':
      return image.webp({ quality, effort: 2 })
    case 'avif':
      return image.avif({ quality, effort: 0 })
  }
}
