import { foldedCase } from './folded-case.ts'

/**
 * A text without its accents and capitals, and where its parts are in the text itself. The library folds texts too,
 * but tells places in what is left of them.
 */
export function foldedOf(text: string, ignoreCase: boolean, ignoreAccents: boolean) {
  let left = ''
  const starts: number[] = []
  let at = 0
  for (const char of text) {
    const bare = ignoreAccents ? char.normalize('NFD').replace(/\p{Mn}/gu, '') : char
    const folded = ignoreCase ? foldedCase(bare) : bare
    for (let unit = 0; unit < folded.length; unit++) starts.push(at)
    left += folded
    at += char.length
  }
  const placeOf = ([first, last]: readonly [number, number]) => {
    // Up to the next character, so that marks stay with theirs.
    const end = starts.slice(last + 1).find((start) => start > starts[last]!) ?? text.length
    return { start: starts[first]!, end }
  }
  return { text: left, placeOf }
}
