import type { Tool } from '../../gateway/gateway-types.ts'
import type { ToolIndex } from './tool-search.ts'

/** Finds tools that hold every word as it is written, in the order of the list: enough until the search is here. */
export function createPlainIndex(tools: readonly Tool[]): ToolIndex {
  const held = tools.map((tool) => ({
    tool,
    text: [tool.name, tool.slug, ...(tool.aliases ?? []), tool.category, tool.description]
      .join(' ')
      .toLowerCase(),
  }))
  return {
    search: (query) => {
      const words = query.toLowerCase().split(/\s+/).filter(Boolean)
      if (words.length === 0) return []
      return held
        .filter(({ text }) => words.every((word) => text.includes(word)))
        .map(({ tool }) => ({ tool, name: [], slug: [] }))
    },
    nearest: () => [],
  }
}
