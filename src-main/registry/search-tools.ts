import MiniSearch from 'minisearch'
import type { RegisteredTool, Registry } from './registry.ts'

const indexes = new WeakMap<Registry, MiniSearch>()

/** The tools that fit a search text best, by BM25 over name, summary, category and aliases. */
export function searchTools(registry: Registry, query: string, limit: number): RegisteredTool[] {
  let index = indexes.get(registry)
  if (!index) indexes.set(registry, (index = buildIndex(registry)))
  const found = index.search(query, { prefix: true, fuzzy: 0.2 }).slice(0, limit)
  return found.flatMap(({ id }) => registry.find(String(id)) ?? [])
}

function buildIndex(registry: Registry): MiniSearch {
  const index = new MiniSearch({
    idField: 'slug',
    fields: ['slug', 'title', 'summary', 'category', 'aliases'],
  })
  index.addAll(
    registry.tools.map(({ slug, definition }) => ({
      slug,
      title: definition.title,
      summary: definition.summary,
      category: definition.category,
      aliases: (definition.aliases ?? []).join(' '),
    })),
  )
  return index
}
