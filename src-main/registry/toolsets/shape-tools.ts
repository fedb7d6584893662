import type { SavedToolset } from '../../../src-shared/toolsets/saved-toolset.ts'
import { ToolList, type Tools } from '../tool-list.ts'
import { ShapedTool } from './shaped-tool.ts'

/** By the list and then by the toolset, so that they go with either. */
const known = new WeakMap<Tools['tools'], WeakMap<SavedToolset, Tools>>()

/**
 * The tools of a saved toolset, out of a list; the same object for the same list and version. Tools that the list
 * does not have, such as those of a source that was removed, are left out.
 */
export function shapeTools(list: Tools, toolset: SavedToolset): Tools {
  const ofList = known.get(list.tools) ?? new WeakMap<SavedToolset, Tools>()
  known.set(list.tools, ofList)
  const shaped = ofList.get(toolset) ?? shapeAll(list, toolset)
  ofList.set(toolset, shaped)
  return shaped
}

function shapeAll(list: Tools, toolset: SavedToolset): Tools {
  const siblings = new Set(toolset.tools.map(({ slug }) => slug))
  return new ToolList(
    toolset.tools.flatMap((shape) => {
      const tool = list.find(shape.slug)
      return tool ? [new ShapedTool(tool, shape, siblings)] : []
    }),
  )
}
