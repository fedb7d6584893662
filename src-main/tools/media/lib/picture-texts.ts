import { inflateSync } from 'node:zlib'
import { decodedText } from './exif-block.ts'
import { colours, pngChunks } from './picture-parts.ts'

/** Texts are read up to this size together, so that a small picture does not become a large answer. */
const MAX_CHARS = 1_000_000
/** The keyword of XMP in a PNG, and here in a GIF too (XMP, part 3, 1.1.2 and 1.1.5). */
export const XMP_KEYWORD = 'XML:com.adobe.xmp'
const GIF_XMP_HEAD = '\u000BXMP DataXMP'
/** What follows XMP in a GIF, so that readers of blocks find its end. */
const GIF_XMP_TAIL = Buffer.from([1, 0xff, 0xfe])

/** A text that is written into a picture, by its keyword; comments have the keyword `Comment`. */
export type PictureText = readonly [keyword: string, text: string]

/**
 * The texts that a picture holds, XMP of a PNG and a GIF among them: tEXt, zTXt, iTXt and tIME of a PNG (PNG 11.3), and
 * the comments of a JPEG (ITU-T T.81, B.2.4.5) or a GIF (GIF89a, 24). What is damaged ends the list.
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
    if (!/^(?:tEXt|zTXt|iTXt|tIME)$/.test(kind)) continue
    const data = chunk.subarray(8, -4)
    if (kind === 'tIME') {
      yield ['tIME', changeTime(data)]
      continue
    }
    const zero = data.indexOf(0)
    const keyword = data.toString('latin1', 0, Math.max(zero, 0))
    const rest = data.subarray(zero + 1)
    if (kind === 'tEXt') yield [keyword, rest.toString('latin1')]
    if (kind === 'zTXt') yield [keyword, inflated(rest.subarray(1)).toString('latin1')]
    if (kind === 'iTXt') yield [keyword, internationalText(rest)]
  }
}

// PNG 11.3.6.2: when the picture was last changed, in UTC.
function changeTime(data: Buffer): string {
  const [month, day, hour, minute, second] = Array.from(data.subarray(2), (part) =>
    String(part).padStart(2, '0'),
  )
  return `${String(data.readUInt16BE(0)).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`
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
      yield ['Comment', commentOf(bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2)))]
  }
}

function* gifTexts(bytes: Buffer): Generator<PictureText> {
  let at = 13 + colours(bytes.readUInt8(10))
  while (bytes[at] === 0x21 || bytes[at] === 0x2c) {
    const isComment = bytes[at] === 0x21 && bytes[at + 1] === 0xfe
    const xmp = at + 2 + GIF_XMP_HEAD.length
    if (bytes[at + 1] === 0xff && bytes.toString('latin1', at + 2, xmp) === GIF_XMP_HEAD)
      yield [XMP_KEYWORD, bytes.toString('utf8', xmp, bytes.indexOf(GIF_XMP_TAIL, xmp))]
    at += bytes[at] === 0x21 ? 2 : 11 + colours(bytes.readUInt8(at + 9))
    const blocks: Buffer[] = []
    for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) {
      blocks.push(bytes.subarray(at + 1, at + 1 + size))
      at += 1 + size
    }
    at++
    if (isComment) yield ['Comment', commentOf(Buffer.concat(blocks))]
  }
}

// Neither format names an encoding. Programs in C write the zero that ends a string as well.
const commentOf = (bytes: Buffer): string => decodedText(bytes).replace(/\0+$/, '')
