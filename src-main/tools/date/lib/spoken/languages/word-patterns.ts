/** A pattern of words that are not a part of others. */
export function alone(pattern: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'giu')
}

/** Which of some names, each a pattern, a word is, from 0; -1 for none. */
export function placeIn(word: string, names: readonly string[]): number {
  return names.findIndex((name) => new RegExp(`^(?:${name})$`, 'iu').test(word))
}

/** Names as alternatives of a pattern; shorter ones may be a part of others. */
export function longestFirst(names: readonly string[]): string {
  return names.toSorted((one, other) => other.length - one.length).join('|')
}
