// Accents of Latin, Greek and Cyrillic letters, and vowel points of Hebrew and Arabic. Elsewhere a mark is a letter.
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0655\u0670]/g

/** A name without accents, case, punctuation and an article before it or, in brackets, after it. */
export function plainName(name: string): string {
  return (
    name
      .normalize('NFKD')
      // What nobody sees, such as the joiners of Sinhala and the spaces of Khmer.
      .replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '')
      .replaceAll(ACCENTS, '')
      .toLowerCase()
      .replaceAll('&', ' and ')
      // People's and Peoples are one word.
      .replaceAll(/(?<=\p{L})['’]s(?![\p{L}\p{M}\p{N}])/gu, 's')
      .replaceAll(/\bst\b\.?(?= \p{L})/gu, 'saint')
      // U.S. is US.
      .replaceAll(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))|(?<=\.\p{L})\./gu, '')
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      // Two ways to write one character.
      .replaceAll('臺', '台')
      .trim()
      .replace(/^(?:the|les?|la|l) | (?:the|les?|la|l)$/g, '')
  )
}
