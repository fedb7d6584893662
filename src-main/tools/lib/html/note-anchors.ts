/** What the anchors of footnotes and of references to them begin with, as on GitHub. */
export const NOTE_ANCHOR = 'user-content-fn-'
export const REFERENCE_ANCHOR = 'user-content-fnref-'

const ANCHOR = new RegExp(`^(?:${NOTE_ANCHOR}|${REFERENCE_ANCHOR})[^\\s"'<>]{1,200}$`)

/** Whether an id is an anchor of a footnote: it meets no id of a page around the text. */
export function isNoteAnchor(id: string): boolean {
  return ANCHOR.test(id)
}
