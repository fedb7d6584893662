import { hash } from 'node:crypto'
import type { Tier } from '../tool-kit/define-tool.ts'
import { inScope } from './in-scope.ts'
import { toMcpTool } from './mcp-tool.ts'
import { loadAll, type RegisteredTool, type Registry } from './registry.ts'
import { toolsWithAll } from './search-tools.ts'

/** How a list of tools is written: our own format, or that of a model's API. */
export const CATALOGUE_FORMATS = ['native', 'openai', 'anthropic', 'mcp'] as const
export type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number]

export interface CatalogueQuery {
  readonly category?: string | undefined
  readonly tier?: Tier | undefined
  readonly q?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly format: CatalogueFormat
}

/** A document that was built once: its bytes, its hash and its entity tag. */
export interface PreparedDocument {
  readonly bytes: Buffer
  readonly hash: string
  readonly etag: string
}

/** The most cached documents of a list that can be queried in endlessly many ways. */
const MAX_PREPARED_BYTES = 16 * 1024 * 1024

/** Answers `GET /v1/tools` from prepared bytes; each distinct query is built once. */
export class Catalogue {
  readonly #registry: Registry
  readonly #prepared = new Map<string, PreparedDocument>()
  #preparedBytes = 0

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** The page of tools that a query asks for. */
  async list(query: CatalogueQuery): Promise<PreparedDocument> {
    const key = JSON.stringify(query)
    const known = this.#prepared.get(key)
    if (known) return known
    const document = toDocument(await this.#pageOf(query))
    this.#keep(key, document)
    return document
  }

  #keep(key: string, document: PreparedDocument): void {
    // Two requests may have built it at the same time.
    if (this.#prepared.has(key)) return
    this.#preparedBytes += key.length + document.bytes.length
    if (this.#preparedBytes > MAX_PREPARED_BYTES) {
      this.#prepared.clear()
      this.#preparedBytes = key.length + document.bytes.length
    }
    this.#prepared.set(key, document)
  }

  async #pageOf(query: CatalogueQuery): Promise<object> {
    const found = query.q === undefined ? null : toolsWithAll(this.#registry, query.q)
    const matching = this.#registry.tools.filter(
      (tool) => inScope(tool, query) && (found?.has(tool.slug) ?? true),
    )
    // A cursor is the last slug of the previous page, so that a tool added between two pages shifts nothing.
    const rest =
      query.cursor === undefined ? matching : matching.filter((tool) => tool.slug > query.cursor!)
    const page = query.limit === undefined ? rest : rest.slice(0, query.limit)
    const next = page.length < rest.length ? page.at(-1)?.slug : undefined
    return {
      ok: true,
      total: matching.length,
      tools: (await loadAll(page)).map(FORMATS[query.format]),
      ...(next === undefined ? {} : { next_cursor: next }),
    }
  }
}

/**
 * Fixes a body's bytes, hash and entity tag. Members keep their declared order, in which forms and readers show the
 * fields of a schema; canonical JSON would lose it.
 */
export function toDocument(body: object): PreparedDocument {
  const text = JSON.stringify(body)
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
  mcp: toMcpTool,
}
