/** What a caller chooses about the source in any language. */
export interface LanguageStyle {
  /** Leaves out what a JSON library needs: annotations, and functions that read and write. */
  readonly typesOnly: boolean
}
