import type { Tool } from '../../gateway/gateway-types.ts'
import type { Ranges, ToolIndex, Weigh } from '../search/tool-search.ts'

export type ListTab = 'all' | 'favourites' | 'recent' | 'toolset'

/** A row of the list. A tool may have two: one among the favourites and one in its category. */
export interface ListedTool {
  /** Unique in the list, unlike the slug. */
  readonly id: string
  readonly tool: Tool
  readonly name: Ranges
  readonly slug: Ranges
}

export interface ToolGroup {
  readonly title: string
  readonly tools: readonly ListedTool[]
}

export interface ListOptions {
  readonly tools: readonly Tool[]
  readonly index: ToolIndex
  readonly query: string
  readonly tab: ListTab
  /** Slugs in the user's order. */
  readonly favourites: readonly string[]
  /** Slugs, most recently used first. */
  readonly recent: readonly string[]
  /** Slugs of the chosen toolset, in its order. */
  readonly toolset: readonly string[]
  readonly weigh: Weigh
}

/** Groups the list: favourites, then categories by name; or for a query the best matches first. */
export function groupTools({ tools, index, query, tab, weigh, ...lists }: ListOptions) {
  const { favourites, recent, toolset } = lists
  if (query.trim() !== '') {
    const wanted = tab === 'all' ? null : new Set({ favourites, recent, toolset }[tab])
    const matches = index.search(query, weigh).filter(({ tool }) => wanted?.has(tool.slug) ?? true)
    return groupOf('Matches', 'match', matches)
  }
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const listed = (slugs: readonly string[]) => slugs.flatMap((slug) => toListed(bySlug.get(slug)))
  if (tab === 'recent') return groupOf('Recently used', 'recent', listed(recent))
  if (tab === 'toolset') return groupOf('Of the toolset', 'toolset', listed(toolset))
  const own = groupOf('Favourites', 'favourite', listed(favourites))
  return tab === 'favourites' ? own : [...own, ...byCategory(tools)]
}

function toListed(tool: Tool | undefined): readonly Omit<ListedTool, 'id'>[] {
  return tool ? [{ tool, name: [], slug: [] }] : []
}

function groupOf(
  title: string,
  prefix: string,
  rows: readonly Omit<ListedTool, 'id'>[],
): readonly ToolGroup[] {
  if (rows.length === 0) return []
  return [{ title, tools: rows.map((row) => ({ ...row, id: `${prefix}-${row.tool.slug}` })) }]
}

function byCategory(tools: readonly Tool[]): readonly ToolGroup[] {
  const groups = Map.groupBy(tools, (tool) => tool.category)
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([title, members]) =>
      groupOf(
        title,
        'tool',
        members.toSorted((a, b) => a.name.localeCompare(b.name)).flatMap((tool) => toListed(tool)),
      ),
    )
}
