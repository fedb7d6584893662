import type { ToolScope } from '../tool-kit/tool-context.ts'
import type { ListedTool } from './registry.ts'

/** Whether a tool is in the category and the tier that were asked for, where any were; a category's case is free. */
export function inScope({ facts }: ListedTool, { category, tier }: ToolScope): boolean {
  if (category !== undefined && facts.category.toLowerCase() !== category.toLowerCase()) return false
  return tier === undefined || facts.tier === tier
}
