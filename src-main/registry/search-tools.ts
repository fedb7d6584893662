import {
  createToolRanking,
  createToolRankingByTurns,
  type ToolRanking,
} from '../../src-shared/tool-ranking.ts'
import type { ToolCatalogue, ToolHit, ToolScope } from '../tool-kit/tool-context.ts'
import { inScope } from './in-scope.ts'
import type { ListedTool } from './listed-tool.ts'
import { turnNowAndThen } from './map-in-turns.ts'
import type { Tools } from './tool-list.ts'

const rankings = new WeakMap<Tools['tools'], ToolRanking>()

/**
 * Makes the index that a list is searched with, in several turns of the event loop: at once, that of 1,400 tools takes
 * 0.1 s. A search makes it by itself where it was not made before.
 */
export async function prepareSearch({ tools }: Tools): Promise<void> {
  if (rankings.has(tools)) return
  const ranking = await createToolRankingByTurns(
    tools.map(({ facts }) => facts),
    turnNowAndThen(),
  )
  rankings.set(tools, ranking)
}

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
    search: async (query, scope) => {
      await prepareSearch(registry)
      return searchTools(registry, query, scope).map(({ tool, score }) => toHit(tool, score))
    },
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
