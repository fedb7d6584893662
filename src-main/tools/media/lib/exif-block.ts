/** Bytes of a value by the number of its type (TIFF 6.0, section 2; Exif 3.0, 4.6.2). */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const ASCII = 2
const ENTRY_BYTES = 12
const MAKER_NOTE = 0x927c
/** All texts that are written again have at most this many bytes: thousands of entries can share one place. */
const MAX_ADDED_BYTES = 1_000_000
/** It may hold the names of a photographer and of an editor, with a zero between them (Exif 3.0, 4.6.5.4). */
const COPYRIGHT = 0x8298
/** UserComment, GPSProcessingMethod and GPSAreaInformation begin with a code that may hold zeros. */
const CODED_TEXTS: ReadonlySet<number> = new Set([0x9286, 0x001b, 0x001c])
/** The entries that lead to the directories of Exif, GPS and interoperability. */
const DIRECTORIES: ReadonlySet<number> = new Set([0x8769, 0x8825, 0xa005])
const utf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')

export interface MendedExif {
  readonly block: Buffer
  /** Whether entries were left out because they lead out of the block or are of an unknown type. */
  readonly damaged: boolean
}

/**
 * An EXIF block that its reader takes whole: without the entries at which it would give up, and with texts that end
 * where they say they end, in UTF-8. Old cameras write other encodings, and let several texts share one place.
 * @param exif a TIFF structure, which begins with II or MM
 */
export function mendedExif(exif: Buffer): MendedExif {
  const view = new TiffView(exif)
  const todo = [view.long(4)]
  const seen = new Set<number>()
  let damaged = false
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const entries = view.entriesAt(at)
    const kept = entries.filter((entry) => view.isSound(entry))
    const lost = entries.filter((entry) => !view.isSound(entry) && view.short(entry) !== MAKER_NOTE)
    damaged ||= lost.length > 0 || entries.length < view.short(at)
    for (const entry of kept) {
      if (DIRECTORIES.has(view.short(entry))) todo.push(view.long(entry + 8))
      if (view.short(entry + 2) === ASCII && !CODED_TEXTS.has(view.short(entry))) view.mendText(entry)
    }
    view.keep(at, kept)
  }
  return { block: view.whole(), damaged }
}

/** The numbers of a TIFF structure, in the order of bytes that it names, and what is added after it. */
class TiffView {
  readonly #bytes: Buffer
  readonly #isLittle: boolean
  readonly #added: Buffer[] = []
  #length: number

  constructor(exif: Buffer) {
    this.#bytes = Buffer.from(exif)
    this.#length = exif.length
    this.#isLittle = exif.toString('latin1', 0, 2) === 'II'
  }

  /** Zero outside of the block. */
  short(at: number): number {
    if (at + 2 > this.#bytes.length) return 0
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at)
  }

  /** Zero outside of the block. */
  long(at: number): number {
    if (at + 4 > this.#bytes.length) return 0
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at)
  }

  whole(): Buffer {
    return Buffer.concat([this.#bytes, ...this.#added])
  }

  /** Where each entry of a directory begins that lies in the block. */
  entriesAt(directory: number): number[] {
    const room = Math.max(0, Math.floor((this.#bytes.length - directory - 2) / ENTRY_BYTES))
    return Array.from(
      { length: Math.min(this.short(directory), room) },
      (_, index) => directory + 2 + index * ENTRY_BYTES,
    )
  }

  isSound(entry: number): boolean {
    const size = this.#sizeOf(entry)
    if (size === null) return false
    const at = this.long(entry + 8)
    if (DIRECTORIES.has(this.short(entry))) return at + 2 <= this.#bytes.length
    return size <= 4 || at + size <= this.#bytes.length
  }

  /** Writes a directory again with these of its entries. */
  keep(directory: number, entries: readonly number[]): void {
    const copies = entries.map((entry) => Buffer.from(this.#bytes.subarray(entry, entry + ENTRY_BYTES)))
    if (directory + 2 > this.#bytes.length) return
    this.#writeShort(entries.length, directory)
    Buffer.concat(copies).copy(this.#bytes, directory + 2)
  }

  mendText(entry: number): void {
    const size = this.#sizeOf(entry) ?? 0
    if (this.#length + size > this.#bytes.length + MAX_ADDED_BYTES) return
    const at = size <= 4 ? entry + 8 : this.long(entry + 8)
    const bytes = this.#bytes.subarray(at, at + size)
    const text = Buffer.from(`${textOf(bytes, this.short(entry) === COPYRIGHT)}\0`)
    if (text.equals(bytes)) return
    this.#writeLong(text.length, entry + 4)
    if (text.length <= 4) {
      text.copy(this.#bytes, entry + 8)
      return
    }
    this.#writeLong(this.#length, entry + 8)
    this.#added.push(text)
    this.#length += text.length
  }

  #sizeOf(entry: number): number | null {
    const bytes = TYPE_BYTES[this.short(entry + 2)]
    return bytes === undefined || bytes === 0 ? null : bytes * this.long(entry + 4)
  }

  #writeShort(value: number, at: number): void {
    if (this.#isLittle) this.#bytes.writeUInt16LE(value, at)
    else this.#bytes.writeUInt16BE(value, at)
  }

  #writeLong(value: number, at: number): void {
    if (this.#isLittle) this.#bytes.writeUInt32LE(value, at)
    else this.#bytes.writeUInt32BE(value, at)
  }
}

function textOf(bytes: Buffer, several: boolean): string {
  const text = decodedText(bytes)
  if (!several) return text.split('\0', 1)[0]!
  return text
    .split('\0')
    .map((part) => part.trim())
    .filter(Boolean)
    .join('; ')
}

/** A text of unknown encoding: UTF-8 if it is that, else windows-1252, which most old cameras and programs wrote. */
export function decodedText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}
