import { loadTool, TOOL_MODULES } from './index.ts'
import { toFacts, type ToolFacts } from '../tool-kit/tool-facts.ts'

/**
 * The facts of every tool in the index. In a build the finished list replaces this file
 * (build/bake-derived.ts), so that starting up loads no definition at all.
 */
export async function readAllFacts(): Promise<readonly ToolFacts[]> {
  const definitions = await Promise.all(Object.keys(TOOL_MODULES).map(loadTool))
  return definitions.filter((definition) => definition !== null).map(toFacts)
}
