import { hash } from 'node:crypto'

/**
 * With `mcp__toolgate__` before it a name has 63 characters, of which the APIs of models allow 64; clients that put
 * the name of the server before it allow 60.
 */
export const MAX_SLUG = 48
/** The ids of sources. */
export const SOURCE_ID = /^[a-z0-9](?:[a-z0-9-]{0,14}[a-z0-9])?$/
const DIGITS = 4

/**
 * The slug of a source's tool: `source__tool` in lower case. A name that is too long, that has no letters to keep, or
 * whose slug another tool has, is cut and gets four digits of its hash.
 * @param taken whether another tool of the source has a slug
 */
export function slugOf(source: string, original: string, taken: (slug: string) => boolean): string {
  const room = MAX_SLUG - source.length - 2
  const plain = kebab(original)
  const slug = `${source}__${plain}`
  if (plain !== '' && plain.length <= room && !taken(slug)) return slug
  const digest = hash('sha256', original)
  // Names whose first digits agree get more of them.
  for (let digits = DIGITS; digits <= digest.length; digits++) {
    const cut = plain.slice(0, Math.max(0, room - digits - 1)).replace(/-+$/, '')
    const other = `${source}__${cut === '' ? 'tool' : cut}-${digest.slice(0, digits)}`
    if (!taken(other)) return other
  }
  throw new Error(`Every slug for ${original} is taken`)
}

function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
