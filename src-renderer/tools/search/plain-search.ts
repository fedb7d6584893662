import type { Tool } from '../../gateway/gateway-types.ts'
import type { ToolIndex } from './tool-search.ts'

/** A simple search for tools that contain every word, used until the real search has loaded. */
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
