import type { Tool } from '../../gateway-types.ts'

export interface ToolGroup {
  readonly title: string
  readonly tools: readonly Tool[]
}

/** The list's groups: categories in alphabetical order, or the best matches first when there is a query. */
export function groupTools(tools: readonly Tool[], query: string): readonly ToolGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return byCategory(tools)
  const matches = tools
    .map((tool) => ({ tool, score: scoreOf(tool, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.tool.name.localeCompare(b.tool.name))
  return matches.length === 0 ? [] : [{ title: 'Matches', tools: matches.map(({ tool }) => tool) }]
}

function byCategory(tools: readonly Tool[]): readonly ToolGroup[] {
  const groups = Map.groupBy(tools, (tool) => tool.category)
  return [...groups]
    .map(([title, members]) => ({ title, tools: members.toSorted((a, b) => a.name.localeCompare(b.name)) }))
    .sort((a, b) => a.title.localeCompare(b.title))
}

/** 0 when a word is nowhere; a hit at the start of a word counts most, and a name more than a description. */
function scoreOf(tool: Tool, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const best = Math.max(
      hitOf(tool.name, word) * 4,
      hitOf(tool.slug, word) * 3,
      hitOf(tool.category, word) * 2,
      hitOf(tool.description, word),
    )
    if (best === 0) return 0
    score += best
  }
  return score
}

function hitOf(text: string, word: string): number {
  const lower = text.toLowerCase()
  const at = lower.indexOf(word)
  if (at < 0) return 0
  if (at === 0) return 3
  return /[\s-]/.test(lower.charAt(at - 1)) ? 2 : 1
}
