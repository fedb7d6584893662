import { isDeepStrictEqual } from 'node:util'
import exifr, * as members from 'exifr'
import type { Metadata } from 'sharp'
import { blocksOf } from './picture-blocks.ts'
import { decodedText, mendedExif } from './exif-block.ts'
import { exifValue } from './exif-values.ts'
import { isJsonObject } from '../../lib/json-document.ts'
import { toJsonTree } from '../../lib/json-tree.ts'
import type { PictureText } from './picture-texts.ts'

// Node takes the package's CommonJS, where all is in the default export; bundlers take its module, where this is not.
const { sidecar } = 'sidecar' in exifr ? exifr : members

const EXIF_HEAD_BYTES = 6
/** The namespaces of XMP that repeat what EXIF says. */
const EXIF_NAMESPACES: ReadonlySet<string> = new Set(['tiff', 'exif', 'exifEX'])
const EXIF_OPTIONS = {
  tiff: true,
  ifd0: {},
  ifd1: false,
  exif: true,
  gps: true,
  interop: true,
  userComment: true,
  reviveValues: false,
  mergeOutput: true,
} as const

/** Entries of one source by name, and the prefix for a name that another source uses for something else. */
interface Source {
  readonly prefix: string
  readonly entries: Readonly<Record<string, unknown>>
}

export interface PictureTags {
  readonly tags: Readonly<Record<string, unknown>>
  /** What could not be read. */
  readonly warnings: string[]
}

/** The entries of EXIF, XMP, IPTC and, if it is wanted, the colour profile, and texts. */
export async function pictureTagsOf(
  bytes: Buffer,
  metadata: Metadata,
  { profile = true } = {},
): Promise<PictureTags> {
  const warnings: string[] = []
  const { blocks, texts } = blocksOf(bytes, metadata)
  const { exif, xmp, iptc, icc } = blocks
  const sources = [
    exif ? await exifOf(exif, warnings) : [],
    xmp ? await xmpOf(xmp) : [],
    iptc ? await iptcOf(iptc, warnings) : [],
    icc && profile ? await profileOf(icc, warnings) : [],
  ].flat()
  const { value } = toJsonTree(wellFormed(mergedSources(sources)), 'image')
  return { tags: withTexts(isJsonObject(value) ? value : {}, texts), warnings }
}

// Where EXIF says something, the copy of it in XMP is left out (Exif 3.0, annex A; XMP, part 2, 3.2).
function mergedSources(sources: readonly Source[]): Record<string, unknown> {
  const merged = new Map<string, unknown>()
  for (const { prefix, entries } of sources)
    for (const [name, value] of Object.entries(entries)) {
      if (!merged.has(name)) merged.set(name, value)
      else if (!EXIF_NAMESPACES.has(prefix) && !isSame(merged.get(name), value))
        merged.set(`${prefix}:${name}`, value)
    }
  return Object.fromEntries(merged)
}

// XMP writes numbers as texts.
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'object' && typeof other === 'object') return isDeepStrictEqual(one, other)
  return String(one) === String(other)
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

async function exifOf(exif: Buffer, warnings: string[]): Promise<Source[]> {
  const start = exif.indexOf('Exif') === 0 ? EXIF_HEAD_BYTES : 0
  const { block, damaged } = mendedExif(exif.subarray(start))
  if (damaged) warnings.push('Some entries of the EXIF data are damaged and left out')
  const found = await readBy(() => exifr.parse(block, EXIF_OPTIONS), 'EXIF data', warnings)
  const { userComment, ...others } = found
  const entries = userComment === undefined ? others : { ...others, UserComment: userComment }
  return [
    {
      prefix: 'exif',
      entries: Object.fromEntries(
        Object.entries(entries)
          .map(([name, value]) => [name, exifValue(name, value)] as const)
          .filter(([name, value]) => name !== 'UserComment' || value !== ''),
      ),
    },
  ]
}

/** The members of all namespaces by name; the text where it cannot be read. */
async function xmpOf(xmp: Buffer): Promise<Source[]> {
  const text = { prefix: 'xmp', entries: { xmp: xmp.toString('utf8').trim() } }
  try {
    const found: unknown = await sidecar(xmp, { xmp: true }, 'xmp')
    if (!isJsonObject(found)) return [text]
    const { xmlns: _, ...namespaces } = found
    return Object.entries(namespaces).map(([prefix, entries]) => ({
      prefix,
      entries: isJsonObject(entries)
        ? Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, withoutEntities(value)]))
        : { [prefix]: withoutEntities(entries) },
    }))
  } catch {
    return [text]
  }
}

const NAMED_ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

// The reader of XMP leaves the references of XML as they are (XML 1.0, 4.1 and 4.6).
function withoutEntities(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEntities)
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withoutEntities(member)]),
    )
  if (typeof value !== 'string') return value
  return value.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED_ENTITIES.get(name) ?? whole
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
      return code > 0x10_ff_ff ? whole : String.fromCodePoint(code)
    },
  )
}

// Its reader takes each byte for a letter, whatever the encoding: UTF-8 from most programs of today.
async function iptcOf(iptc: Buffer, warnings: string[]): Promise<Source[]> {
  const found = await readBy(() => sidecar(iptc, { iptc: true }, 'iptc'), 'IPTC data', warnings)
  const decoded = (value: unknown): unknown =>
    typeof value === 'string' ? decodedText(Buffer.from(value, 'latin1')) : value
  const entries = Object.entries(found).map(([name, value]) => {
    if (name === 'ApplicationRecordVersion' && typeof value === 'string')
      return [name, Buffer.from(value, 'latin1').readUIntBE(0, Math.min(value.length, 6))] as const
    return [name, Array.isArray(value) ? value.map(decoded) : decoded(value)] as const
  })
  return [{ prefix: 'iptc', entries: Object.fromEntries(entries) }]
}

async function profileOf(icc: Buffer, warnings: string[]): Promise<Source[]> {
  const entries = await readBy(() => sidecar(icc, { icc: true }, 'icc'), 'colour profile', warnings)
  return [{ prefix: 'icc', entries }]
}

// A damaged block says nothing about the picture, which can still be described.
async function readBy(
  read: () => Promise<unknown>,
  what: string,
  warnings: string[],
): Promise<Record<string, unknown>> {
  try {
    const found = await read()
    if (!isJsonObject(found)) return {}
    const { errors, ...entries } = found
    if (errors !== undefined) warnings.push(`The ${what} cannot be read whole: part of it is damaged`)
    return entries
  } catch {
    warnings.push(`The ${what} cannot be read: it is damaged`)
    return {}
  }
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  // Only colour profiles have dates, which are in UTC (ICC.1, 4.2).
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isJsonObject(value) || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), wellFormed(member)]),
  )
}
