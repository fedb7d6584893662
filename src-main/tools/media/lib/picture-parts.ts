import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** The file formats whose parts are known. */
export type CutFormat = 'gif' | 'jpeg' | 'png' | 'webp'

/**
 * A picture with the parts that pictures are drawn from, byte for byte, and no others: what is not known to be
 * needed, or comes after the end, is left out. The colour profile stays.
 * @throws InvalidInput for a file that is cut off
 */
export function drawnParts(bytes: Buffer, format: CutFormat): Buffer {
  const parts = { gif: gifParts, jpeg: jpegParts, png: pngParts, webp: webpParts }[format]
  return wholly(() => Buffer.concat([...parts(bytes)]))
}

function wholly<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new InvalidInput('image', 'The picture is cut off: a part is longer than the file')
  }
}

/** A part of a file; @throws RangeError where the file ends before it */
function cut(bytes: Buffer, from: number, to: number): Buffer {
  if (to > bytes.length) throw new RangeError('cut off')
  return bytes.subarray(from, to)
}

const PNG_HEAD = 8
/** PNG 3, 11.2 and 11.3, without texts, times, EXIF and suggestions; the frames of animations (PNG 3, 11.3.6). */
const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM cICP gAMA iCCP sBIT sRGB mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'.split(
    ' ',
  ),
)

function* pngParts(bytes: Buffer): Generator<Buffer> {
  yield bytes.subarray(0, PNG_HEAD)
  for (const { kind, chunk } of pngChunks(bytes)) if (PNG_CHUNKS.has(kind)) yield chunk
}

export interface PngChunk {
  readonly kind: string
  /** The whole of it: length, kind, data and check. */
  readonly chunk: Buffer
}

/** The chunks of a PNG up to its end (PNG 3, 5.3). @throws RangeError where the file ends before it */
export function* pngChunks(bytes: Buffer): Generator<PngChunk> {
  for (let at = PNG_HEAD, kind = ''; kind !== 'IEND';) {
    const chunk = cut(bytes, at, at + 12 + bytes.readUInt32BE(at))
    kind = chunk.toString('latin1', 4, 8)
    yield { kind, chunk }
    at += chunk.length
  }
}

/** How many frames an animated PNG has (PNG 3, 11.3.6.1); null for any other file. */
export function pngFrames(bytes: Buffer): number | null {
  try {
    for (const { kind, chunk } of pngChunks(bytes)) {
      if (kind === 'acTL') return chunk.readUInt32BE(8)
      if (kind === 'IDAT') return null
    }
  } catch (error) {
    // A file that is cut off shows no frames but the first.
    if (!(error instanceof RangeError)) throw error
  }
  return null
}

// Markers of ITU-T T.81, table B.1.
const SCAN = 0xda
const END = 0xd9
const APP0 = 0xe0
const APP15 = 0xef
const COMMENT = 0xfe
/** The beginnings of the application segments that decoders read: JFIF, a colour profile, and Adobe's transform. */
const JPEG_SEGMENTS = ['JFIF\0', 'ICC_PROFILE\0', 'Adobe']
/** JFIF 1.02: the segment without the thumbnail, whose size its last two bytes say. */
const JFIF_BYTES = 18

function* jpegParts(bytes: Buffer): Generator<Buffer> {
  yield bytes.subarray(0, 2)
  for (let at = 2; ;) {
    at = markerFrom(bytes, at)
    const marker = bytes[at + 1]!
    if (marker === END) return void (yield bytes.subarray(at, at + 2))
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const segment = cut(bytes, at, end)
    at = marker === SCAN ? markerFrom(bytes, end) : end
    if (marker === SCAN) yield cut(bytes, end - segment.length, at)
    else if (marker === APP0 && isNamed(segment, 'JFIF\0')) yield withoutThumbnail(segment)
    else if (marker !== COMMENT && !(marker >= APP0 && marker <= APP15)) yield segment
    else if (JPEG_SEGMENTS.some((name) => isNamed(segment, name))) yield segment
  }
}

function isNamed(segment: Buffer, name: string): boolean {
  return segment.toString('latin1', 4, 4 + name.length) === name
}

