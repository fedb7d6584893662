import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { loadTool } from '../../../src-main/tools/index.ts'
import type { ToolContext } from '../../../src-main/tool-kit/tool-context.ts'
import { toolContext } from './tool-context.ts'

/** Runs a registered tool as the pipeline does: input schema, handler, output schema, canonical JSON. */
export async function runTool(
  slug: string,
  input: unknown,
  ctx: ToolContext = toolContext(),
): Promise<unknown> {
  const tool = await loadTool(slug)
  if (!tool) throw new Error(`No tool has the slug ${slug}`)
  // What goes to compute and comes back crosses a thread in the gateway, so it is cloned here too.
  const compute: ToolContext['compute'] = async (part) =>
    structuredClone(await tool.compute?.(structuredClone(part)))
  const computing = Object.defineProperty(Object.create(ctx) as ToolContext, 'compute', { value: compute })
  const output = await tool.handler(tool.input.parse(input), computing)
  const data = tool.output.parse(output)
  canonicalJson(data)
  return data
}
