import { z } from 'zod'
import type { ToolDefinition } from '../tools/define-tool.ts'
import { TOOL_MODULES, loadTool } from '../tools/index.ts'
import { nearestSlugs } from './nearest-slugs.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** A tool as this instance serves it: its definition and what is derived from it, each part when first asked for. */
export class RegisteredTool {
  readonly definition: ToolDefinition
  readonly slug: string
  readonly version: number
  #inputSchema: JsonSchema | undefined
  #outputSchema: JsonSchema | undefined
  #fields: ReadonlySet<string> | undefined

  constructor(definition: ToolDefinition) {
    this.definition = definition
    this.slug = definition.slug
    this.version = definition.version ?? 1
  }

  get inputSchema(): JsonSchema {
    return (this.#inputSchema ??= toJsonSchema(this.definition.input, 'input'))
  }

  get outputSchema(): JsonSchema {
    return (this.#outputSchema ??= toJsonSchema(this.definition.output, 'output'))
  }

  /** Names of the fields that a caller must send. */
  get required(): readonly string[] {
    // An object schema lists its required fields by name, or leaves the list out.
    return (this.inputSchema.required as string[] | undefined) ?? []
  }

  get fields(): ReadonlySet<string> {
    return (this.#fields ??= new Set(Object.keys(this.definition.input.shape)))
  }

  /** The main field takes text only, so an object in `input` cannot be meant for it. */
  get mainFieldIsText(): boolean {
    const { mainField } = this.definition
    // The JSON Schema of a zod object always has properties.
    const properties = this.inputSchema.properties as Record<string, JsonSchema>
    return mainField !== undefined && properties[mainField]?.type === 'string'
  }
}

/** The tools that this instance serves, found by slug or alias. */
export class Registry {
  readonly tools: readonly RegisteredTool[]
  readonly #bySlug = new Map<string, RegisteredTool>()

  constructor(definitions: readonly ToolDefinition[]) {
    this.tools = definitions
      .map((definition) => new RegisteredTool(definition))
      .sort((a, b) => (a.slug < b.slug ? -1 : 1))
    for (const tool of this.tools) this.#claim(tool.slug, tool)
    for (const tool of this.tools)
      for (const alias of tool.definition.aliases ?? []) this.#claim(alias, tool)
  }

  find(slug: string): RegisteredTool | null {
    return this.#bySlug.get(slug) ?? null
  }

  /** Slugs close to a misspelt one, best first; an alias that comes close stands for its tool. */
  nearest(slug: string): string[] {
    const names = nearestSlugs(slug, [...this.#bySlug.keys()])
    return [...new Set(names.map((name) => this.#bySlug.get(name)?.slug ?? name))]
  }

  #claim(slug: string, tool: RegisteredTool): void {
    if (this.#bySlug.has(slug)) throw new Error(`Two tools claim the slug ${slug}`)
    this.#bySlug.set(slug, tool)
  }
}

/** Imports every tool of the index. */
export async function loadRegistry(): Promise<Registry> {
  const definitions = await Promise.all(Object.keys(TOOL_MODULES).map(loadTool))
  return new Registry(definitions.filter((definition) => definition !== null))
}

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io })
  return rest
}
