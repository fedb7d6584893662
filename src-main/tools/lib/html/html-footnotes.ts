import type { fromHtml } from 'hast-util-from-html'
import { defaultHandlers as readers, type Handle as Reader } from 'hast-util-to-mdast'
import { NOTE_ANCHOR, REFERENCE_ANCHOR } from './note-anchors.ts'

type HtmlElement = Parameters<Reader>[1]
type Page = ReturnType<typeof fromHtml>
type MarkdownNode = Exclude<ReturnType<Reader>, undefined | null | unknown[]>

interface Note {
  readonly label: string
  readonly item: HtmlElement
}

/** What GitHub adds to the label, so that two texts on a page have different anchors. */
const PAGE_MARK = /-[\da-f]{32}$/

/** Takes the links back to the text out of the footnotes of a page. Returns the labels of the notes. */
export function takeBackLinksOut(page: Page): ReadonlySet<string> {
  const labels = new Set<string>()
  for (const { label, item } of elementsIn(page).flatMap(notesOf)) {
    labels.add(label)
    for (const part of [item, ...elementsIn(item)]) {
      part.children = part.children.filter((child) => child.type !== 'element' || !leadsBack(child))
    }
  }
  return labels
}

/** `[^label]` for a raised link to a note of the page. */
export function footnoteReference(
  raised: HtmlElement,
  labels: ReadonlySet<string>,
): MarkdownNode | undefined {
  const [link, ...others] = raised.children
  if (link?.type !== 'element' || others.length > 0) return undefined
  if (link.tagName === 'sup') return footnoteReference(link, labels)
  const { href } = link.properties
  const label = typeof href === 'string' && href.startsWith('#') ? labelIn(href.slice(1)) : undefined
  return label !== undefined && labels.has(label)
    ? { type: 'footnoteReference', identifier: label, label }
    : undefined
}

/** `[^label]: …` for each note, where a part of a page has only notes, a heading and a line above them. */
export const footnotes: Reader = (state, section) => {
  const items = notesOf(section)
  if (items.length === 0) return readers.div(state, section)
  return items.map(({ label, item }) => {
    const children = state.toFlow(state.all(item))
    return { type: 'footnoteDefinition' as const, identifier: label, label, children }
  })
}

function notesOf(section: HtmlElement): Note[] {
  const classes = section.properties.className
  const parts = section.children.filter((child) => child.type === 'element')
  const rest = parts.filter(({ tagName }) => tagName !== 'ol')
  if (!Array.isArray(classes) || !classes.includes('footnotes')) return []
  if (!rest.every(({ tagName }) => /^h[1-6r]$/.test(tagName))) return []
  const items = parts.flatMap(({ tagName, children }) =>
    tagName === 'ol' ? children.filter((child) => child.type === 'element') : [],
  )
  const notes: Note[] = []
  for (const item of items) {
    const label = labelIn(item.properties.id)
    if (label === undefined) return []
    notes.push({ label, item })
  }
  return notes
}

function labelIn(anchor: unknown): string | undefined {
  if (typeof anchor !== 'string' || !anchor.startsWith(NOTE_ANCHOR)) return undefined
  return anchor.slice(NOTE_ANCHOR.length).replace(PAGE_MARK, '')
}

function leadsBack({ tagName, properties: { href } }: HtmlElement): boolean {
  return tagName === 'a' && typeof href === 'string' && href.startsWith(`#${REFERENCE_ANCHOR}`)
}

/** The elements of a part, however deep. */
function elementsIn({ children }: HtmlElement | Page): HtmlElement[] {
  return children.flatMap((child) => (child.type === 'element' ? [child, ...elementsIn(child)] : []))
}
