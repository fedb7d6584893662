// Control characters other than line ends and tabs, and what a reader does not see: marks of direction, joiners, and
// the tag characters, in which whole sentences can be hidden.
const ODD =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]/gu

/** A text in which characters that nobody sees are written as their code points, such as `⟦U+200B⟧`. */
export function shown(text: string): string {
  return text.replace(
    ODD,
    (char) => `⟦U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟧`,
  )
}

/** Whether a value has texts, at any depth, with characters that nobody sees. */
export function hasOddCharacters(value: unknown): boolean {
  // The escapes of JSON would hide control characters, so texts are looked at one by one.
  if (typeof value === 'string') return value.search(ODD) !== -1
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, part]) => hasOddCharacters(name) || hasOddCharacters(part))
}
