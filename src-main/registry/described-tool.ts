import type { ToolDefinition } from '../tool-kit/define-tool.ts'
import type { JsonSchema, ListedTool } from './registry.ts'

/** All that documents say of a tool, in plain values. */
export interface DescribedTool {
  readonly slug: string
  readonly version: number
  readonly definition: Pick<ToolDefinition, (typeof PLAIN)[number]>
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
}

/** The members of a definition that documents show. */
export const PLAIN = [
  'title',
  'summary',
  'category',
  'tier',
  'credits',
  'cacheable',
  'sideEffects',
  'aliases',
  'accepts',
  'related',
  'mainField',
  'examples',
] as const satisfies readonly (keyof ToolDefinition)[]

/** Describes tools, in their order, without their definitions where a build has written the descriptions down. */
export async function describeAll(tools: readonly ListedTool[]): Promise<readonly DescribedTool[]> {
  const { describeTools } = await import('./describe-tools.ts')
  return await describeTools(tools)
}
