/** A script that one of the known languages alone is written in, and that language. */
const OF_ONE: Readonly<Record<string, string>> = {
  Armenian: 'hy',
  Cherokee: 'chr',
  Georgian: 'ka',
  Greek: 'el',
  Gujarati: 'gu',
  Gurmukhi: 'pa',
  Hangul: 'ko',
  Hiragana: 'ja',
  Kannada: 'kn',
  Katakana: 'ja',
  Khmer: 'km',
  Lao: 'lo',
  Malayalam: 'ml',
  Myanmar: 'my',
  Oriya: 'or',
  Sinhala: 'si',
  Tamil: 'ta',
  Telugu: 'te',
  Thaana: 'dv',
  Thai: 'th',
}

/** The languages of each script that several are written in. All others are written in Latin letters. */
const OF_SEVERAL: Readonly<Record<string, readonly string[]>> = {
  Arabic: ['ar', 'ckb', 'fa', 'ps', 'sd', 'ug', 'ur'],
  Bengali: ['as', 'bn'],
  Cyrillic: ['be', 'bg', 'kk', 'ky', 'mk', 'mn', 'ru', 'sr', 'tg', 'tt', 'uk'],
  Devanagari: ['hi', 'mr', 'ne'],
  Ethiopic: ['am', 'ti'],
  Han: ['ja', 'zh'],
  Hebrew: ['he', 'yi'],
}

/** Languages with letters of their own script, and Latin ones as well. */
const ALSO_IN_LATIN = new Set(['sr', 'tt', 'kk'])
const NOT_IN_LATIN = new Set(
  [...Object.values(OF_ONE), ...Object.values(OF_SEVERAL).flat()].filter(
    (code) => !ALSO_IN_LATIN.has(code),
  ),
)

const SCRIPTS = ['Latin', ...Object.keys(OF_SEVERAL), ...Object.keys(OF_ONE)].map(
  (name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const,
)

/** Signs of which one says as much as several letters of an alphabet. */
const DENSE = new Set(['Han', 'Hangul', 'Hiragana', 'Katakana'])
const LETTERS_OF_A_SIGN = 2
/** More letters of another script than this share make a text a mixed one. */
const MIXED_FROM = 0.3
const MOST_LETTERS = 20_000

/** The script of most letters of a text. */
export interface WritingSystem {
  readonly script: string
  /** Letters of this script; a sign of a word or syllable counts as two. */
  readonly letters: number
  /** Whether another script has a considerable part of the text. */
  readonly isMixed: boolean
  /** The languages that it can be in; null for Latin letters, which most languages are written in. */
  readonly languages: readonly string[] | null
}

/**
 * Finds the script of a text, by its first 20,000 letters.
 * @returns null for a text without a letter of a known script
 */
export function writingSystemOf(text: string): WritingSystem | null {
  const counts = scriptsOf(text).map(([script, count]) => ({
    script,
    weight: DENSE.has(script) ? count * LETTERS_OF_A_SIGN : count,
  }))
  const found = new Set(counts.map(({ script }) => script))
  // Japanese and Korean are written with Chinese characters as well, and the other way round they are not.
  const isJapanese = found.has('Hiragana') || found.has('Katakana')
  const groupOf = (script: string) => {
    if (isJapanese && ['Han', 'Katakana'].includes(script)) return 'Hiragana'
    return script === 'Han' && found.has('Hangul') ? 'Hangul' : script
  }
  const groups = new Map<string, number>()
  for (const { script, weight } of counts)
    groups.set(groupOf(script), (groups.get(groupOf(script)) ?? 0) + weight)
  const [first] = [...groups].toSorted(([, a], [, b]) => b - a)
  if (!first) return null
  const [script, weight] = first
  const whole = [...groups.values()].reduce((sum, other) => sum + other, 0)
  const one = OF_ONE[script]
  return {
    script,
    letters: weight,
    isMixed: weight < whole * (1 - MIXED_FROM),
    languages: one === undefined ? (OF_SEVERAL[script] ?? null) : [one],
  }
}

// A text has many letters and few different ones: each of these is looked up once.
function scriptsOf(text: string): (readonly [script: string, count: number])[] {
  const letters = new Map<string, number>()
  let count = 0
  for (const [letter] of text.matchAll(/[\p{L}\p{M}]/gu)) {
    letters.set(letter, (letters.get(letter) ?? 0) + 1)
    if (++count === MOST_LETTERS) break
  }
  const scripts = new Map<string, number>()
  for (const [letter, times] of letters) {
    const script = SCRIPTS.find(([, pattern]) => pattern.test(letter))?.[0]
    if (script !== undefined) scripts.set(script, (scripts.get(script) ?? 0) + times)
  }
  return [...scripts]
}

/** Whether a language is one of those that a writing system leaves. */
export function isWrittenIn(code: string, { languages }: WritingSystem): boolean {
  return languages === null ? !NOT_IN_LATIN.has(code) : languages.includes(code)
}
