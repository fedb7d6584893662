import { pointerToken } from '../../../../src-shared/json-schema/pointer-token.ts'

/** Appends a reference token to a JSON Pointer (RFC 6901, section 3). */
export function pointerTo(parent: string, token: string | number): string {
  return `${parent}/${pointerToken(token)}`
}

/**
 * The reference tokens of a JSON Pointer, unescaped (RFC 6901, section 4).
 * @returns null for a text that is not a JSON Pointer
 */
export function tokensOfPointer(pointer: string): string[] | null {
  if (pointer === '') return []
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * The list index that a token names: digits without leading zeros (RFC 6901, section 4).
 * @returns null for anything else, including `-`
 */
export function listIndexOf(token: string): number | null {
  return /^(?:0|[1-9]\d{0,8})$/.test(token) ? Number(token) : null
}
