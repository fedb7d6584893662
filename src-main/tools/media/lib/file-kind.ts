import { fileTypeFromBuffer } from 'file-type'
import { parseJson } from '../../../../src-shared/parse-json.ts'

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
const SAME: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jpe', 'jfif'],
  ['tif', 'tiff'],
  ['mp4', 'm4v'],
  ['gz', 'tgz'],
  ['htm', 'html', 'xhtml'],
  ['mid', 'midi'],
  ['ogg', 'oga'],
  ['exe', 'dll', 'sys'],
]

/** The kind of a file by its bytes: signatures first, then whether they are text. */
export async function detectFile(bytes: Buffer, fileName: string | undefined) {
  const known = await bySignature(bytes)
  const type = known ?? (isText(bytes) ? byText(bytes) : null)
  return {
    mime: type?.mime ?? 'application/octet-stream',
    extension: type?.ext ?? null,
    kind: type === null ? ('other' as const) : kindOf(type.mime),
    detected_by: known ? ('signature' as const) : type ? ('text' as const) : ('none' as const),
    extension_matches: fileName === undefined ? null : matches(fileName, type?.ext ?? null, type?.mime),
    size: bytes.length,
  }
}

async function bySignature(bytes: Buffer): Promise<{ mime: string; ext: string } | null> {
  try {
    return (await fileTypeFromBuffer(bytes)) ?? null
  } catch {
    // A file that ends before its type can be read is of an unknown type.
    return null
  }
}

function isText(bytes: Buffer): boolean {
  // The cut may be within the last character.
  const end = Math.max(0, bytes.length - 3)
  for (const length of [bytes.length, bytes.length - 1, bytes.length - 2, bytes.length - 3]) {
    if (length < end || length < 1) break
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length))
      return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)
    } catch {
      // One byte less may end between two characters.
      continue
    }
  }
  return false
}

function byText(bytes: Buffer): { mime: string; ext: string } {
  const head = bytes
    .subarray(0, 4_096)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(head))
    return { mime: 'image/svg+xml', ext: 'svg' }
  if (/^<\?xml\s/.test(head)) return { mime: 'application/xml', ext: 'xml' }
  if (/^(?:<!doctype html|<html[\s>])/i.test(head)) return { mime: 'text/html', ext: 'html' }
  if (/^[[{]/.test(head) && isJson(bytes)) return { mime: 'application/json', ext: 'json' }
  return { mime: 'text/plain', ext: 'txt' }
}

function isJson(bytes: Buffer): boolean {
  try {
    parseJson(bytes.toString('utf8').replace(/^\ufeff/, ''))
    return true
  } catch {
    // Text that starts like JSON but is not.
    return false
  }
}

function kindOf(mime: string): FileKind {
  const [top] = mime.split('/')
  if (top === 'image' || top === 'video' || top === 'audio' || top === 'font' || top === 'text') return top
  if (DOCUMENTS.test(mime)) return 'document'
  if (ARCHIVES.test(mime)) return 'archive'
  if (PROGRAMS.test(mime)) return 'executable'
  return /json|xml/.test(mime) ? 'text' : 'other'
}

function matches(fileName: string, extension: string | null, mime: string | undefined): boolean {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
  if (extension === null || ending === undefined) return false
  // Text files may have any extension: .md, .csv, .ts.
  if (mime === 'text/plain') return true
  return ending === extension || SAME.some((names) => names.includes(ending) && names.includes(extension))
}
