import { counted } from '../../../../src-shared/counted.ts'
import { encoded, openImage } from './image-pixels.ts'
import { drawnParts, isLosslessWebp, pngFrames, type CutFormat } from './picture-parts.ts'
import { pictureTagsOf } from './picture-tags.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const FORMATS: ReadonlySet<string> = new Set<CutFormat>(['gif', 'jpeg', 'png', 'webp'])
const TURNED_QUALITY = 95

/**
 * A picture without its metadata, which is read again to verify it. Its pixels stay as they are, unless the metadata
 * says to turn it or a quality is given: then it is encoded again.
 * @param quality of JPEG and WebP that are encoded again, from 50 to 100
 * @throws InvalidInput for bytes that are not a picture that can be rewritten
 */
export async function stripMetadata(bytes: Buffer, quality: number | undefined) {
  const opened = await openImage(bytes, 'image', { frames: true, isDecoded: false })
  const { format, orientation = 1 } = opened.metadata
  if (!isCut(format))
    throw new InvalidInput('image', 'This is not a JPEG, PNG, WebP or GIF picture; convert it first')
  const again = orientation > 1 || (quality !== undefined && (format === 'jpeg' || format === 'webp'))
  if (again && format === 'png' && pngFrames(bytes) !== null)
    throw new InvalidInput('image', 'An animated PNG cannot be turned upright; turn its frames first')
  const data = again ? await encodedAgain(bytes, format, quality) : drawnParts(bytes, format)
  const { tags: before } = await pictureTagsOf(bytes, opened.metadata, { profile: false })
  await verify(data, format)
  return {
    image: data.toString('base64'),
    mime: `image/${format}`,
    encoded_again: again,
    removed: Object.keys(before),
    had_location: 'latitude' in before || 'GPSLatitude' in before,
    bytes_before: bytes.length,
    bytes: data.length,
  }
}

function isCut(format: string): format is CutFormat {
  return FORMATS.has(format)
}

async function encodedAgain(bytes: Buffer, format: CutFormat, asked: number | undefined): Promise<Buffer> {
  const { image, metadata } = await openImage(bytes, 'image', { frames: true })
  const quality = asked ?? TURNED_QUALITY
  const upright = image.autoOrient()
  const inItsFormat = {
    jpeg: () => upright.jpeg({ quality, chromaSubsampling: '4:4:4' }),
    png: () => (metadata.depth === 'ushort' ? upright.toColourspace(metadata.space) : upright).png(),
    webp: () =>
      upright.webp({ quality, effort: 2, lossless: asked === undefined && isLosslessWebp(bytes) }),
    gif: () => upright.gif({ effort: 1 }),
  }
  return (await encoded(inItsFormat[format](), 'image')).data
}

async function verify(data: Buffer, format: string): Promise<void> {
  const { metadata } = await openImage(data, 'image', { isDecoded: false })
  const { tags } = await pictureTagsOf(data, metadata, { profile: false })
  const left = Object.keys(tags).length
  if (left > 0 || metadata.exif || metadata.xmp || metadata.iptc)
    throw new Error(`Metadata is left in a ${format}: ${counted(left, 'entry', 'entries')}`)
}
