import { markdownTables } from './markdown-table.ts'
import { toSafeHtml } from './safe-html.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** The library calls itself for each level, and reads a text again at each. */
const MAX_DEPTH = 200
const VOID = new Set(['br', 'hr', 'img', 'input'])

/** How the Markdown is written. */
export interface MarkdownStyle {
  readonly headings: 'atx' | 'setext'
  readonly bullet: '-' | '*' | '+'
}

/** Imports what `htmlToMarkdown` needs. */
export async function loadMarkdownWriter(): Promise<unknown> {
  return await Promise.all([
    import('turndown'),
    import('@joplin/turndown-plugin-gfm'),
    import('sanitize-html'),
  ])
}

/**
 * Writes HTML as GitHub-flavoured Markdown. Scripts, frames and addresses that run are left out.
 * @param field the field at fault when the HTML cannot be read
 * @throws InvalidInput when elements lie in one another too deeply
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
      `More than ${MAX_DEPTH} of its elements lie in one another; send a part of it`,
    )
  return writer.turndown(safe).toWellFormed()
}

// The sanitizer has closed whatever was left open, and escaped what is no tag.
function depthOf(html: string): number {
  let [depth, deepest] = [0, 0]
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/g)) {
    if (VOID.has(name)) continue
    depth += slash ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
