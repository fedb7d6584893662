import type { DescribedTool } from './described-tool.ts'
import type { ListedTool } from './registry.ts'

/** Describes tools, in their order, without their definitions where a build has written the descriptions down. */
export async function describeAll(tools: readonly ListedTool[]): Promise<readonly DescribedTool[]> {
  const { describeTools } = await import('./describe-tools.ts')
  return await describeTools(tools)
}
