import exifr, * as members from 'exifr'
import type { Metadata } from 'sharp'
import { openImage } from './image-pixels.ts'
import { isJsonObject } from '../../lib/json-document.ts'
import { pngFrames } from './picture-parts.ts'
import { pictureTextsOf, type PictureText } from './picture-texts.ts'
import { toJsonTree } from '../../lib/json-tree.ts'

// Node takes the package's CommonJS, where all is in the default export; bundlers take its module, where this is not.
const { sidecar } = 'sidecar' in exifr ? exifr : members

const EXIF_HEAD_BYTES = 6
/** The text of a PNG that has its XMP, which is read member by member. */
const PNG_XMP = 'XML:com.adobe.xmp'
const READ_OPTIONS = {
  tiff: true,
  exif: true,
  gps: true,
  iptc: true,
  xmp: true,
  userComment: true,
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
    frames: metadata.pages ?? (metadata.format === 'png' ? pngFrames(bytes) : null) ?? 1,
    orientation: metadata.orientation ?? 1,
    color_space: metadata.space,
    location: locationOf(tags),
    metadata: tags,
  }
}

/** The entries of EXIF, IPTC, XMP and, if it is wanted, the colour profile, and texts; none if they cannot be read. */
export async function tagsOf(
  bytes: Buffer,
  metadata: Metadata,
  { profile = true } = {},
): Promise<Record<string, unknown>> {
  const { value } = toJsonTree(wellFormed(await readTags(bytes, metadata, profile)), 'image')
  const texts = pictureTextsOf(bytes, metadata.format).filter(
    ([keyword]) => !metadata.xmp || keyword !== PNG_XMP,
  )
  return withTexts(isJsonObject(value) ? value : {}, texts)
}

// A keyword that is there already, or more than once, becomes a list.
function withTexts(tags: Readonly<Record<string, unknown>>, texts: readonly PictureText[]) {
  const named = new Map(Object.entries(tags))
  for (const [keyword, text] of texts) {
    const name = keyword || 'Comment'
    const plain = text.toWellFormed()
    const before = [named.get(name) ?? []].flat()
    // A PNG says what is in its EXIF as a text as well.
    if (before.includes(plain)) continue
    named.set(name, before.length === 0 ? plain : [...before, plain])
  }
  return Object.fromEntries(named)
}

async function readTags(bytes: Buffer, { format, exif, xmp }: Metadata, icc: boolean): Promise<object> {
  // The reader knows neither container, but the blocks that the decoder takes out of them; of XMP it knows a JPEG's.
  const isContainer = format === 'webp' || format === 'gif'
  const block = exif?.subarray(exif.indexOf('Exif') === 0 ? EXIF_HEAD_BYTES : 0)
  const tags = isContainer ? (block ? await parsed(block, icc) : {}) : await parsed(bytes, icc)
  return { ...(xmp && format !== 'jpeg' ? await parsedXmp(xmp) : {}), ...tags }
}

/** The members of all namespaces by name, as the reader gives those of a JPEG; the text where it cannot be read. */
async function parsedXmp(xmp: Buffer): Promise<object> {
  const text = xmp.toString('utf8').trim()
  try {
    const found: unknown = await sidecar(xmp, { xmp: true }, 'xmp')
    if (!isJsonObject(found)) return { xmp: text }
    const { xmlns: _, ...namespaces } = found
    return Object.fromEntries(
      Object.entries(namespaces).flatMap(([name, members]) =>
        isJsonObject(members) ? Object.entries(members) : [[name, members]],
      ),
    )
  } catch {
    return { xmp: text }
  }
}

async function parsed(bytes: Buffer, icc: boolean): Promise<object> {
  try {
    const tags: unknown = await exifr.parse(bytes, { ...READ_OPTIONS, icc })
    if (!isJsonObject(tags)) return {}
    const { userComment, ...others } = tags
    const comment = userComment instanceof Uint8Array ? userCommentOf(userComment) : ''
    return comment === '' ? others : { ...others, UserComment: comment }
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

const CHARSET_BYTES = 8

/** Exif 3.0, 4.6.6.6: the comment of a user, after eight bytes that name its character code. */
function userCommentOf(bytes: Uint8Array): string {
  const code = Buffer.from(bytes.subarray(0, CHARSET_BYTES)).toString('latin1').replaceAll('\0', '')
  const text = bytes.subarray(CHARSET_BYTES)
  // Writers do not keep to the byte order of the file around it: the zeros of Latin letters show it.
  const zerosAt = (odd: number) => text.filter((byte, at) => at % 2 === odd && byte === 0).length
  const utf16 = zerosAt(0) > zerosAt(1) ? 'utf-16be' : 'utf-16le'
  const encoding = code === 'UNICODE' ? utf16 : code === 'JIS' ? 'iso-2022-jp' : 'utf-8'
  return new TextDecoder(encoding).decode(text).replace(/[\0 ]+$/, '')
}
