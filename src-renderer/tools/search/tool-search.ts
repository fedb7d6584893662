import UFuzzy from '@leeoniya/ufuzzy'
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

/** The most matches that are ranked; a query with more is too short for ranking. */
const MAX_RANKED = 400
/** The most words of a query that may come in any order. */
const MAX_TERMS = 3
const MAX_QUERY_CHARS = 100
/** The score of a match halves after this many places. */
const RANK_STEP = 6

const fuzzy = new UFuzzy({ intraMode: 0, interLft: 0 })

export type ToolIndex = ReturnType<typeof createToolIndex>

/** Builds the search index of a catalogue. */
export function createToolIndex(tools: readonly Tool[]) {
  const sorted = tools.toSorted((a, b) => a.name.localeCompare(b.name))
  const names = sorted.map(({ name }) => UFuzzy.latinize(name))
  const heads = sorted.map(({ name, slug, aliases = [], category }) =>
    UFuzzy.latinize(`${name} ${slug} ${aliases.join(' ')} ${category}`),
  )
  const texts = sorted.map(({ description }, at) => `${heads[at]} ${UFuzzy.latinize(description)}`)

  /**
   * Tools that contain every word: in the name; in slug, aliases or category; or in the
   * description.
   */
  function search(query: string, weigh: Weigh = () => 1): readonly ToolMatch[] {
    const needle = UFuzzy.latinize(query.trim().slice(0, MAX_QUERY_CHARS)).replaceAll(
      /[^\p{L}\p{N}]+/gu,
      ' ',
    )
    if (needle.trim() === '') return []
    const seen = new Set<number>()
    return [names, heads, texts].flatMap((haystack) => {
      const hits = ranked(haystack, needle).filter(({ at }) => !seen.has(at))
      for (const { at } of hits) seen.add(at)
      return weighed(hits, weigh).map(({ at, ranges }) => toMatch(sorted[at]!, ranges))
    })
  }

  function weighed(hits: readonly Hit[], weigh: Weigh): readonly Hit[] {
    return hits
      .map((hit, rank) => ({ hit, score: weigh(sorted[hit.at]!) / (1 + rank / RANK_STEP) }))
      .sort((a, b) => b.score - a.score)
      .map(({ hit }) => hit)
  }

  /** Tools with names similar to a query that has no matches. */
  function nearest(query: string, count: number): readonly Tool[] {
    const wanted = new Set(pairsOf(query))
    return sorted
      .map((tool) => ({ tool, score: likeness(wanted, pairsOf(`${tool.name} ${tool.slug}`)) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ tool }) => tool)
  }

  return { search, nearest }
}

interface Hit {
  readonly at: number
  readonly ranges: Ranges
}

function ranked(haystack: string[], needle: string): readonly Hit[] {
  const [ids, info, order] = fuzzy.search(haystack, needle, MAX_TERMS, MAX_RANKED)
  if (!ids) return []
  if (!info || !order) return ids.map((at) => ({ at, ranges: [] }))
  return order.map((at) => ({ at: info.idx[at]!, ranges: info.ranges[at] ?? [] }))
}

function toMatch(tool: Tool, ranges: Ranges): ToolMatch {
  const slugAt = tool.name.length + 1
  return {
    tool,
    name: within(ranges, 0, tool.name.length),
    slug: within(ranges, slugAt, slugAt + tool.slug.length),
  }
}

function within(ranges: Ranges, from: number, upTo: number): Ranges {
  const inside: number[] = []
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const start = Math.max(from, ranges[at]!)
    const end = Math.min(upTo, ranges[at + 1]!)
    if (start < end) inside.push(start - from, end - from)
  }
  return inside
}

function pairsOf(text: string): readonly string[] {
  const letters = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2))
}

function likeness(wanted: ReadonlySet<string>, pairs: readonly string[]): number {
  const shared = pairs.filter((pair) => wanted.has(pair)).length
  return shared < 2 ? 0 : shared / (wanted.size + pairs.length)
}
