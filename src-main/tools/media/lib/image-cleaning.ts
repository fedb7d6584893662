import { counted } from '../../../../src-shared/counted.ts'
import { tagsOf } from './image-metadata.ts'
import { encoded, openImage } from './image-pixels.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/**
 * Rewrites a picture without its metadata, and reads the result again to verify it.
 * @throws InvalidInput for bytes that are not a picture that can be rewritten
 */
export async function stripMetadata(bytes: Buffer, quality: number) {
  const { image, metadata } = await openImage(bytes, 'image', true)
  const before = await tagsOf(bytes, metadata)
  const upright = image.autoOrient()
  const { data } = await encoded(inItsFormat(), 'image')
  const after = (await openImage(data, 'image')).metadata
  const left = Object.keys(await tagsOf(data, after)).length
  if (left > 0 || after.exif || after.xmp || after.iptc)
    throw new Error(`Metadata is left in a ${metadata.format}: ${counted(left, 'entry', 'entries')}`)
  return {
    image: data.toString('base64'),
    mime: `image/${metadata.format}`,
    removed: Object.keys(before),
    had_location: 'latitude' in before || 'GPSLatitude' in before,
    bytes_before: bytes.length,
    bytes: data.length,
  }

  function inItsFormat() {
    switch (metadata.format) {
      case 'jpeg':
        return upright.jpeg({ quality, chromaSubsampling: '4:4:4' })
      case 'png':
        return upright.png()
      case 'webp':
        return upright.webp({ quality, effort: 2 })
      case 'gif':
        return upright.gif({ effort: 1 })
      default:
        throw new InvalidInput('image', 'This is not a JPEG, PNG, WebP or GIF picture; convert it first')
    }
  }
}
