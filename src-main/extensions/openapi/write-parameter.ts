import type { ParameterStyle } from './request-plan.ts'

/** How a value is written. */
export interface Writing {
  readonly style: ParameterStyle
  readonly explode: boolean
  readonly isReservedKept?: boolean | undefined
}

/** A name and a value in a query, both percent-encoded. */
export type Pair = readonly [name: string, value: string]

const DELIMITERS: Readonly<Partial<Record<ParameterStyle, string>>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tab: '%09',
}

/** A text in which only what RFC 3986 calls unreserved stands for itself. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A value as a text: what JSON writes for all that is not a text itself. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A parameter of a query, or a field of a form, as pairs (RFC 6570, 3.2.8). */
export function queryPairs(name: string, value: unknown, { style, explode, ...kept }: Writing): Pair[] {
  const write = (part: unknown): string => {
    const text = textOf(part)
    return kept.isReservedKept === true ? keepingReserved(text) : encoded(text)
  }
  const key = encoded(name)
  if (Array.isArray(value)) {
    const parts: unknown[] = value.filter((part) => part !== null)
    if (style === 'deepObject') return parts.map((part) => [key, write(part)])
    // A list without values is left out, as an undefined one is.
    if (explode || parts.length === 0) return parts.map((part) => [key, write(part)])
    return [[key, parts.map(write).join(DELIMITERS[style] ?? ',')]]
  }
  if (typeof value !== 'object' || value === null) return [[key, write(value)]]
  const entries = membersOf(value)
  if (style === 'deepObject')
    return entries.flatMap(([member, part]) => deepPairs(key, member, part, write))
  if (explode) return entries.map(([member, part]) => [encoded(member), write(part)])
  if (entries.length === 0) return []
  const flat = entries.flatMap(([member, part]) => [encoded(member), write(part)])
  return [[key, flat.join(DELIMITERS[style] ?? ',')]]
}

/** A parameter of a path (RFC 6570, 3.2.2, 3.2.5 and 3.2.7). */
export function pathText(name: string, value: unknown, { style, explode }: Writing): string {
  const joined = (separator: string, sign: string): string => {
    if (Array.isArray(value)) return value.map((part) => encoded(textOf(part))).join(separator)
    if (typeof value !== 'object' || value === null) return encoded(textOf(value))
    return membersOf(value)
      .map(([member, part]) => `${encoded(member)}${sign}${encoded(textOf(part))}`)
      .join(separator)
  }
  if (style === 'label') return `.${explode ? joined('.', '=') : joined(',', ',')}`
  if (style !== 'matrix') return joined(',', explode ? '=' : ',')
  const key = encoded(name)
  if (!explode) return `;${key}=${joined(',', ',')}`
  if (Array.isArray(value)) return value.map((part) => `;${key}=${encoded(textOf(part))}`).join('')
  return typeof value === 'object' && value !== null
    ? `;${joined(';', '=')}`
    : `;${key}=${joined(',', ',')}`
}

/** The value of a header, or of a cookie where `write` encodes it. */
export function plainText(value: unknown, explode: boolean, write = (text: string) => text): string {
  if (Array.isArray(value)) return value.map((part) => write(textOf(part))).join(',')
  if (typeof value !== 'object' || value === null) return write(textOf(value))
  return membersOf(value)
    .map(([member, part]) => `${write(member)}${explode ? '=' : ','}${write(textOf(part))}`)
    .join(',')
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, part]) => part !== null && part !== undefined)
}

function deepPairs(key: string, member: string, value: unknown, write: (part: unknown) => string): Pair[] {
  const inner = `${key}%5B${encoded(member)}%5D`
  if (Array.isArray(value)) return value.map((part) => [inner, write(part)])
  if (typeof value !== 'object' || value === null) return [[inner, write(value)]]
  return membersOf(value).flatMap(([name, part]) => deepPairs(inner, name, part, write))
}

// RFC 3986, 2.2, without what would end the value or the query.
function keepingReserved(text: string): string {
  return encoded(text).replace(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|5B|5D)/g, (escape) =>
    decodeURIComponent(escape),
  )
}
