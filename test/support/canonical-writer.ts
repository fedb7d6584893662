import { createHash } from 'node:crypto'
import type { Json } from './gateway/test-gateway.ts'

/** A second, slow RFC 8785 writer, so that hashes are checked by other code than made them. */
export function toCanonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(toCanonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1))
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonical(value[name])}`).join(',')}}`
}

/** Lower-case hex SHA-256. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
