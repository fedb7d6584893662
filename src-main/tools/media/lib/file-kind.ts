import { fileTypeFromBuffer } from 'file-type'
import { bySignatureOfOurs, type FileType } from './more-signatures.ts'
import { byText } from './text-kinds.ts'

type FileKind =
  | 'image'
  | 'video'
  | 'audio'
  | 'font'
  | 'archive'
  | 'document'
  | 'text'
  | 'executable'
  | 'other'

const ARCHIVES = /zip|rar|7z|tar|gzip|bzip|xz|zstd|lz4|lzip|cpio|x-ar\b|compress|cab/
const DOCUMENTS = /pdf|msword|officedocument|opendocument|epub|rtf|postscript|x-cfb|mobi/
const PROGRAMS = /x-elf|x-msdownload|x-mach|wasm|x-executable|java-vm|x-sh\b/
const XML = 'application/xml'
const OLD_HEAD_BYTES = 4_096
const SAME: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jpe', 'jfif'],
  ['tif', 'tiff'],
  ['mp4', 'm4v'],
  ['gz', 'tgz'],
  // Markdown and templates often begin with a tag.
  ['htm', 'html', 'xhtml', 'md', 'markdown', 'vue', 'svelte', 'hbs', 'ejs', 'php'],
  ['rss', 'atom', 'rdf', 'xml'],
  ['mid', 'midi'],
  ['ogg', 'oga'],
  ['exe', 'dll', 'sys'],
  ['diff', 'patch'],
  ['jsonl', 'ndjson'],
  ['m3u8', 'm3u'],
  ['yaml', 'yml'],
  ['asc', 'pgp', 'gpg'],
  ['pem', 'crt', 'cer', 'key'],
  ['sh', 'bash', 'zsh'],
  ['js', 'mjs', 'cjs'],
  ['h5', 'hdf5'],
  ['fits', 'fit'],
  ['xsl', 'xslt'],
]

/** The kind of a file by its bytes: signatures first, then whether they are text. */
export async function detectFile(bytes: Buffer, fileName: string | undefined) {
  const signature = await bySignature(bytes)
  const text = signature === null || signature.mime === XML ? textOf(bytes) : null
  const read = text === null ? (signature === null ? oldHtml(bytes) : null) : byText(text)
  // Of XML the library reads no more than its declaration.
  const known = signature?.mime === XML && read !== null && read.mime !== XML ? null : signature
  const type = known ?? read
  return {
    mime: type?.mime ?? 'application/octet-stream',
    extension: type?.ext ?? null,
    kind: type === null ? ('other' as const) : kindOf(type.mime),
    detected_by: known ? ('signature' as const) : type ? ('text' as const) : ('none' as const),
    extension_matches: fileName === undefined ? null : matches(fileName, type?.ext ?? null, type?.mime),
    size: bytes.length,
  }
}

async function bySignature(bytes: Buffer): Promise<FileType | null> {
  const found = await byLibrary(bytes)
  if (found === undefined || isIconWithoutPictures(found.mime, bytes)) return bySignatureOfOurs(bytes)
  return { mime: found.mime.replace(/;.*/, ''), ext: found.ext }
}

async function byLibrary(bytes: Buffer): Promise<FileType | undefined> {
  try {
    return await fileTypeFromBuffer(bytes)
  } catch {
    // A file that ends before its type can be read.
    return undefined
  }
}

// The number of its pictures is the third word, where other files that begin alike have zeros.
function isIconWithoutPictures(mime: string, bytes: Buffer): boolean {
  return mime === 'image/x-icon' && bytes.length > 5 && bytes.readUInt16LE(4) === 0
}

/** The byte order marks of text in UTF-16 (RFC 2781, 3.2). */
const WIDE_MARKS: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }

// The text of the bytes, which may end within a character; null for anything else.
function textOf(bytes: Buffer): string | null {
  const encoding = WIDE_MARKS[bytes.toString('hex', 0, 2)] ?? 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return text === '' || /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text
  } catch {
    return null
  }
}

// The tags of HTML are the same in the encodings of old pages, which cannot be told apart.
function oldHtml(bytes: Buffer): FileType | null {
  const head = bytes.toString('latin1', 0, OLD_HEAD_BYTES)
  const found = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(head) ? null : byText(head)
  return found?.mime === 'text/html' ? found : null
}

function kindOf(mime: string): FileKind {
  const [top] = mime.split('/')
  if (top === 'image' || top === 'video' || top === 'audio' || top === 'font' || top === 'text') return top
  if (DOCUMENTS.test(mime)) return 'document'
  if (ARCHIVES.test(mime)) return 'archive'
  if (PROGRAMS.test(mime)) return 'executable'
  return /json|xml|yaml|pgp|pem|subrip|mbox|rfc822|mpegurl|plist/.test(mime) ? 'text' : 'other'
}

function matches(fileName: string, extension: string | null, mime: string | undefined): boolean {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
  if (extension === null || ending === undefined) return false
  // Text files may have any extension: .md, .csv, .ts.
  if (mime === 'text/plain') return true
  return ending === extension || SAME.some((names) => names.includes(ending) && names.includes(extension))
}
