import { markdownTables } from './markdown-table.ts'
import { toSafeHtml } from './safe-html.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** The library recurses for each level, and reads the text again at each. */
const MAX_DEPTH = 200
const VOID = new Set(['br', 'hr', 'img', 'input'])

/** How the Markdown is written. */
export interface MarkdownStyle {
  readonly headings: 'atx' | 'setext'
  readonly bullet: '-' | '*' | '+'
}

/** Imports the libraries that `htmlToMarkdown` needs. */
export async function loadMarkdownWriter(): Promise<unknown> {
  return await Promise.all([
    import('turndown'),
    import('@joplin/turndown-plugin-gfm'),
    import('sanitize-html'),
  ])
}

/**
 * Writes HTML as GitHub-flavoured Markdown. Scripts, frames and addresses that run code are
 * removed.
 * @param field the field to blame if the HTML cannot be read
 * @throws InvalidInput when elements are nested too deeply
 */
export async function htmlToMarkdown(html: string, style: MarkdownStyle, field: string): Promise<string> {
  const { default: Turndown } = await import('turndown')
  const { highlightedCodeBlock, strikethrough, taskListItems } = await import('@joplin/turndown-plugin-gfm')
  const writer = new Turndown({
    headingStyle: style.headings,
    bulletListMarker: style.bullet,
    codeBlockStyle: 'fenced',
    hr: '---',
  })
  writer.use([highlightedCodeBlock, strikethrough, taskListItems, markdownTables])
  const safe = await toSafeHtml(html)
  if (depthOf(safe) > MAX_DEPTH)
    throw new InvalidInput(
      field,
      `The HTML is nested more than ${MAX_DEPTH} levels deep; send a part of it`,
    )
  return writer.turndown(safe).toWellFormed()
}

// The sanitizer has closed all open tags, and escaped everything that is not a tag.
function depthOf(html: string): number {
  let [depth, deepest] = [0, 0]
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
    if (VOID.has(name)) continue
    depth += slash ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
