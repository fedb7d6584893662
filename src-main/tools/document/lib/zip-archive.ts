import { crc32, inflateRawSync } from 'node:zlib'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_ENTRIES = 5_000
const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const ENCRYPTED = 1
const UTF8_NAME = 0x0800
/** The placeholder for a number in a ZIP64 record; files of that size are rejected. */
const ZIP64 = 0xffffffff

interface Entry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/**
 * Unpacks a ZIP archive. The stated sizes are added up before anything is unpacked, and no entry is
 * unpacked beyond its stated size.
 * @param field the field to blame if it is not an archive, or too large
 * @param maxBytes the limit for all entries together
 * @throws InvalidInput
 */
export function readZip(archive: Buffer, field: string, maxBytes: number): Map<string, Buffer> {
  try {
    const entries = directoryOf(archive)
    const total = entries.reduce((sum, { size }) => sum + size, 0)
    if (total > maxBytes)
      throw new InvalidInput(field, `It unpacks to ${total} bytes; at most ${maxBytes} are allowed`)
    return new Map(entries.map((entry) => [entry.name, contentOf(archive, entry)]))
  } catch (error) {
    if (error instanceof InvalidInput) throw error
    const reason = error instanceof ZipFault ? error.message : 'a part of it is cut off or damaged'
    throw new InvalidInput(field, `It cannot be unpacked: ${reason}`)
  }
}

/**
 * Packs entries without compression: for libraries that read an archive themselves, so that they
 * unpack exactly what was checked.
 */
export function toStoredZip(entries: ReadonlyMap<string, Buffer>): Buffer {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, content] of entries) {
    const bytes = Buffer.from(name)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(UTF8_NAME, 2)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(content.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(bytes.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    locals.push(signature(LOCAL), head, bytes, content)
    centrals.push(signature(CENTRAL), Buffer.from([20, 0]), head, tail, bytes)
    offset += LOCAL_BYTES + bytes.length + content.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(entries.size, 8)
  end.writeUInt16LE(entries.size, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

class ZipFault extends Error {}

function directoryOf(archive: Buffer): Entry[] {
  const end = archive.lastIndexOf(signature(END))
  if (end === -1) throw new ZipFault('it is not a ZIP archive, as DOCX and XLSX files are')
  const count = archive.readUInt16LE(end + 10)
  if (count > MAX_ENTRIES) throw new ZipFault(`it has more than ${MAX_ENTRIES} parts`)
  const entries: Entry[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let left = count; left > 0; left--) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new ZipFault('its directory is damaged')
    const nameBytes = archive.readUInt16LE(at + 28)
    entries.push({
      // Some programs for Windows write backslashes, which the format (APPNOTE, 4.4.17) does not allow.
      name: archive
        .toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes)
        .replaceAll('\\', '/'),
      flags: archive.readUInt16LE(at + 8),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
    })
    at += CENTRAL_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

function contentOf(archive: Buffer, { flags, method, packed, size, offset }: Entry): Buffer {
  if (flags & ENCRYPTED) throw new ZipFault('it is encrypted; save it without a password')
  if (packed === ZIP64 || size === ZIP64 || offset === ZIP64) throw new ZipFault('it is too large')
  if (archive.readUInt32LE(offset) !== LOCAL) throw new ZipFault('a part of it is damaged')
  const start = offset + LOCAL_BYTES + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  const data = archive.subarray(start, start + packed)
  if (data.length !== packed) throw new ZipFault('a part of it is cut off')
  if (method === 0) return data
  if (method !== 8) throw new ZipFault('its compression method is not supported')
  // One byte more than stated is too many; zlib does not accept a limit of 0.
  const content = inflateRawSync(data, { maxOutputLength: Math.max(1, size) })
  if (content.length !== size) throw new ZipFault('the length of a part is not what it states')
  return content
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
