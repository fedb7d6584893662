import type { DescribedTool } from './described-tool.ts'
import { loadAll, type ListedTool } from './listed-tool.ts'

/**
 * Describes tools from their definitions, in their order. In a build the finished descriptions replace this file
 * (build/bake-derived.ts): deriving the schemas of all tools takes a third of a second.
 */
export async function describeTools(tools: readonly ListedTool[]): Promise<readonly DescribedTool[]> {
  return await loadAll(tools)
}
