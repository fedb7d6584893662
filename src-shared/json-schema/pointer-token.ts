/** A name or an index as a part of a JSON Pointer (RFC 6901, 3). */
export function pointerToken(name: string | number): string {
  return String(name).replaceAll('~', '~0').replaceAll('/', '~1')
}
