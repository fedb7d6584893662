import exifr from 'exifr'
import type { Metadata } from 'sharp'
import { openImage } from './image-pixels.ts'
import { isJsonObject } from '../../lib/json-document.ts'
import { pictureTextsOf, type PictureText } from './picture-texts.ts'
import { toJsonTree } from '../../lib/json-tree.ts'

const EXIF_HEAD_BYTES = 6
const READ_OPTIONS = {
  tiff: true,
  exif: true,
  gps: true,
  iptc: true,
  xmp: true,
  icc: true,
  jfif: false,
  ihdr: false,
}

/**
 * Reads what vision-image-metadata returns for a picture. @throws InvalidInput for bytes that are
 * not a picture
 */
export async function describeImage(bytes: Buffer) {
  const { metadata } = await openImage(bytes, 'image')
  const { autoOrient, pageHeight, height } = metadata
  const tags = await tagsOf(bytes, metadata)
  return {
    format: metadata.format === 'heif' ? 'avif' : metadata.format,
    width: autoOrient.width,
    // For an animation the library returns the frames stacked on top of each other.
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

/** The entries of EXIF, IPTC, XMP and the colour profile, and texts; none if they cannot be read. */
export async function tagsOf(bytes: Buffer, metadata: Metadata): Promise<Record<string, unknown>> {
  const { value } = toJsonTree(wellFormed(await readTags(bytes, metadata)), 'image')
  const texts = pictureTextsOf(bytes, metadata.format)
  return withTexts(isJsonObject(value) ? value : {}, texts)
}

// A keyword that is there already, or more than once, becomes a list.
function withTexts(tags: Readonly<Record<string, unknown>>, texts: readonly PictureText[]) {
  const named = new Map(Object.entries(tags))
  for (const [keyword, text] of texts) {
    const name = keyword || 'Comment'
    const plain = text.toWellFormed()
    const before = named.get(name)
    named.set(name, before === undefined ? plain : [before, plain].flat())
  }
  return Object.fromEntries(named)
}

async function readTags(bytes: Buffer, { format, exif, xmp }: Metadata): Promise<unknown> {
  if (format !== 'webp' && format !== 'gif') return await parsed(bytes)
  // The reader supports neither container, but it reads the blocks that the decoder extracts from
  // them.
  const tags = exif ? await parsed(exif.subarray(exif.indexOf('Exif') === 0 ? EXIF_HEAD_BYTES : 0)) : {}
  return { ...tags, ...(xmp ? { xmp: xmp.toString('utf8') } : {}) }
}

async function parsed(bytes: Buffer): Promise<object> {
  try {
    const tags: unknown = await exifr.parse(bytes, READ_OPTIONS)
    return typeof tags === 'object' && tags !== null ? tags : {}
  } catch {
    // Formats without metadata, and damaged metadata: the picture itself can still be described.
    return {}
  }
}

// Exif 3.0, 4.6.6: its times are those of the clock in the camera, in no zone; the reader takes them
// for times of this machine.
function wallTimeOf(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())]
  const time = [two(date.getHours()), two(date.getMinutes()), two(date.getSeconds())]
  return `${day.join('-')}T${time.join(':')}`
}

// Old cameras write strings in any encoding.
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (value instanceof Date) return wallTimeOf(value)
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isJsonObject(value) || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), wellFormed(member)]),
  )
}

function locationOf({ latitude, longitude }: Record<string, unknown>) {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return { latitude: Number(latitude.toFixed(7)), longitude: Number(longitude.toFixed(7)) }
}
