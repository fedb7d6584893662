import { timingSafeEqual } from 'node:crypto'

/**
 * True if both contain the same bytes. The time it takes reveals only the length, not where they
 * differ.
 */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
