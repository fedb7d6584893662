const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

// Control and format characters, which editors hide, those without a meaning, which Haskell's texts may not hold,
// and the two separators that end a line in some languages.
const HIDDEN = /[\p{C}\u2028\u2029]/u

/** How a language writes a character by its number (a Unicode code point). */
export type UnicodeEscape = (code: number) => string

/** `\u{2028}`: Rust, Swift, Dart, Ruby, PHP, Elixir, Crystal and Elm. */
export const BRACED: UnicodeEscape = (code) => `\\u{${code.toString(16)}}`

/** `\u2028`, in two parts beyond the first 65,536 characters: Java, C#, Kotlin, Scala and JSON. */
export const FOUR_DIGITS: UnicodeEscape = (code) =>
  String.fromCodePoint(code)
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/**
 * A text in double quotes. Characters that can be seen are written as they are.
 * @param marks characters that begin something else in the language's texts, such as `$`
 */
export function textLiteral(text: string, escape: UnicodeEscape, marks = ''): string {
  let literal = ''
  for (const character of text.toWellFormed()) {
    literal += Object.hasOwn(SHORT, character)
      ? SHORT[character]
      : marks.includes(character)
        ? `\\${character}`
        : HIDDEN.test(character)
          ? escape(character.codePointAt(0)!)
          : character
  }
  return `"${literal}"`
}
