const SPACE = 0x20

/**
 * An address as a browser reads it from an attribute: without the white space and control characters around it, and
 * without the line breaks and tabs in it (URL, 4.4).
 */
export function plainAddress(address: string): string {
  let [start, end] = [0, address.length]
  while (start < end && address.charCodeAt(start) <= SPACE) start++
  while (end > start && address.charCodeAt(end - 1) <= SPACE) end--
  return address.slice(start, end).replaceAll(/[\t\n\r]/g, '')
}
