import { createToolRanking, type ToolRanking } from '../../src-shared/tool-ranking.ts'
import type { ToolCatalogue, ToolHit, ToolScope } from '../tool-kit/tool-context.ts'
import { inScope } from './in-scope.ts'
import type { ListedTool } from './listed-tool.ts'
import type { Tools } from './tool-list.ts'

const rankings = new WeakMap<Tools['tools'], ToolRanking>()

/** The tools that fit a need, best first (docs/decisions/registry.md). */
export function searchTools(
  registry: Tools,
  query: string,
  { limit, ...scope }: ToolScope & { readonly limit?: number | undefined } = {},
): { readonly tool: ListedTool; readonly score: number }[] {
  return rankingOf(registry)(query)
    .flatMap(({ slug, score }) => {
      const tool = registry.find(slug)
      return tool && inScope(tool, scope) ? [{ tool, score }] : []
    })
    .slice(0, limit)
}

/** The search as a tool's handler gets it. */
export function toCatalogueSearch(registry: Tools): ToolCatalogue {
  return {
    search: (query, scope) =>
      searchTools(registry, query, scope).map(({ tool, score }) => toHit(tool, score)),
  }
}

function toHit(tool: ListedTool, score: number): ToolHit {
  const { slug, title, summary, category, tier, credits } = tool.facts
  const inputSchema = async () => (await tool.load()).inputSchema
  return { slug, name: title, description: summary, category, tier, credits, score, inputSchema }
}

// Made at the first search: most gateways are asked by name.
function rankingOf({ tools }: Tools): ToolRanking {
  const known = rankings.get(tools)
  if (known) return known
  const ranking = createToolRanking(tools.map(({ facts }) => facts))
  rankings.set(tools, ranking)
  return ranking
}
