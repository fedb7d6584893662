import { GatewayError } from '../../src-shared/errors.ts'
import type { DescribedTool } from './described-tool.ts'
import type { ListedTool } from './listed-tool.ts'
import { mapInTurns } from './map-in-turns.ts'
import { ShapedTool } from './toolsets/shaped-tool.ts'

/** Describes tools, in their order, without their definitions where a build has written the descriptions down. */
export async function describeAll(tools: readonly ListedTool[]): Promise<readonly DescribedTool[]> {
  if (!tools.some((tool) => tool instanceof ShapedTool)) return await describeBases(tools)
  const bases = await describeBases(tools.map((tool) => (tool instanceof ShapedTool ? tool.base : tool)))
  return tools.map((tool, index) =>
    tool instanceof ShapedTool ? tool.describe(bases[index]!) : bases[index]!,
  )
}

/** Describes the tools of a list, without those whose source was removed a moment ago. */
export async function describeServed(tools: readonly ListedTool[]): Promise<readonly DescribedTool[]> {
  try {
    return await describeAll(tools)
  } catch (error) {
    if (!isGone(error)) throw error
    return await describeAll((await mapInTurns(tools, unlessGone)).flat())
  }
}

async function unlessGone(tool: ListedTool): Promise<ListedTool[]> {
  try {
    await tool.load()
    return [tool]
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

const isGone = (error: unknown): boolean => error instanceof GatewayError && error.code === 'api_not_found'

async function describeBases(tools: readonly ListedTool[]): Promise<readonly DescribedTool[]> {
  const { describeTools } = await import('./describe-tools.ts')
  const isOwn = ({ facts }: ListedTool): boolean => facts.source === null
  if (tools.every(isOwn)) return await describeTools(tools)
  const own = await describeTools(tools.filter(isOwn))
  const bySlug = new Map(own.map((tool) => [tool.slug, tool]))
  // The definition of a source's tool is read and its schemas with it, which takes long where there are many.
  return await mapInTurns(tools, (tool) => bySlug.get(tool.slug) ?? tool.load())
}
