import { toStem, toWords } from '../../../src-shared/words/search-words.ts'
import { createToolRanking } from '../../../src-shared/tool-ranking.ts'
import type { Tool } from '../../gateway/gateway-types.ts'

/** The parts of a text that a query matched, as pairs of start and end. */
export type Ranges = readonly number[]

export interface ToolMatch {
  readonly tool: Tool
  readonly name: Ranges
  readonly slug: Ranges
}

/** The weight of a tool in the ranking; 1 for one that was never used. */
export type Weigh = (tool: Tool) => number

/** What the gateway's list of tools leaves out and its ranking reads. */
export interface ToolSearchWords {
  readonly slug: string
  readonly search_words: readonly string[]
  readonly fields: readonly string[]
}

const MAX_QUERY_CHARS = 300

export type ToolIndex = ReturnType<typeof createToolIndex>

/**
 * Prepares the search over a catalogue, once for each version of it. With the words of every tool it ranks as the
 * gateway does; without them, by what the list says.
 */
export function createToolIndex(tools: readonly Tool[], words: readonly ToolSearchWords[] = []) {
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]))
  const wordsOf = new Map(words.map((each) => [each.slug, each]))
  const rank = createToolRanking(
    tools.map(({ slug, name, description, category, aliases, input_schema: { properties = {} } }) => {
      const { search_words: searchWords, fields = Object.keys(properties) } = wordsOf.get(slug) ?? {}
      return { slug, title: name, summary: description, category, aliases, searchWords, fields }
    }),
  )

  /** The tools that fit what is needed, best first; those that are used often come up. */
  function search(query: string, weigh: Weigh = () => 1): readonly ToolMatch[] {
    const needed = query.slice(0, MAX_QUERY_CHARS)
    const words = [...new Set(toWords(needed))].filter((word) => toStem(word) !== null)
    const stems = new Set(words.flatMap((word) => toStem(word) ?? []))
    return rank(needed)
      .flatMap(({ slug, score }) => {
        const tool = bySlug.get(slug)
        // Habit decides between tools that fit about as well, not against what was typed.
        return tool ? [{ tool, score: score * Math.sqrt(weigh(tool)) }] : []
      })
      .sort((a, b) => b.score - a.score)
      .map(({ tool }) => ({
        tool,
        name: rangesIn(tool.name, words, stems),
        slug: rangesIn(tool.slug, words, stems),
      }))
  }

  /** Tools with names similar to a query that has no matches. */
  function nearest(query: string, count: number): readonly Tool[] {
    const wanted = new Set(pairsOf(query))
    return tools
      .map((tool) => ({ tool, score: likeness(wanted, pairsOf(`${tool.name} ${tool.slug}`)) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.tool.name.localeCompare(b.tool.name))
      .slice(0, count)
      .map(({ tool }) => tool)
  }

  return { search, nearest }
}

// A word of the query that begins a word of the text, or another form of it.
function rangesIn(text: string, words: readonly string[], stems: ReadonlySet<string>): Ranges {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: found, index }) => {
    const own = found.toLowerCase()
    const beginning = words.find((word) => own.startsWith(word))
    if (beginning) return [index, index + beginning.length]
    // Another form of a word begins as it does, and only a word of several letters has forms.
    const mayBeForm = words.some((word) => word.length > 2 && word[0] === own[0])
    return mayBeForm && stems.has(toStem(own) ?? '') ? [index, index + found.length] : []
  })
}

function pairsOf(text: string): readonly string[] {
  const letters = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2))
}

function likeness(wanted: ReadonlySet<string>, pairs: readonly string[]): number {
  const shared = pairs.filter((pair) => wanted.has(pair)).length
  return shared < 2 ? 0 : shared / (wanted.size + pairs.length)
}
