import type { Candidate, Opinion } from './missed-language.ts'

/** Letters of Persian and Urdu that Arabic does not have. */
const NOT_ARABIC = /[\u0679\u067e\u0686\u0688\u0691\u0698\u06a9\u06af\u06ba\u06be\u06c1\u06cc\u06d2]/
/** What Yiddish writes and Hebrew does not: its ligatures, and alef as a vowel. */
const YIDDISH = /[\u05f0-\u05f2\ufb1d\ufb1f\ufb2e\ufb2f]|\u05d0[\u05b7\u05b8]/
/** Below this the first detector has seen next to nothing of a language. */
const GUESS = 0.5

/**
 * The language that the second detector sees in place of the first candidate, where two of one script are taken for
 * each other and letters or their absence tell them apart; null where they do not.
 */
export function languageBySigns(
  first: Candidate | undefined,
  opinion: Opinion,
  text: string,
): string | null {
  const { language } = opinion
  // Persian and Urdu with a letter from an Arabic keyboard are still not Arabic.
  if (first?.code === 'ar' && NOT_ARABIC.test(text) && ['fa', 'ur'].includes(language)) return language
  // A word or two of Hebrew are words of Yiddish, too.
  if (first?.code === 'yi' && first.accuracy < GUESS && !YIDDISH.test(text) && language === 'he')
    return 'he'
  return null
}
