import type { ContentKind } from './content-kinds.ts'
import { daysIn } from './date-ranges.ts'
import { coloursIn, statusIn } from './everyday-kinds.ts'
import { MEASURES } from './measures.ts'
import { symbologyOf } from './value-kinds.ts'

type Values = Readonly<Record<string, unknown>>
type Read = (text: string) => Values | null

/** The lines of an answer's head by name, of which one may have several. */
function headersIn(text: string): { readonly headers: Readonly<Record<string, string | string[]>> } {
  const headers = new Map<string, string | string[]>()
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([\w-]+): ?(.*)$/.exec(line.trim()) ?? []
    const before = headers.get(name.toLowerCase())
    if (name) headers.set(name.toLowerCase(), before === undefined ? value : [before, value].flat())
  }
  return { headers: Object.fromEntries(headers) }
}

/** A request as it is sent, told apart; its `Host` makes the address whole. */
function requestIn(text: string): Values | null {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
  const [, method, path = '/'] = /^(\w+) (\S+)/.exec(head) ?? []
  const { headers: all } = headersIn(head.slice(head.indexOf('\n') + 1))
  const { host = '', 'content-length': _, connection: __, ...headers } = all
  const url = path.startsWith('/') ? `https://${[host].flat()[0]}${path}` : path
  const body = rest.join('\n\n')
  return { method: method?.toUpperCase(), url, headers, ...(body === '' ? {} : { body }) }
}

/** The mark between the cells of a table: the one that its first lines have as often as each other. */
function delimiterIn(text: string): string {
  const lines = text
    .split(/\r?\n/, 8)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, ''))
  const counts = (mark: string) => lines.map((line) => line.split(mark).length)
  const even = ['\t', ';', '|', ','].filter(
    (mark) => new Set(counts(mark)).size === 1 && counts(mark)[0]! > 1,
  )
  return even[0] ?? ','
}

const READERS: Readonly<Partial<Record<ContentKind, Read>>> = {
  ...MEASURES,
  // A query without its address has the parts that one with any address has.
  query: (text) => ({ url: text.startsWith('?') ? text : `?${text}`, base: 'http://localhost/' }),
  'http-status': (text) => ({ code: statusIn(text) }),
  'http-headers': headersIn,
  'http-request': requestIn,
  csv: (text) => (delimiterIn(text) === ',' ? null : { csv: text, delimiter: delimiterIn(text) }),
  colour: coloursIn,
  'date-range': daysIn,
  barcode: (text) => {
    const digits = text.replaceAll(/\D/g, '')
    return { text: digits, symbology: symbologyOf(digits) ?? undefined }
  },
  email: (text) => (/^mailto:/i.test(text) ? { email: text.replace(/^mailto:|\?.*$/gi, '') } : null),
  phone: (text) => (/^tel:/i.test(text) ? { phone: text.slice('tel:'.length) } : null),
}

const READ_APART: ReadonlySet<ContentKind> = new Set([
  'query',
  'http-status',
  'http-headers',
  'http-request',
  'date-range',
  'barcode',
])

/** Whether a text of this kind is told apart into fields, so that it cannot fill one as it is. */
export function isReadApart(kind: ContentKind): boolean {
  return kind in MEASURES || READ_APART.has(kind)
}

/** The fields that a text of this kind tells, by the names that tools have for them; null if it is used as it is. */
export function valuesIn(kind: ContentKind, text: string): Values | null {
  return READERS[kind]?.(text.trim()) ?? null
}
