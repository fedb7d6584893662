/** Scripts in which one living language alone is written. */
const SCRIPTS: readonly (readonly [script: string, code: string])[] = [
  ['Armenian', 'hy'],
  ['Georgian', 'ka'],
  ['Greek', 'el'],
  ['Gujarati', 'gu'],
  ['Hangul', 'ko'],
  ['Hiragana', 'ja'],
  ['Kannada', 'kn'],
  ['Katakana', 'ja'],
  ['Khmer', 'km'],
  ['Lao', 'lo'],
  ['Malayalam', 'ml'],
  ['Oriya', 'or'],
  ['Sinhala', 'si'],
  ['Tamil', 'ta'],
  ['Telugu', 'te'],
  ['Thai', 'th'],
]

/** The language of a text whose script tells it, in which no detector has seen enough; else null. */
export function languageOfScript(text: string): { readonly code: string; readonly name: string } | null {
  const letters = text.match(/\p{L}/gu)?.slice(0, 1_000) ?? []
  for (const [script, code] of SCRIPTS) {
    const isOfIt = new RegExp(`\\p{Script=${script}}`, 'u')
    if (letters.filter((letter) => isOfIt.test(letter)).length * 2 > letters.length)
      return {
        code,
        name: new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code,
      }
  }
  return null
}

/** Whether a text is a name or two in Chinese characters alone, which Japanese has as well. */
export function isHan(text: string): boolean {
  return /^(?:\p{Script=Han}|\P{L})*$/u.test(text) && /\p{Script=Han}/u.test(text)
}

/** What such a text may be in. */
export const LANGUAGES_OF_HAN = [
  { code: 'zh', name: 'Chinese', accuracy: 0.5 },
  { code: 'ja', name: 'Japanese', accuracy: 0.5 },
]
