/** What a line of words says of a new source, besides what every kind has. */
export interface AddedWords {
  /** All words after `sources add`. */
  readonly rawArgs: readonly string[]
  /** The address of a server, where one is given in place of a program. */
  readonly address?: string | undefined
  readonly clientId?: string | undefined
  readonly cwd?: string | undefined
  readonly server?: string | undefined
  /** What a command prints: text, json or lines. */
  readonly output?: string | undefined
  /** Whether a command only reads. */
  readonly readOnly?: boolean | undefined
  /** Whether saves of a folder are served at once. */
  readonly isEditedHere?: boolean | undefined
}
