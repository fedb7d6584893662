import type { MarkdownIt, Token } from 'markdown-it'
import { useAutolinks } from './autolinks.ts'
import { useFootnotes } from './footnotes.ts'
import { useStrikethrough } from './strikethrough.ts'
import { useTables } from './tables.ts'
import { useTaskLists } from './task-lists.ts'

/** How many quotes and list items may lie in each other: each takes room on the stack. */
const MOST_NESTED = 500

/** Markdown whose quotes and lists are nested too deeply to be read. */
export class NestedTooDeeply extends Error {}

/**
 * The HTML of a Markdown text: plain CommonMark, or with GitHub's tables, strikethrough, task lists, bare
 * addresses and footnotes. Nothing is made safe here.
 *
 * @throws {NestedTooDeeply} where a part would be left out, because it lies too deep.
 */
export async function markdownAsHtml(
  markdown: string,
  { gfm, breaks }: { readonly gfm: boolean; readonly breaks: boolean },
): Promise<string> {
  const { default: Parser } = await import('markdown-it')
  const parser = new Parser('commonmark', { breaks, maxNesting: MOST_NESTED })
  // Addresses as the author wrote them, only escaped: what may not run or be loaded is taken out of the HTML.
  parser.validateLink = () => true
  parser.normalizeLink = parser.utils.lib.mdurl.encode
  parser.normalizeLinkText = (address) => address
  if (gfm) useGitHubsExtensions(parser)
  const tokens = parser.parse(markdown, {})
  if (tokens.some(isTooDeep)) throw new NestedTooDeeply()
  return parser.renderer.render(tokens, parser.options)
}

function useGitHubsExtensions(parser: MarkdownIt): void {
  useTables(parser)
  useStrikethrough(parser)
  useAutolinks(parser)
  useTaskLists(parser)
  useFootnotes(parser)
}

/** The parser goes no deeper than its limit, and leaves out what would be there. */
function isTooDeep({ nesting, level }: Token): boolean {
  return nesting === 1 && level >= MOST_NESTED - 1
}
