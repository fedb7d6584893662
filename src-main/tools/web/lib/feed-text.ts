import { isUtf8 } from 'node:buffer'
import { asHtmlText } from '../../lib/html/safe-html.ts'

const MOST_ENTITIES = 50
const MOST_ENTITY_CHARS = 500
const MOST_EXPANDED_CHARS = 2_000_000
const DOCTYPE = /<!DOCTYPE[^<>[]*\[([^\]]*)\]\s*>/y

/**
 * A feed whose own entities and Base64 are replaced by the text that they are, which the reader of feeds leaves, and
 * whose RSS has no prefix.
 */
export function plainFeed(text: string): string {
  return withoutBase64(withoutEntities(withoutPrefix(text)))
}

// RSS 2.0 has no namespace; where authors give it one with a prefix, the reader does not know it.
function withoutPrefix(text: string): string {
  const prefix = /^[^<]*(?:<[?!][^>]*>[^<]*)*<([\w-]{1,40}):rss[\s>]/.exec(text.slice(0, 10_000))?.[1]
  return prefix === undefined ? text : text.replace(new RegExp(`(</?)${prefix}:`, 'g'), '$1')
}

// XML 1.0, 4.4: an internal entity is its text. One that refers to others, or to a file, stays as it
// is: such chains grow without end.
function withoutEntities(text: string): string {
  DOCTYPE.lastIndex = Math.max(0, text.indexOf('<!DOCTYPE'))
  const subset = DOCTYPE.exec(text)?.[1]
  if (subset === undefined) return text
  const declared = subset.matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%<]*)"|'([^'&%<]*)')\s*>/g)
  const entities = new Map<string, string>()
  for (const [, name, double, single] of [...declared].slice(0, MOST_ENTITIES)) {
    const value = double ?? single ?? ''
    if (value.length <= MOST_ENTITY_CHARS) entities.set(name!, value)
  }
  let length = text.length
  return text.replace(/&([\w.-]+);/g, (written, name: string) => {
    const value = entities.get(name)
    if (value === undefined || (length += value.length) > MOST_EXPANDED_CHARS) return written
    return value
  })
}

// Atom 0.3 may write any text as Base64, and says so in an attribute that later formats dropped. In RFC 4287, 4.1.3.3,
// the media type says so; this is the one that is often text all the same.
const CODED = /\s(?:mode\s*=\s*["']base64["']|type\s*=\s*["']application\/octet-stream["'])/

function withoutBase64(text: string): string {
  if (!CODED.test(text)) return text
  return text.replace(
    /<([\w:]+)(\s[^<>]*)>([A-Za-z0-9+/=\s]+)<\/\1>/g,
    (written, name: string, attributes: string, coded: string) => {
      const bytes = CODED.test(attributes) ? Buffer.from(coded, 'base64') : null
      if (bytes === null || !isUtf8(bytes)) return written
      return `<${name}${attributes.replace(CODED, '')}>${asHtmlText(bytes.toString())}</${name}>`
    },
  )
}
