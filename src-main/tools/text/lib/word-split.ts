const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu
// Word boundaries in a name without gaps: fooBar, HTTPServer.
const HUMP = /(?<=[\p{Ll}\p{N}]\p{M}*)(?=\p{Lu})|(?<=\p{Lu}\p{M}*)(?=\p{Lu}\p{M}*\p{Ll})/u

/**
 * The words of a text or a name in any script: runs of letters, their marks and digits, split at
 * each hump of `camelCase`. An apostrophe inside a word is a part of it.
 */
export function splitWords(text: string): string[] {
  const words = text.normalize('NFC').match(WORD) ?? []
  return words.flatMap((word) => word.split(HUMP))
}
