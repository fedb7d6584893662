import type { ContentKind } from './content-kinds.ts'
import { statusIn } from './everyday-kinds.ts'
import { MEASURES } from './measures.ts'

type Values = Readonly<Record<string, unknown>>
type Read = (text: string) => Values | null

/** The lines of an answer's head by name, of which one may have several. */
function headersIn(text: string): Values {
  const headers = new Map<string, string | string[]>()
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([\w-]+): ?(.*)$/.exec(line.trim()) ?? []
    const before = headers.get(name.toLowerCase())
    if (name) headers.set(name.toLowerCase(), before === undefined ? value : [before, value].flat())
  }
  return { headers: Object.fromEntries(headers) }
}

const READERS: Readonly<Partial<Record<ContentKind, Read>>> = {
  ...MEASURES,
  // A query without its address has the parts that one with any address has.
  query: (text) => ({ url: text.startsWith('?') ? text : `?${text}`, base: 'http://localhost/' }),
  'http-status': (text) => ({ code: statusIn(text) }),
  'http-headers': headersIn,
  email: (text) => (/^mailto:/i.test(text) ? { email: text.replace(/^mailto:|\?.*$/gi, '') } : null),
  phone: (text) => (/^tel:/i.test(text) ? { phone: text.slice('tel:'.length) } : null),
}

/** Whether a text of this kind is told apart into fields, so that it cannot fill one as it is. */
export function isReadApart(kind: ContentKind): boolean {
  return kind in MEASURES || kind === 'query' || kind === 'http-status' || kind === 'http-headers'
}

/** The fields that a text of this kind tells, by the names that tools have for them; null if it is used as it is. */
export function valuesIn(kind: ContentKind, text: string): Values | null {
  return READERS[kind]?.(text.trim()) ?? null
}
