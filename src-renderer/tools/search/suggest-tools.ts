import type { Detected } from './detect-content.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import type { Weigh } from './tool-search.ts'

const KIND_SCORES = [4, 1.5, 1]
/** For a tool made for exactly this kind of text. */
const WORD_SCORE = 6
const RELATED_SCORE = 12

/**
 * The field that a text fills: the main field, or the only required field that takes text or JSON.
 */
export function mainFieldOf({ main_field: named, input_schema: { properties = {}, required = [] } }: Tool) {
  if (named) return named
  const takers = required.filter((name) => {
    const type = properties[name]?.type
    return type === undefined || type === 'string' || type === 'array' || type === 'object'
  })
  return takers.length === 1 ? takers[0]! : null
}

/**
 * Tools for a text, the likeliest first; `related` are those named by the tool that made the text.
 */
export function suggestTools(
  tools: readonly Tool[],
  detected: Detected | null,
  weigh: Weigh,
  related: readonly string[] = [],
): readonly Tool[] {
  return tools
    .filter((tool) => mainFieldOf(tool) !== null)
    .map((tool) => ({ tool, score: scoreOf(tool, detected) + relatedScore(tool, related) }))
    .filter(({ score }) => score > 0)
    .map(({ tool, score }) => ({ tool, score: score * weigh(tool) }))
    .sort((a, b) => b.score - a.score || a.tool.name.localeCompare(b.tool.name))
    .map(({ tool }) => tool)
}

function scoreOf(tool: Tool, detected: Detected | null): number {
  if (!detected) return 0
  const { accepts = [], aliases = [] } = tool
  const rank = detected.kinds.findIndex((kind) => accepts.includes(kind))
  const kind = rank < 0 ? 0 : (KIND_SCORES[rank] ?? 1)
  const names = `${tool.name} ${aliases.join(' ')}`.toLowerCase().split(/[^a-z0-9]+/)
  // A tool that accepts this kind and has it in its name is made for it; one with only the name may
  // produce it.
  const named = detected.words.some((word) => names.includes(word))
  return kind > 0 && named ? kind + WORD_SCORE : kind
}

function relatedScore({ slug }: Tool, related: readonly string[]): number {
  const at = related.indexOf(slug)
  return at < 0 ? 0 : RELATED_SCORE - Math.min(at, 8)
}
