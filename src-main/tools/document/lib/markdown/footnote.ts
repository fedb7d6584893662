import type { Token } from 'markdown-it'
import { NOTE_ANCHOR, REFERENCE_ANCHOR } from '../../../lib/html/note-anchors.ts'

/** A footnote of a Markdown text. */
export interface Footnote {
  /** Its blocks. */
  readonly body: Token[]
  /** In the order of first references, from 1; 0 as long as nothing refers to it. */
  number: number
  /** How often it was referred to. */
  references: number
}

/** The footnotes of one document: by label, in the form that CommonMark compares, and in order. */
export class Footnotes {
  readonly #byLabel = new Map<string, Footnote>()
  readonly #inOrder: Footnote[] = []

  /** A new footnote; of two with one label, the first counts. */
  define(label: string): Footnote {
    const note = { body: [], number: 0, references: 0 }
    if (!this.#byLabel.has(label)) this.#byLabel.set(label, note)
    return note
  }

  withLabel(label: string): Footnote | undefined {
    return this.#byLabel.get(label)
  }

  /** Counts a reference, and the footnote with the first. */
  refer(note: Footnote): void {
    if (note.number === 0) note.number = this.#inOrder.push(note)
    note.references += 1
  }

  /** Those that are referred to. */
  get inOrder(): readonly Footnote[] {
    return this.#inOrder
  }
}

/** The anchors of a footnote and of its references. */
export const noteAnchor = ({ number }: Footnote): string => `${NOTE_ANCHOR}${number}`
export const referenceAnchor = ({ number }: Footnote, reference: number): string =>
  `${REFERENCE_ANCHOR}${number}${reference === 1 ? '' : `-${reference}`}`
