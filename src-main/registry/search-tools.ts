import MiniSearch, { type SearchOptions } from 'minisearch'
import type { ToolCatalogue, ToolHit, ToolScope } from '../tool-kit/tool-context.ts'
import { inScope } from './in-scope.ts'
import type { ListedTool, Registry } from './registry.ts'

/** The most words of a query; each costs a search of its own. */
const MAX_QUERY_WORDS = 30

// Words that are in every sentence and say nothing about tools.
const STOP_WORDS = new Set(
  (
    'a an and are as at be by can do for from get give how i if in into is it me my of on or please so some that ' +
    'the their them then there this to tool use using want what when which with you your'
  ).split(' '),
)

const RANKED: SearchOptions = {
  boost: { slug: 3, title: 3, aliases: 2, summary: 1.5, category: 1, fields: 0.4 },
  tokenize: (text) => toWords(text).slice(0, MAX_QUERY_WORDS),
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  weights: { prefix: 0.5, fuzzy: 0.3 },
  // Field names are many and short, so a word that only resembles one says nothing about a tool.
  filter: ({ match, queryTerms }) =>
    Object.entries(match).some(
      ([term, fields]) => queryTerms.includes(term) || fields.some((field) => field !== 'fields'),
    ),
}

const indexes = new WeakMap<Registry, MiniSearch>()

/**
 * The tools that match a text best, by BM25 over slug, title, summary, category, aliases and field names; prefixes
 * and near misses of words count less.
 */
export function searchTools(
  registry: Registry,
  query: string,
  { limit, ...scope }: ToolScope & { readonly limit: number },
): { readonly tool: ListedTool; readonly score: number }[] {
  return indexOf(registry)
    .search(query, RANKED)
    .flatMap(({ id, score }) => {
      const tool = registry.find(String(id))
      return tool && inScope(tool, scope) ? [{ tool, score }] : []
    })
    .slice(0, limit)
}

/** The slugs of the tools that have every word of a text, or a word that begins with it; field names do not count. */
export function toolsWithAll(registry: Registry, query: string): ReadonlySet<string> {
  const fields = ['slug', 'title', 'aliases', 'summary', 'category']
  const hits = indexOf(registry).search(query, { combineWith: 'AND', prefix: true, fields })
  return new Set(hits.map(({ id }) => String(id)))
}

/** The search for a tool's handler. */
export function toCatalogueSearch(registry: Registry): ToolCatalogue {
  return {
    search: (query, scope) =>
      searchTools(registry, query, scope).map(({ tool, score }) => toHit(tool, score)),
  }
}

function toHit(tool: ListedTool, score: number): ToolHit {
  const { slug, title, summary, category, tier, credits } = tool.facts
  const inputSchema = async () => (await tool.load()).inputSchema
  return { slug, name: title, description: summary, category, tier, credits, score, inputSchema }
}

// Built at the first search: most calls name their tool.
function indexOf(registry: Registry): MiniSearch {
  const known = indexes.get(registry)
  if (known) return known
  const index = new MiniSearch({
    fields: ['slug', 'title', 'aliases', 'summary', 'category', 'fields'],
    idField: 'slug',
    tokenize: toWords,
    processTerm: toStem,
  })
  index.addAll(registry.tools.map(toDocument))
  indexes.set(registry, index)
  return index
}

function toDocument({ facts }: ListedTool): Record<string, string> {
  const { slug, title, summary, category, aliases = [], fields } = facts
  return { slug, title, summary, category, aliases: aliases.join(' '), fields: fields.join(' ') }
}

function toWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

// "dates" finds "date"; the few words that really end in s lose it on both sides.
function toStem(word: string): string | null {
  if (STOP_WORDS.has(word)) return null
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
