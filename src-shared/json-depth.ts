const QUOTE = 34
const COLON = 58
const BACKSLASH = 92
/** A member has at least this many characters, as in `"a":1,`, if there are many. */
const MIN_MEMBER_CHARS = 6

/** Whether a JSON text nests arrays and objects deeper than `limit`. Reads it once, without a stack. */
export function isDeeperThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = endOfString(text, i)
    else if (code === 91 || code === 123) {
      if (++depth > limit) return true
    } else if (code === 93 || code === 125) depth--
  }
  return false
}

/**
 * Whether the members in a JSON text have more than `limit` different names, wherever they are. A name counts as it is
 * written: one that is written with an escape and without counts twice.
 */
export function hasMoreNames(text: string, limit: number): boolean {
  if (text.length <= limit * MIN_MEMBER_CHARS) return false
  const names = new Set<string>()
  let start = 0
  let end = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      start = i + 1
      end = i = endOfString(text, i)
    } else if (code === COLON) {
      names.add(text.slice(start, end))
      if (names.size > limit) return true
    }
  }
  return false
}

/** So far from an escape the next quote is looked for one character at a time, which is faster where there are many. */
const NEAR_CHARS = 64

/** The position of the quote that ends the string that begins at `start`; the text's length if there is none. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1;) {
    if (!isEscaped(text, end)) return end
    let at = end + 1
    for (let near = at + NEAR_CHARS; at < near; at++) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) return at
      if (code === BACKSLASH) near = ++at + NEAR_CHARS
    }
    end = text.indexOf('"', at)
  }
  return text.length
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}
