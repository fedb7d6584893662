/** What a line of words says of a new source, besides what every kind has. */
export interface AddedWords {
  /** All words after `sources add`. */
  readonly rawArgs: readonly string[]
  readonly cwd?: string | undefined
}
