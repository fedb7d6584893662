import { hash } from 'node:crypto'
import type { Tier } from '../tool-kit/define-tool.ts'
import { inScope } from './in-scope.ts'
import { toMcpTool } from './mcp-tool.ts'
import { type ListedTool, loadAll, type RegisteredTool, type Registry } from './registry.ts'
import { searchTools } from './search-tools.ts'

/** How a list of tools is written: our own format, or that of a model's API. */
export const CATALOGUE_FORMATS = ['native', 'openai', 'anthropic', 'mcp'] as const
type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number]

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

/** What is cached at most of a list that can be queried in endlessly many ways. */
const MAX_PREPARED_BYTES = 16 * 1024 * 1024
const MAX_PREPARED = 1_000

/** Answers `GET /v1/tools` from prepared bytes; each distinct query is built once. */
export class Catalogue {
  readonly #registry: Registry
  readonly #prepared = new Map<string, PreparedDocument>()
  #preparedBytes = 0
  #searchWords: PreparedDocument | undefined

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /**
   * The page of tools that a query asks for: the best first when it has words, else by slug.
   * @returns null for a cursor that no page of this query has given
   */
  async list(query: CatalogueQuery): Promise<PreparedDocument | null> {
    const key = JSON.stringify(query)
    const known = this.#prepared.get(key)
    if (known) return known
    const page = await this.#pageOf(query)
    if (!page) return null
    const document = toDocument(page)
    this.#keep(key, document)
    return document
  }

  /** What the page's own search needs besides the list of tools; it would be a tenth of the list. */
  searchWords(): PreparedDocument {
    return (this.#searchWords ??= toDocument({
      ok: true,
      tools: this.#registry.tools.map(({ facts: { slug, searchWords, fields } }) => ({
        slug,
        search_words: searchWords,
        fields,
      })),
    }))
  }

  #keep(key: string, document: PreparedDocument): void {
    // Two requests may have built it at the same time.
    if (this.#prepared.has(key)) return
    this.#preparedBytes += key.length + document.bytes.length
    if (this.#preparedBytes > MAX_PREPARED_BYTES || this.#prepared.size >= MAX_PREPARED) {
      this.#prepared.clear()
      this.#preparedBytes = key.length + document.bytes.length
    }
    this.#prepared.set(key, document)
  }

  async #pageOf(query: CatalogueQuery): Promise<object | null> {
    const { q, cursor, limit, category, tier } = query
    const matching =
      q === undefined
        ? this.#registry.tools.filter((tool) => inScope(tool, query))
        : searchTools(this.#registry, q, { category, tier }).map(({ tool }) => tool)
    const rest = cursor === undefined ? matching : restAfter(matching, cursor, q !== undefined)
    if (!rest) return null
    const page = limit === undefined ? rest : rest.slice(0, limit)
    const next = page.length < rest.length ? page.at(-1)?.slug : undefined
    return {
      ok: true,
      total: matching.length,
      tools: (await loadAll(page)).map(FORMATS[query.format]),
      ...(next === undefined ? {} : { next_cursor: next }),
    }
  }
}

// A cursor is the last slug of the page before, so that a tool added between two pages shifts nothing.
function restAfter(
  tools: readonly ListedTool[],
  cursor: string,
  isRanked: boolean,
): readonly ListedTool[] | null {
  if (!isRanked) return tools.filter(({ slug }) => slug > cursor)
  const at = tools.findIndex(({ slug }) => slug === cursor)
  return at < 0 ? null : tools.slice(at + 1)
}

/**
 * Fixes a body's bytes, hash and entity tag. Members keep their declared order, in which forms and readers show the
 * fields of a schema; canonical JSON would lose it.
 */
export function toDocument(body: object): PreparedDocument {
  const text = JSON.stringify(body)
  const digest = hash('sha256', text)
  return { bytes: ownBuffer(text), hash: digest, etag: `"${digest.slice(0, 32)}"` }
}

// Buffer.from takes short ones out of a block of 64 KiB, all of which stays for as long as one of them does.
function ownBuffer(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
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
    standards: definition.standards ?? [],
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
