import { parseJson } from '../../../../src-shared/parse-json.ts'
import type { FileType } from './more-signatures.ts'

const HEAD_CHARS = 4_096
const PLAIN: FileType = { mime: 'text/plain', ext: 'txt' }
const XML: FileType = { mime: 'application/xml', ext: 'xml' }

/** The types of XML by the name of the root element. */
const ROOTS: ReadonlyMap<string, FileType> = new Map([
  ['svg', { mime: 'image/svg+xml', ext: 'svg' }],
  ['html', { mime: 'application/xhtml+xml', ext: 'xhtml' }],
  ['rss', { mime: 'application/rss+xml', ext: 'rss' }],
  ['feed', { mime: 'application/atom+xml', ext: 'atom' }],
  ['RDF', { mime: 'application/rdf+xml', ext: 'rdf' }],
  ['kml', { mime: 'application/vnd.google-earth.kml+xml', ext: 'kml' }],
  ['gpx', { mime: 'application/gpx+xml', ext: 'gpx' }],
  ['math', { mime: 'application/mathml+xml', ext: 'mml' }],
  ['COLLADA', { mime: 'model/vnd.collada+xml', ext: 'dae' }],
  ['stylesheet', { mime: 'application/xslt+xml', ext: 'xsl' }],
  ['plist', { mime: 'application/x-plist', ext: 'plist' }],
])
const SHELL: FileType = { mime: 'text/x-shellscript', ext: 'sh' }
/** The languages of scripts by the name of the program that runs them. */
const PROGRAMS: readonly (readonly [RegExp, FileType])[] = [
  [/^(?:ba|da|k|z)?sh$/, SHELL],
  [/^python[\d.]*$/, { mime: 'text/x-python', ext: 'py' }],
  [/^perl[\d.]*$/, { mime: 'text/x-perl', ext: 'pl' }],
  [/^ruby[\d.]*$/, { mime: 'text/x-ruby', ext: 'rb' }],
  [/^php[\d.]*$/, { mime: 'text/x-php', ext: 'php' }],
  [/^(?:node|nodejs|bun|deno)$/, { mime: 'text/javascript', ext: 'js' }],
]
/** WHATWG MIME Sniffing, 7.1: the tags by which HTML is known, also after comments, which other formats have, too. */
const HTML =
  /^(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]/i
const BEGINNINGS: readonly (readonly [RegExp, string, string])[] = [
  [/^<\?php\s/, 'text/x-php', 'php'],
  [/^-----BEGIN PGP PUBLIC KEY BLOCK-----/, 'application/pgp-keys', 'asc'],
  [/^-----BEGIN PGP SIGNATURE-----/, 'application/pgp-signature', 'asc'],
  [/^-----BEGIN PGP MESSAGE-----/, 'application/pgp-encrypted', 'asc'],
  [/^-----BEGIN [A-Z0-9 ]{1,60}-----\s/, 'application/x-pem-file', 'pem'],
  [/^(?:diff --git |(?:Index: [^\n]*\n=+\n)?--- [^\n]*\n\+\+\+ )/, 'text/x-diff', 'diff'],
  [/^From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} /, 'application/mbox', 'mbox'],
  [/^\d+\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}/, 'application/x-subrip', 'srt'],
  // RFC 8216, 4.3.1.1.
  [/^#EXTM3U\s/, 'application/vnd.apple.mpegurl', 'm3u8'],
  [/^%YAML \d/, 'application/yaml', 'yaml'],
  [/^(?:%[^\n]*\n|\s)*\\document(?:class|style)\b/, 'text/x-tex', 'tex'],
]
/** RFC 5322, 3.6: the fields of which a message has several. */
const FIELD =
  /^(?:Bcc|Cc|Content-[\w-]+|Date|Delivered-To|From|In-Reply-To|MIME-Version|Message-ID|Received|References|Reply-To|Return-Path|Sender|Subject|To): /i
const FEWEST_FIELDS = 3

/** The type of a text by what it says; `text/plain` if nothing tells it. */
export function byText(text: string): FileType {
  const head = text.slice(0, HEAD_CHARS).replace(/\r\n?/g, '\n').trimStart()
  const root = rootOf(head)
  if (/^<\?xml\s/.test(head)) return root ?? XML
  if (root?.ext === 'svg') return root
  if (HTML.test(head)) return { mime: 'text/html', ext: 'html' }
  if (/^[[{]/.test(head)) return jsonOf(text) ?? PLAIN
  const found = BEGINNINGS.find(([beginning]) => beginning.test(head))
  if (found !== undefined) return { mime: found[1], ext: found[2] }
  return scriptOf(head) ?? messageOf(head) ?? PLAIN
}

// The root element after the declaration, comments and a document type.
function rootOf(head: string): FileType | null {
  const name =
    /^(?:<\?[^>]*\?>\s*|<!--(?:(?!-->)[^])*-->\s*|<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>\s*)*<(?:[\w.-]+:)?([\w.-]+)[\s/>]/i.exec(
      head,
    )?.[1]
  return ROOTS.get(name ?? '') ?? null
}

function jsonOf(text: string): FileType | null {
  if (isJson(text)) return { mime: 'application/json', ext: 'json' }
  const lines = text.trimEnd().split('\n')
  const isLines = lines.length > 1 && lines.every((line) => /^[[{]/.test(line) && isJson(line))
  return isLines ? { mime: 'application/x-ndjson', ext: 'jsonl' } : null
}

function isJson(text: string): boolean {
  try {
    parseJson(text)
    return true
  } catch {
    // Text that starts like JSON but is not.
    return false
  }
}

// #!/usr/bin/env -S python3 -u
function scriptOf(head: string): FileType | null {
  const [, path = '', more = ''] = /^#! *(\S+)(?: +([^\n]*))?/.exec(head) ?? []
  const program = /\/env$/.test(path) ? (more.split(/ +/).find((part) => !/^-|=/.test(part)) ?? '') : path
  const name = program.slice(program.lastIndexOf('/') + 1)
  return PROGRAMS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

function messageOf(head: string): FileType | null {
  const fields = head.split('\n\n', 1)[0]!.split(/\n(?![ \t])/)
  const known = fields.filter((line) => FIELD.test(line)).length
  const areFields = fields.every((line) => /^[!-9;-~]+:/.test(line))
  return areFields && known >= FEWEST_FIELDS ? { mime: 'message/rfc822', ext: 'eml' } : null
}
