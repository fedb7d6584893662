import { withCaseOf } from './letter-case.ts'

const VOWELS = 'αεηιουω'
const VOICED = `${VOWELS}βγδζλμνρ`

/**
 * Pairs of letters that are written together: ELOT 743. The text is decomposed; a diaeresis parts two
 * vowels, and so does an accent on the first.
 */
const PAIRS: readonly (readonly [pair: RegExp, latin: string])[] = [
  [/ου(?!\u0308)/giu, 'ou'],
  ...(['α', 'ε', 'η'] as const).flatMap((vowel) => {
    const latin = { α: 'a', ε: 'e', η: 'i' }[vowel]
    return [
      [new RegExp(`${vowel}υ(?!\\u0308)(?=\\u0301?[${VOICED}])`, 'giu'), `${latin}v`],
      [new RegExp(`${vowel}υ(?!\\u0308)`, 'giu'), `${latin}f`],
    ] as const
  }),
  [/γγ/giu, 'ng'],
  [/γξ/giu, 'nx'],
  [/γχ/giu, 'nch'],
  [/(?<!\p{L})μπ|μπ(?!\p{L})/giu, 'b'],
]

/** Writes those pairs of Greek letters in Latin ones; the others are left to be written one by one. */
export function latinPairsFromGreek(text: string): string {
  if (!/\p{Script=Greek}/u.test(text)) return text
  const decomposed = text.normalize('NFD')
  return PAIRS.reduce(
    (all, [pair, latin]) => all.replace(pair, (found) => withCaseOf(found, latin)),
    decomposed,
  ).normalize('NFC')
}