function withoutThumbnail(segment: Buffer): Buffer {
  const short = Buffer.from(segment.subarray(0, JFIF_BYTES))
  short.writeUInt16BE(JFIF_BYTES - 2, 2)
  short.fill(0, JFIF_BYTES - 2)
  return short
}

/** The next marker of a segment: in a scan, 0xff is followed by a zero, or by the number of a restart. */
function markerFrom(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next > 1 && next !== 0xff && !(next >= 0xd0 && next <= 0xd8)) return at
  }
  throw new RangeError('cut off')
}

const RIFF_HEAD = 12
const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP'])
const FRAME_CHUNKS = new Set(['VP8 ', 'VP8L', 'ALPH'])
/** The head of a frame, before its own chunks. */
const FRAME_HEAD = 16
/** WebP container specification: the flags of VP8X for EXIF and XMP. */
const METADATA_FLAGS = 0x0c

function* webpParts(bytes: Buffer): Generator<Buffer> {
  const parts = riffParts(bytes.subarray(0, 8 + bytes.readUInt32LE(4)), RIFF_HEAD, WEBP_CHUNKS).map(cleaned)
  const head = Buffer.from(bytes.subarray(0, RIFF_HEAD))
  head.writeUInt32LE(
    parts.reduce((sum, part) => sum + part.length, RIFF_HEAD - 8),
    4,
  )
  yield head
  yield* parts
}

/**
 * Whether a WebP that is not an animation holds its pixels as they were.
 * @throws InvalidInput for a file that is cut off
 */
export function isLosslessWebp(bytes: Buffer): boolean {
  return wholly(() => riffParts(bytes, RIFF_HEAD, new Set(['VP8L'])).length > 0)
}

function riffParts(bytes: Buffer, from: number, kept: ReadonlySet<string>): Buffer[] {
  const parts: Buffer[] = []
  for (let at = from; at < bytes.length;) {
    const size = bytes.readUInt32LE(at + 4)
    // A chunk of odd size has a byte of padding, which some writers leave out at the end.
    const end = Math.min(at + 8 + size + (size % 2), Math.max(bytes.length, at + 8 + size))
    const part = cut(bytes, at, end)
    if (kept.has(part.toString('latin1', 0, 4))) parts.push(part)
    at = end
  }
  return parts
}

function cleaned(part: Buffer): Buffer {
  const kind = part.toString('latin1', 0, 4)
  if (kind === 'VP8X') {
    const flagged = Buffer.from(part)
    flagged.writeUInt8(part.readUInt8(8) & ~METADATA_FLAGS, 8)
    return flagged
  }
  if (kind !== 'ANMF') return part
  const frame = Buffer.concat([
    part.subarray(0, 8 + FRAME_HEAD),
    ...riffParts(part.subarray(0, 8 + part.readUInt32LE(4)), 8 + FRAME_HEAD, FRAME_CHUNKS),
  ])
  frame.writeUInt32LE(frame.length - 8, 4)
  return frame
}

const EXTENSION = 0x21
const FRAME = 0x2c
/** The labels of extensions: how a frame is shown, and text that is drawn (GIF89a, 23 and 25). */
const DRAWN = new Set([0xf9, 0x01])
const APPLICATION = 0xff
/** How often an animation is shown. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

function* gifParts(bytes: Buffer): Generator<Buffer> {
  let at = 13 + colours(bytes.readUInt8(10))
  yield cut(bytes, 0, at)
  while (bytes[at] === EXTENSION || bytes[at] === FRAME) {
    const isFrame = bytes[at] === FRAME
    const from = at
    const label = bytes.readUInt8(at + 1)
    at += isFrame ? 11 + colours(bytes.readUInt8(at + 9)) : 2
    const loops = label === APPLICATION && LOOPS.has(bytes.toString('latin1', at + 1, at + 12))
    while (bytes.readUInt8(at) > 0) at += 1 + bytes.readUInt8(at)
    at++
    if (isFrame || DRAWN.has(label) || loops) yield cut(bytes, from, at)
  }
  // The trailer; anything else there is damage that readers take for the end.
  yield Buffer.from([0x3b])
}

/** The bytes of a table of colours in a GIF, by the flags that say whether it is there (GIF89a, 18 and 20). */
export function colours(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}
