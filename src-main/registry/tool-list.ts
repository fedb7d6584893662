import { nearestNames } from './nearest-names.ts'
import type { ListedTool } from './listed-tool.ts'

/**
 * Tools, found by slug or alias. A list never changes; what is derived from one hangs on its array of tools, so that
 * it goes when the list does.
 */
export interface Tools {
  /** By slug. */
  readonly tools: readonly ListedTool[]
  /** A tool by its slug or an alias, also with underscores, as some agents write names: `math_evaluate`. */
  find(slug: string): ListedTool | null
  /** Slugs close to a misspelt one, best first; a close alias counts as its tool. */
  nearest(slug: string): string[]
}

/** A list of tools. */
export class ToolList implements Tools {
  readonly tools: readonly ListedTool[]
  readonly #bySlug = new Map<string, ListedTool>()

  /** @throws Error for a slug that two tools claim */
  constructor(tools: readonly ListedTool[]) {
    this.tools = tools.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
    for (const tool of this.tools) this.#claim(tool.slug, tool)
    for (const tool of this.tools) for (const alias of tool.facts.aliases ?? []) this.#claim(alias, tool)
  }

  find(slug: string): ListedTool | null {
    return this.#bySlug.get(slug) ?? this.#bySlug.get(withHyphens(slug)) ?? null
  }

  nearest(slug: string): string[] {
    const names = nearestNames(slug, [...this.#bySlug.keys()])
    return [...new Set(names.map((name) => this.#bySlug.get(name)?.slug ?? name))]
  }

  #claim(slug: string, tool: ListedTool): void {
    if (this.#bySlug.has(slug)) throw new Error(`Two tools claim the slug ${slug}`)
    this.#bySlug.set(slug, tool)
  }
}

// The first two underscores of a source's tool end the id of the source.
function withHyphens(slug: string): string {
  const cut = slug.indexOf('__')
  if (cut <= 0) return slug.replaceAll('_', '-')
  return `${slug.slice(0, cut).replaceAll('_', '-')}__${slug.slice(cut + 2).replaceAll('_', '-')}`
}
