/** A footnote of a Markdown text. */
export interface Footnote<Block> {
  /** Its blocks. */
  readonly body: Block[]
  /** In the order of first references, from 1; 0 as long as nothing refers to it. */
  number: number
  /** How often it was referred to. */
  references: number
}

/** The footnotes of one document: by label, in the form that CommonMark compares, and in order. */
export class Footnotes<Block> {
  readonly #byLabel = new Map<string, Footnote<Block>>()
  readonly #inOrder: Footnote<Block>[] = []

  /** A new footnote; of two with one label, the first counts. */
  define(label: string): Footnote<Block> {
    const note = { body: [], number: 0, references: 0 }
    if (!this.#byLabel.has(label)) this.#byLabel.set(label, note)
    return note
  }

  withLabel(label: string): Footnote<Block> | undefined {
    return this.#byLabel.get(label)
  }

  /** Counts a reference, and the footnote with the first. */
  refer(note: Footnote<Block>): void {
    if (note.number === 0) note.number = this.#inOrder.push(note)
    note.references += 1
  }

  /** Those that are referred to. */
  get inOrder(): readonly Footnote<Block>[] {
    return this.#inOrder
  }
}

/** The anchors of a footnote and of its references; as GitHub's, they never meet those of a page around the text. */
export const noteAnchor = ({ number }: Footnote<unknown>): string => `user-content-fn-${number}`
export const referenceAnchor = ({ number }: Footnote<unknown>, reference: number): string =>
  `user-content-fnref-${number}${reference === 1 ? '' : `-${reference}`}`
