import type { ToolScope } from '../tool-kit/tool-context.ts'
import type { ListedTool } from './listed-tool.ts'

/** Whether a tool is in the requested category and tier, if any; the case of a category does not matter. */
export function inScope({ facts }: ListedTool, { category, tier }: ToolScope): boolean {
  if (category !== undefined && facts.category.toLowerCase() !== category.toLowerCase()) return false
  return tier === undefined || facts.tier === tier
}
