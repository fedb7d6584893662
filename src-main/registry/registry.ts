import { readAllFacts } from '../tools/all-facts.ts'
import type { ServedDefinition, ToolDefinition } from '../tool-kit/define-tool.ts'
import { loadTool } from '../tools/index.ts'
import type { ToolFacts } from '../tool-kit/tool-facts.ts'
import type { FieldSchema, JsonSchema, ToolSchemas } from './field-schema.ts'
import { nearestNames } from './nearest-names.ts'
import { zodFields } from './zod-fields.ts'

export type { JsonSchema } from './field-schema.ts'

/** A tool that this instance serves, with its facts only; its definition is imported when first needed. */
export class ListedTool {
  readonly facts: ToolFacts
  #loaded: Promise<RegisteredTool> | undefined

  constructor(facts: ToolFacts) {
    this.facts = facts
  }

  get slug(): string {
    return this.facts.slug
  }

  /** Loads the tool with its definition; always the same object. */
  load(): Promise<RegisteredTool> {
    return (this.#loaded ??= this.#import())
  }

  async #import(): Promise<RegisteredTool> {
    try {
      const definition = await loadTool(this.slug)
      if (definition) return registeredOf(definition)
    } catch (error) {
      // Reading may succeed at the next call.
      this.#loaded = undefined
      throw error
    }
    throw new Error(`The tool ${this.slug} is listed but has no file`)
  }
}

/** A tool's definition and schemas, and what is derived from them on first use. */
export class RegisteredTool {
  readonly definition: ServedDefinition
  readonly slug: string
  readonly version: number
  readonly input: FieldSchema
  readonly output: FieldSchema

  constructor(definition: ServedDefinition, { input, output }: ToolSchemas) {
    this.definition = definition
    this.slug = definition.slug
    this.version = definition.version ?? 1
    this.input = input
    this.output = output
  }

  get inputSchema(): JsonSchema {
    return this.input.json
  }

  get outputSchema(): JsonSchema {
    return this.output.json
  }

  /** Names of the fields that a caller must send. */
  get required(): readonly string[] {
    // An object schema lists its required fields by name, or leaves the list out.
    return (this.inputSchema.required as string[] | undefined) ?? []
  }

  get fields(): ReadonlySet<string> {
    return this.input.fields
  }

  /** Whether the main field takes only text, so that an object in `input` is not its value. */
  get mainFieldIsText(): boolean {
    const { mainField } = this.definition
    // The JSON Schema of an object that has a main field has properties.
    const properties = this.inputSchema.properties as Record<string, JsonSchema>
    return mainField !== undefined && properties[mainField]?.type === 'string'
  }
}

/** One for each definition, so that another instance in this process does not derive everything again. */
const registered = new WeakMap<ToolDefinition, RegisteredTool>()

/** A tool of this build, from its file. */
export function registeredOf(definition: ToolDefinition): RegisteredTool {
  const known = registered.get(definition) ?? new RegisteredTool(definition, schemasOf(definition))
  registered.set(definition, known)
  return known
}

function schemasOf({ input, output }: ToolDefinition): ToolSchemas {
  return { input: zodFields(input, 'input'), output: zodFields(output, 'output') }
}

/** The tools that this instance serves, found by slug or alias. */
export class Registry {
  readonly tools: readonly ListedTool[]
  readonly #bySlug = new Map<string, ListedTool>()

  constructor(facts: readonly ToolFacts[]) {
    this.tools = facts.map((of) => new ListedTool(of)).sort((a, b) => (a.slug < b.slug ? -1 : 1))
    for (const tool of this.tools) this.#claim(tool.slug, tool)
    for (const tool of this.tools) for (const alias of tool.facts.aliases ?? []) this.#claim(alias, tool)
  }

  /** A tool by its slug or an alias, also with underscores, as some agents write names: `math_evaluate`. */
  find(slug: string): ListedTool | null {
    return this.#bySlug.get(slug) ?? this.#bySlug.get(slug.replaceAll('_', '-')) ?? null
  }

  /** Slugs close to a misspelt one, best first; a close alias counts as its tool. */
  nearest(slug: string): string[] {
    const names = nearestNames(slug, [...this.#bySlug.keys()])
    return [...new Set(names.map((name) => this.#bySlug.get(name)?.slug ?? name))]
  }

  #claim(slug: string, tool: ListedTool): void {
    if (this.#bySlug.has(slug)) throw new Error(`Two tools claim the slug ${slug}`)
    this.#bySlug.set(slug, tool)
  }
}

/** A registry of every tool of the index. */
export async function loadRegistry(): Promise<Registry> {
  return new Registry(await readAllFacts())
}

/** Imports the definitions of tools, in their order. */
export function loadAll(tools: readonly ListedTool[]): Promise<RegisteredTool[]> {
  return Promise.all(tools.map((tool) => tool.load()))
}
