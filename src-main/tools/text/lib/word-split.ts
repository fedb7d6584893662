const WORD = /[\p{L}\p{M}\p{N}]+(?:['’\u200c\u200d][\p{L}\p{M}]+)*/gu
// Soft hyphens, zero-width spaces and the like. Joiners are spelling, as in Persian.
const UNSEEN = /(?:(?![\u200c\u200d])\p{Default_Ignorable_Code_Point})+/gu
// Word boundaries in a name without gaps: fooBar, HTTPServer. Looking for the capital first keeps this linear: from
// within a long run of marks, each place would look back over all marks before it.
const HUMP = /(?=\p{Lu})(?:(?<=[\p{Ll}\p{N}]\p{M}*)|(?<=\p{Lu}\p{M}*)(?=\p{Lu}\p{M}*\p{Ll}))/u

/**
 * The words of a text or a name in any script: runs of letters, their marks and digits, split at
 * each hump of `camelCase`. An apostrophe inside a word is a part of it.
 */
export function splitWords(text: string): string[] {
  const words = text.replaceAll(UNSEEN, '').normalize('NFC').match(WORD) ?? []
  return words.flatMap((word) => word.split(HUMP))
}
