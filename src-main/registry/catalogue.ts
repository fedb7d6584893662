import type { Tier } from '../tool-kit/define-tool.ts'
import { shownSteps } from './chained-tool.ts'
import { chooseTools, namesIn } from './choose-tools.ts'
import { describeServed } from './describe-all.ts'
import type { DescribedTool } from './described-tool.ts'
import { fileFieldsOf } from './file-fields.ts'
import { inScope } from './in-scope.ts'
import { toMcpTool } from './mcp-tool.ts'
import { MODEL_APIS, toModelTools, type ModelTools } from './model-apis/model-tools.ts'
import { prepareInTurns, PreparedDocument } from './prepared-document.ts'
import type { ListedTool } from './listed-tool.ts'
import { prepareSearch, searchTools } from './search-tools.ts'
import { contentOf } from './tool-content.ts'
import type { Tools } from './tool-list.ts'

/** How a list of tools is written: our own format, or that of a model's API. */
export const CATALOGUE_FORMATS = ['native', ...MODEL_APIS, 'mcp'] as const
type CatalogueFormat = (typeof CATALOGUE_FORMATS)[number]

export interface CatalogueQuery {
  readonly category?: string | undefined
  readonly tier?: Tier | undefined
  readonly q?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  /** The names of sets and tools to choose from, separated by commas. */
  readonly toolset?: string | undefined
  readonly tools?: string | undefined
  readonly format: CatalogueFormat
  /** For a model's API: only schemas that its strict mode takes. */
  readonly strict?: boolean | undefined
}

/** What is cached at most of a list that can be queried in endlessly many ways. */
const MAX_PREPARED_BYTES = 16 * 1024 * 1024
const MAX_PREPARED = 1_000

/** The catalogues of the lists of tools that callers see. */
export class Catalogues {
  readonly #known = new WeakMap<Tools['tools'], Catalogue>()

  /** The catalogue of a list of tools, which is kept for as long as the list. */
  of(list: Tools): Catalogue {
    const known = this.#known.get(list.tools) ?? new Catalogue(list)
    this.#known.set(list.tools, known)
    return known
  }
}

/** Answers `GET /v1/tools` from prepared bytes; each distinct query is built once. */
export class Catalogue {
  readonly #registry: Tools
  readonly #prepared = new Map<string, PreparedDocument>()
  /** Those that are being built, which others who ask for them wait for. */
  readonly #building = new Map<string, Promise<PreparedDocument | null>>()
  #preparedBytes = 0
  #searchWords: PreparedDocument | undefined

  constructor(registry: Tools) {
    this.#registry = registry
  }

  /**
   * The page of tools that a query asks for: the best first when it has words, else by slug.
   * @returns null for a cursor that no page of this query has given
   * @throws GatewayError validation_error for an unknown toolset or tool
   */
  async list(query: CatalogueQuery): Promise<PreparedDocument | null> {
    const key = JSON.stringify(query)
    const known = this.#prepared.get(key)
    if (known) return known
    const building = this.#building.get(key) ?? this.#build(key, query)
    this.#building.set(key, building)
    return await building
  }

  /** What the page's own search needs besides the list of tools; it would be a tenth of the list. */
  searchWords(): PreparedDocument {
    return (this.#searchWords ??= new PreparedDocument({
      ok: true,
      tools: this.#registry.tools.map(({ facts: { slug, searchWords, fields } }) => ({
        slug,
        search_words: searchWords,
        fields,
      })),
    }))
  }

  async #build(key: string, query: CatalogueQuery): Promise<PreparedDocument | null> {
    try {
      const page = await this.#pageOf(query)
      if (!page) return null
      const document = await prepareInTurns(page)
      this.#keep(key, document)
      return document
    } finally {
      this.#building.delete(key)
    }
  }

  #keep(key: string, document: PreparedDocument): void {
    this.#preparedBytes += key.length + document.size
    if (this.#preparedBytes > MAX_PREPARED_BYTES || this.#prepared.size >= MAX_PREPARED) {
      this.#prepared.clear()
      this.#preparedBytes = key.length + document.size
    }
    this.#prepared.set(key, document)
  }

  async #pageOf(query: CatalogueQuery): Promise<object | null> {
    const { cursor, limit, format, strict = false } = query
    if (query.q !== undefined) await prepareSearch(this.#registry)
    const matching = this.#matching(query)
    const rest = cursor === undefined ? matching : restAfter(matching, cursor, query.q !== undefined)
    if (!rest) return null
    const asked = await describeServed(limit === undefined ? rest : rest.slice(0, limit))
    const written = writeTools(asked, format, strict)
    const next = written.taken < rest.length ? rest[written.taken - 1]?.slug : undefined
    return {
      ok: true,
      total: matching.length,
      tools: written.tools,
      ...(strict ? { left_out: written.leftOut } : {}),
      ...(next === undefined ? {} : { next_cursor: next }),
    }
  }

  #matching({ q, category, tier, toolset, tools }: CatalogueQuery): readonly ListedTool[] {
    const scope = { category, tier }
    const found =
      q === undefined
        ? this.#registry.tools.filter((tool) => inScope(tool, scope))
        : searchTools(this.#registry, q, scope).map(({ tool }) => tool)
    const choice = { sets: namesIn(toolset), slugs: namesIn(tools) }
    if (choice.sets.length === 0 && choice.slugs.length === 0) return found
    const chosen = new Set(chooseTools(choice, this.#registry))
    return found.filter((tool) => chosen.has(tool))
  }
}

function writeTools(tools: readonly DescribedTool[], format: CatalogueFormat, strict: boolean): ModelTools {
  if (format === 'openai' || format === 'anthropic') return toModelTools(tools, format, strict)
  return {
    tools: tools.map(format === 'mcp' ? toMcpTool : toNativeTool),
    leftOut: [],
    taken: tools.length,
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

/** One tool as `GET /v1/tools` and `GET /v1/tools/{slug}` show it. */
export function toNativeTool(tool: DescribedTool): object {
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
    ...contentOf(definition),
    related: definition.related ?? [],
    standards: definition.standards ?? [],
    main_field: definition.mainField ?? null,
    file_fields: fileFieldsOf(tool.inputSchema),
    ...(tool.chain ? { steps: shownSteps(tool.chain) } : {}),
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
    examples: definition.examples,
  }
}
