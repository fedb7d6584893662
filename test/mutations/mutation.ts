/** A small change to the product that some test must notice. */
export interface Mutation {
  readonly id: string
  /** The changed file, from the checkout's root. */
  readonly file: string
  /** The exact text that is replaced; it must occur exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** What the changed product would do wrong. */
  readonly why: string
  /** The test files that must notice. */
  readonly tests: readonly string[]
  /** Why no test can notice, where the changed product behaves as before. */
  readonly equivalent?: string
}

/** How often the text that a mutation replaces occurs in its file. */
export function occurrencesOf({ find }: Mutation, text: string): number {
  return text.split(find).length - 1
}

/** A file's text with the mutation applied. @throws Error unless `find` occurs exactly once */
export function mutated(mutation: Mutation, text: string): string {
  const count = occurrencesOf(mutation, text)
  if (count !== 1) {
    throw new Error(
      `${mutation.id}: its "find" occurs ${count} times in ${mutation.file}, not once. Correct the list.`,
    )
  }
  return text.replace(mutation.find, () => mutation.replace)
}
