import { singularOf } from './singular.ts'

const MAX_WORDS = 6
const MAX_CHARS = 48

// Letters that every TypeScript release allows in identifiers; newer ones are left out of names.
const LETTERS = [
  String.raw`A-Za-z0-9\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F`, // Latin
  String.raw`\u0391-\u03A1\u03A3-\u03CE\u0400-\u045F`, // Greek, Cyrillic
  String.raw`\u05D0-\u05EA\u0620-\u064A\u0905-\u0939\u0E01-\u0E30`, // Hebrew, Arabic, Devanagari, Thai
  String.raw`\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FA5\uAC00-\uD7A3`, // Japanese, Chinese, Korean
]
const WORD = new RegExp(`[${LETTERS.join('')}]+`, 'g')

/**
 * A key's words: split at everything that is not a letter or digit, and where lower case turns into
 * upper case.
 */
export function wordsOf(key: string): string[] {
  const pieces = key.slice(0, 4 * MAX_CHARS).match(WORD) ?? []
  // An acronym ends before the last capital that starts a word: `HTMLElement` is two words.
  return pieces.flatMap((piece) => piece.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})/))
}

/**
 * Turns a key into a type name: `html_url` is `HtmlUrl`, `userID` is `UserID`, `USER_NAME` is
 * `UserName`.
 */
export function toPascalCase(key: string): string {
  return joinWords(wordsOf(key), key)
}

/** The type name of one item of a plural key: `categories` gives `Category`. */
export function toSingularPascalCase(key: string): string {
  const words = wordsOf(key)
  const last = words.at(-1)
  if (last === undefined) return ''
  const plain = last.toLowerCase()
  const one = singularOf(plain)
  if (one === plain) return joinWords(words, key)
  // `URLs` and `users` both only lose their ending; irregular plurals are written in lower case
  // first.
  words[words.length - 1] = plain.startsWith(one) ? last.slice(0, one.length) : one
  return joinWords(words, key)
}

function joinWords(words: readonly string[], key: string): string {
  const shouted = /[A-Z]{4,}|[A-Z][_\s-][A-Z]/.test(key) && !/[a-z]/.test(key)
  let name = ''
  for (const word of words.slice(0, MAX_WORDS)) {
    const rest = shouted ? word.slice(1).toLowerCase() : word.slice(1)
    if (name !== '' && name.length + word.length > MAX_CHARS) break
    // Two digits in a row from different words would read as one number.
    const gap = /\d$/.test(name) && /^\d/.test(word) ? '_' : ''
    name += gap + word.charAt(0).toUpperCase() + rest
  }
  return name.slice(0, MAX_CHARS)
}
