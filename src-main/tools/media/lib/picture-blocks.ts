import type { Metadata } from 'sharp'
import { pngChunks } from './picture-parts.ts'
import { pictureTextsOf, XMP_KEYWORD, type PictureText } from './picture-texts.ts'

/** The blocks of metadata in a picture, each without what its container puts around it. */
export type PictureBlocks = Partial<Record<'exif' | 'xmp' | 'iptc' | 'icc', Buffer>>

const XMP_HEAD = /^http:\/\/ns\.adobe\.com\/xap\/1\.0\/\0/

/**
 * The blocks that the decoder took out of a picture, with those that it does not look for: behind the pixels of a PNG,
 * in a GIF, and in the texts in which ImageMagick keeps the blocks of other formats. Then the other texts.
 */
export function blocksOf(
  bytes: Buffer,
  { format, exif, xmp, iptc, icc }: Metadata,
): { blocks: PictureBlocks; texts: PictureText[] } {
  const blocks: PictureBlocks = {}
  const add = (name: keyof PictureBlocks, block: Buffer | undefined): void => {
    if (block && block.length > 0) blocks[name] ??= block
  }
  add('exif', exif ?? (format === 'png' ? pngExif(bytes) : undefined))
  add('xmp', xmp)
  add('iptc', iptc)
  add('icc', icc)
  const texts = pictureTextsOf(bytes, format).filter(([keyword, text]) => {
    if (keyword === XMP_KEYWORD) {
      add('xmp', Buffer.from(text))
      return false
    }
    const [name, block] = rawProfile(keyword, text) ?? []
    if (name !== undefined) add(name, block)
    return name === undefined
  })
  return { blocks, texts }
}

/** PNG 11.3.6.3. */
function pngExif(bytes: Buffer): Buffer | undefined {
  try {
    for (const { kind, chunk } of pngChunks(bytes)) if (kind === 'eXIf') return chunk.subarray(8, -4)
  } catch (error) {
    // The file is cut off before any.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

// The kind again, the number of bytes, then the bytes as hexadecimal digits.
function rawProfile(keyword: string, text: string): readonly [keyof PictureBlocks, Buffer] | null {
  const kind = /^Raw profile type (\w+)$/.exec(keyword)?.[1]?.toLowerCase()
  const found = kind === undefined ? null : /^\s*\S+\s+(\d+)\s/.exec(text)
  const digits = found === null ? '' : text.slice(found[0].length).replaceAll(/\s+/g, '')
  if (found === null || !/^[\da-f]+$/i.test(digits)) return null
  const block = Buffer.from(digits, 'hex').subarray(0, Number(found[1]))
  const head = XMP_HEAD.exec(block.toString('latin1', 0, 40))
  if (kind === 'app1' && head) return ['xmp', block.subarray(head[0].length)]
  const names = {
    exif: 'exif',
    app1: 'exif',
    xmp: 'xmp',
    iptc: 'iptc',
    '8bim': 'iptc',
    icc: 'icc',
    icm: 'icc',
  } as const
  const name = new Map<string, keyof PictureBlocks>(Object.entries(names)).get(kind!)
  return name === undefined ? null : [name, block]
}
