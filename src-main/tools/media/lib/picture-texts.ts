import { inflateSync } from 'node:zlib'
import { colours, pngChunks } from './picture-parts.ts'

/** Texts are read up to this size together, so that a small picture does not become a large answer. */
const MAX_CHARS = 1_000_000
/** The reader of EXIF and XMP takes these. */
const XMP = 'XML:com.adobe.xmp'

/** A text that is written into a picture, by its keyword; comments have the keyword `Comment`. */
export type PictureText = readonly [keyword: string, text: string]

/**
 * The texts that a picture holds besides EXIF, IPTC and XMP: tEXt, zTXt and iTXt of a PNG (PNG 11.3.3), and the
 * comments of a JPEG (ITU-T T.81, B.2.4.5) or a GIF (GIF89a, 24). What is damaged ends the list.
 */
export function pictureTextsOf(bytes: Buffer, format: string): PictureText[] {
  const reader = { png: pngTexts, jpeg: jpegTexts, gif: gifTexts }[format]
  const texts: PictureText[] = []
  let left = MAX_CHARS
  try {
    for (const [keyword, text] of reader?.(bytes) ?? []) {
      texts.push([keyword, text.slice(0, left)])
      left -= text.length
      if (left <= 0) break
    }
  } catch {
    // It is cut off, or its compression is damaged; the picture itself can still be described.
  }
  return texts
}

function* pngTexts(bytes: Buffer): Generator<PictureText> {
  for (const { kind, chunk } of pngChunks(bytes)) {
    if (!/^(?:tEXt|zTXt|iTXt)$/.test(kind)) continue
    const data = chunk.subarray(8, -4)
    const zero = data.indexOf(0)
    const keyword = data.toString('latin1', 0, Math.max(zero, 0))
    const rest = data.subarray(zero + 1)
    if (kind === 'tEXt') yield [keyword, rest.toString('latin1')]
    if (kind === 'zTXt') yield [keyword, inflated(rest.subarray(1)).toString('latin1')]
    if (kind === 'iTXt' && keyword !== XMP) yield [keyword, internationalText(rest)]
  }
}

// A flag and a method of compression, then a language and the keyword in that language, each ended by a zero.
function internationalText(rest: Buffer): string {
  const language = rest.indexOf(0, 2)
  const text = rest.subarray(rest.indexOf(0, language + 1) + 1)
  return (rest[0] === 1 ? inflated(text) : text).toString('utf8')
}

const inflated = (data: Buffer): Buffer => inflateSync(data, { maxOutputLength: 4 * MAX_CHARS })

function* jpegTexts(bytes: Buffer): Generator<PictureText> {
  // Until the first scan, each segment has a marker and a length that counts itself.
  for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== 0xda; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === 0xfe)
      yield ['Comment', bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2)).toString('utf8')]
  }
}

function* gifTexts(bytes: Buffer): Generator<PictureText> {
  let at = 13 + colours(bytes.readUInt8(10))
  while (bytes[at] === 0x21 || bytes[at] === 0x2c) {
    const isComment = bytes[at] === 0x21 && bytes[at + 1] === 0xfe
    at += bytes[at] === 0x21 ? 2 : 11 + colours(bytes.readUInt8(at + 9))
    const blocks: Buffer[] = []
    for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) {
      blocks.push(bytes.subarray(at + 1, at + 1 + size))
      at += 1 + size
    }
    at++
    if (isComment) yield ['Comment', Buffer.concat(blocks).toString('utf8')]
  }
}
