/** Letters for two sounds have a form of their own for the beginning of a word (Unicode, titlecase mapping). */
const BEGINNINGS: Readonly<Record<string, string>> = { Ǆ: 'ǅ', Ǉ: 'ǈ', Ǌ: 'ǋ', Ǳ: 'ǲ' }
const FROM_MTAVRULI = 0x1c90 - 0x10d0

/**
 * A text whose words begin with capitals, with the forms that Unicode gives the beginning of a word: Georgian has
 * capitals for whole words alone, and some letters for two sounds have a form between.
 */
export function withTitleLetters(text: string): string {
  return text
    .replaceAll(/[ǄǇǊǱ]/g, (letter) => BEGINNINGS[letter]!)
    .replaceAll(/[\u1c90-\u1cba\u1cbd-\u1cbf]/g, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) - FROM_MTAVRULI),
    )
}
