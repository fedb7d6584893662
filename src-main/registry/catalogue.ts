import { hash } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import type { RegisteredTool, Registry } from './registry.ts'

/** How a list of tools is written: our own form, or the form a model's API takes. */
export const CATALOGUE_FORMATS = ['native', 'openai', 'anthropic', 'mcp'] as const
export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number]

export interface CatalogueQuery {
  readonly category?: string | undefined
  readonly tier?: string | undefined
  readonly q?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly format: CatalogueFormat
}

/** A document made once: its bytes, its hash and the entity tag that stands for both. */
export interface PreparedDocument {
  readonly bytes: Buffer
  readonly hash: string
  readonly etag: string
}

const MAX_PREPARED = 200

/** Answers `GET /v1/tools` from prepared bytes; each distinct query is written once. */
export class Catalogue {
  readonly #registry: Registry
  readonly #prepared = new Map<string, PreparedDocument>()

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** The page of tools that a query asks for. */
  list(query: CatalogueQuery): PreparedDocument {
    const key = JSON.stringify(query)
    const known = this.#prepared.get(key)
    if (known) return known
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear()
    const document = toDocument(this.#pageOf(query))
    this.#prepared.set(key, document)
    return document
  }

  #pageOf(query: CatalogueQuery): object {
    const matching = this.#registry.tools.filter((tool) => matches(tool, query))
    // A cursor is the last slug of the page before, so that a tool added between two pages shifts nothing.
    const rest =
      query.cursor === undefined ? matching : matching.filter((tool) => tool.slug > query.cursor!)
    const page = query.limit === undefined ? rest : rest.slice(0, query.limit)
    const next = page.length < rest.length ? page.at(-1)?.slug : undefined
    return {
      ok: true,
      total: matching.length,
      tools: page.map((tool) => FORMATS[query.format](tool)),
      ...(next === undefined ? {} : { next_cursor: next }),
    }
  }
}

/** Fixes a body's bytes, hash and entity tag. */
export function toDocument(body: object): PreparedDocument {
  const text = canonicalJson(body)
  const digest = hash('sha256', text)
  return { bytes: Buffer.from(text), hash: digest, etag: `"${digest.slice(0, 32)}"` }
}

/** One tool as `GET /v1/tools` and `GET /v1/tools/{slug}` show it. */
export function toNativeTool(tool: RegisteredTool): object {
  const { definition } = tool
  return {
    slug: tool.slug,
    name: definition.title,
    description: definition.summary,
    category: definition.category,
    tier: definition.tier,
    credits: definition.credits,
    cacheable: definition.cacheable ?? false,
    side_effects: definition.sideEffects ?? false,
    version: tool.version,
    aliases: definition.aliases ?? [],
    accepts: definition.accepts ?? [],
    related: definition.related ?? [],
    main_field: definition.mainField ?? null,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
    examples: definition.examples,
  }
}

const FORMATS: Readonly<Record<CatalogueFormat, (tool: RegisteredTool) => object>> = {
  native: toNativeTool,
  openai: (tool) => ({
    type: 'function',
    function: { name: tool.slug, description: tool.definition.summary, parameters: tool.inputSchema },
  }),
  anthropic: (tool) => ({
    name: tool.slug,
    description: tool.definition.summary,
    input_schema: tool.inputSchema,
  }),
  mcp: (tool) => ({
    name: tool.slug,
    title: tool.definition.title,
    description: tool.definition.summary,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
  }),
}

function matches(tool: RegisteredTool, { category, tier, q }: CatalogueQuery): boolean {
  const { definition } = tool
  if (category !== undefined && definition.category.toLowerCase() !== category.toLowerCase()) return false
  if (tier !== undefined && definition.tier !== tier.toLowerCase()) return false
  if (q === undefined) return true
  const text = [tool.slug, definition.title, definition.summary, definition.category]
    .join(' ')
    .toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
