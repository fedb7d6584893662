const KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'].flatMap((letters, at) =>
    [...letters].map((letter) => [letter, String(at + 2)]),
  ),
)

/**
 * A telephone number with its letters as the digits of their keys (ITU-T E.161): 1-800-FLOWERS. They come after
 * a digit, and are four at least, since ext begins an extension.
 */
export function keypadDigits(phone: string): string {
  if (!/^[\s(+]*\d.*[A-Za-z]{4}/s.test(phone) || /ext/i.test(phone)) return phone
  return phone.replaceAll(/[A-Za-z]/g, (letter) => KEYS[letter.toLowerCase()] ?? letter)
}
