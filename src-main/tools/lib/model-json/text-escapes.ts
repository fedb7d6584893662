// An apostrophe that was escaped twice, first; it is between letters.
const ESCAPE = /(?<=\p{L})\\\\'(?=\p{L})|\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([^]?))|["\u0000-\u001f]/gu

/**
 * A JSON text, in quotes, of what is written between quotes. Escapes of JSON stay, and those of JavaScript and Python
 * are read; a backslash before another letter, as in a path of Windows or a formula, is itself.
 */
export function jsonTextOf(written: string): string {
  const inside = written.replaceAll(ESCAPE, (found, unicode?: string, hex?: string, letter?: string) => {
    if (found === "\\\\'") return "'"
    if (unicode !== undefined) return found
    if (hex !== undefined) return `\\u00${hex}`
    if (letter === undefined) return JSON.stringify(found).slice(1, -1)
    if (letter === '') return '\\\\'
    if (/["\\/bfnrt]/.test(letter)) return found
    if (/['`´“”‘’]/.test(letter)) return letter
    return `\\\\${JSON.stringify(letter).slice(1, -1)}`
  })
  return `"${inside}"`
}
