import { found, type Recogniser, type Sample, valueOf, type DetectedKind } from './recogniser.ts'

/** What the first characters of a file in Base64 tell. A ZIP may be one of several kinds. */
const FILE_STARTS: readonly (readonly [RegExp, 'image' | 'pdf' | 'zip' | 'file'])[] = [
  [/^iVBORw0KGgo|^\/9j\/[4-9A-Za-z+/]{8}|^R0lGOD[dl]h?|^UklGR.{6,10}V0VCU/, 'image'],
  [/^JVBERi0/, 'pdf'],
  [/^UEsDB/, 'zip'],
  [/^H4sI/, 'file'],
]
const BASE64 = /^[A-Za-z\d+/\s]+={0,2}$/
const BASE64_URL = /^[A-Za-z\d_-]+={0,2}$/
const PRINTABLE = /^[\t\n\r\x20-\x7e\u00a0-\uffff]*$/

/** Recognises tokens, digests and bytes written as text. */
export const ENCODED_KINDS: readonly Recogniser[] = [
  ({ text }) =>
    text.length < 65_536 && /^(?:Bearer )?eyJ[\w-]+\.[\w-]+\.[\w-]*(?:\.[\w-]+\.[\w-]+)?$/.test(text)
      ? found('jwt', 0.99)
      : [],
  ({ text }) => (/^-----BEGIN [A-Z\d ]+-----/.test(text) ? found('pem', 0.99) : []),
  ({ text, single }) => {
    const digest =
      /^(?:(?:md5|sha-?\d+)[:=-])?(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i
    return single && digest.test(text) && /\d/.test(text) && /[a-f]/i.test(text) ? found('hash', 0.97) : []
  },
  // As pages name the files that they take from elsewhere.
  valueOf('hash', 0.97, /^sha(?:256|384|512)-[A-Za-z\d+/]{43,86}={0,2}$/),
  valueOf('password-hash', 0.97, /^\$(?:2[aby]\$\d\d|argon2(?:id|i|d)|[156y]|7)\$\S{8,}$/),
  ({ text, single }) => {
    if (!single) return []
    if (/^0x(?:[\da-f]{2})+$/i.test(text)) return found('hex', 0.95)
    if (/^[\da-f]{2}(?:[\s:-][\da-f]{2}){2,}$/i.test(text) && /[a-f]/i.test(text)) return found('hex', 0.94)
    return /^(?:[\da-f]{2}){4,}$/i.test(text) && /[a-f]/i.test(text) && /\d/.test(text)
      ? found('hex', 0.86)
      : []
  },
  base64Kinds,
]

function base64Kinds({ text, whole }: Sample): readonly DetectedKind[] {
  const url = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=-]+)*(?:;base64)?,/i.exec(text)
  if (url) return dataUrlKinds(url[1] ?? '', text.slice(url[0].length))
  if (text.length < 8 || !(BASE64.test(text) || BASE64_URL.test(text))) return []
  const joined = text.replaceAll(/\s+/g, '')
  // Lines of prose have white space too; those of Base64 are long.
  if (joined.length !== text.length && !/^\S{40,}/.test(text)) return []
  const file = fileKinds(joined)
  if (file.length > 0) return file
  if (joined.length % 4 === 1 || (whole && joined.includes('=') && joined.length % 4 !== 0)) return []
  const decoded = decode(joined.slice(0, 400))
  const says = decoded !== null && PRINTABLE.test(decoded) && /[\w\s]{2}|^[[{]/.test(decoded)
  const mixed = /[A-Z]/.test(joined) && /[a-z]/.test(joined)
  if (says && mixed && (joined.length % 4 === 0 || /\d/.test(joined)))
    return found('base64', joined.length > 11 || joined.endsWith('=') ? 0.96 : 0.6)
  const marked = /[+/=]/.test(joined) && mixed && /\d/.test(joined)
  return mixed && (marked || (joined.length >= 40 && /\d/.test(joined))) && joined.length % 4 === 0
    ? found('base64', 0.9)
    : []
}

function dataUrlKinds(mime: string, rest: string): readonly DetectedKind[] {
  if (mime.startsWith('image/') && mime !== 'image/svg+xml') return found('image', 0.99)
  if (mime === 'application/pdf') return found('pdf', 0.99)
  if (mime.includes('wordprocessingml')) return found('docx', 0.99)
  if (mime.includes('spreadsheetml')) return found('xlsx', 0.99)
  const kinds = fileKinds(rest)
  return kinds.length > 0 ? kinds : found('url', 0.8)
}

function fileKinds(base64: string): readonly DetectedKind[] {
  const start = FILE_STARTS.find(([pattern]) => pattern.test(base64))?.[1]
  if (start === undefined) return []
  if (start !== 'zip') return found(start, 0.98)
  // The names of its parts lie between their contents, not compressed.
  const bytes = decode(base64.slice(0, base64.length - (base64.length % 4)), 'latin1') ?? ''
  if (bytes.includes('word/')) return found('docx', 0.98)
  if (bytes.includes('xl/')) return found('xlsx', 0.98)
  return found('file', 0.95)
}

/** The bytes of Base64 as UTF-8 or, one by one, as Latin-1; null if they are not that. */
function decode(base64: string, as: 'utf8' | 'latin1' = 'utf8'): string | null {
  try {
    const standard = base64.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
    const bytes = atob(standard.slice(0, standard.length - (standard.length % 4 === 1 ? 1 : 0)))
    if (as === 'latin1') return bytes
    const list = Uint8Array.from(bytes, (sign) => sign.charCodeAt(0))
    // As a part of a stream, whose last character may be cut off.
    return new TextDecoder('utf-8', { fatal: true }).decode(list, { stream: true })
  } catch {
    return null // Not being Base64 is a valid answer here.
  }
}
