import { timingSafeEqual } from 'node:crypto'

/** True when both are the same bytes. How long it takes says nothing of where they differ, only of the length. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
