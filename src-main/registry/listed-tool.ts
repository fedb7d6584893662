import { engineOfTier, type Engine } from '../../src-shared/engines.ts'
import { fileFieldsOf, type FileFields } from './file-fields.ts'
import type { AnsweringSource } from '../../src-shared/receipt.ts'
import type { ServedDefinition, ToolDefinition } from '../tool-kit/define-tool.ts'
import { loadTool } from '../tools/index.ts'
import type { ToolFacts } from '../tool-kit/tool-facts.ts'
import type { FieldSchema, JsonSchema, ToolSchemas } from './field-schema.ts'
import { zodFields } from './zod-fields.ts'

/** An engine that can answer. */
export type OutputEngine = Exclude<Engine, 'needs_key' | 'error'>

/** A tool that this instance serves, with its facts only; its definition is imported when first needed. */
export class ListedTool {
  readonly facts: ToolFacts
  readonly #import: () => Promise<RegisteredTool>
  #loaded: Promise<RegisteredTool> | undefined

  /** @param load reads the definition; without it, that of the tool's own file */
  constructor(facts: ToolFacts, load: () => Promise<RegisteredTool> = () => importTool(facts.slug)) {
    this.facts = facts
    this.#import = load
  }

  get slug(): string {
    return this.facts.slug
  }

  /** What handles its calls when they succeed. */
  get engine(): OutputEngine {
    return this.facts.source === null ? engineOfTier(this.facts.tier) : 'external'
  }

  /** Loads the tool with its definition; always the same object. */
  load(): Promise<RegisteredTool> {
    this.#loaded ??= this.#import().catch((error: unknown) => {
      // Reading may succeed at the next call.
      this.#loaded = undefined
      throw error
    })
    return this.#loaded
  }
}

async function importTool(slug: string): Promise<RegisteredTool> {
  const definition = await loadTool(slug)
  if (definition) return registeredOf(definition)
  throw new Error(`The tool ${slug} is listed but has no file`)
}

/** A step of a chain, with its tool. */
export interface LoadedStep {
  readonly id: string
  readonly listed: ListedTool
  readonly tool: RegisteredTool
}

/**
 * Runs a step of a chain.
 * @param fields makes the fields of its call; throws where they cannot be made
 * @returns what its tool gives, without the name of the engine
 */
export type RunStep = (
  step: LoadedStep,
  fields: () => Readonly<Record<string, unknown>>,
  index: number,
) => Promise<Readonly<Record<string, unknown>>>

/** How a tool runs whose calls are calls of other tools. */
export interface Chain {
  readonly steps: readonly LoadedStep[]
  /** What handles its calls when they succeed. */
  readonly engine: OutputEngine
  /**
   * The input's field that a problem of a step's field comes from.
   * @param path of the problem in the fields of the step
   */
  inputBehind(index: number, path: string): string | null
  /** Runs all steps. @throws whatever a step throws, and Error when the output cannot be made of what they gave */
  run(input: Readonly<Record<string, unknown>>, step: RunStep): Promise<Record<string, unknown>>
}

/** A tool's definition and schemas, and what is derived from them on first use. */
export class RegisteredTool {
  readonly definition: ServedDefinition
  readonly slug: string
  readonly version: number
  readonly input: FieldSchema
  readonly output: FieldSchema
  readonly source: AnsweringSource | null
  /** The structured content that its source has declared for it. */
  readonly structuredSchema: JsonSchema | undefined
  /** What handles its calls when they succeed. */
  readonly engine: OutputEngine
  /** Its steps; null for a tool that runs by its handler. */
  readonly chain: Chain | null

  #fileFields: FileFields | undefined

  /**
   * @param source who answers its calls; null for a tool of this build
   * @param chain for a tool whose calls are calls of other tools
   */
  constructor(
    definition: ServedDefinition,
    { input, output, structured }: ToolSchemas,
    source: AnsweringSource | null = null,
    chain: Chain | null = null,
  ) {
    this.definition = definition
    this.slug = definition.slug
    this.version = definition.version ?? 1
    this.input = input
    this.output = output
    this.structuredSchema = structured
    this.source = source
    this.chain = chain
    this.engine = chain?.engine ?? (source === null ? engineOfTier(definition.tier) : 'external')
  }

  get inputSchema(): JsonSchema {
    return this.input.json
  }

  get outputSchema(): JsonSchema {
    return this.output.json
  }

  /** The fields that take a file. */
  get fileFields(): FileFields {
    return (this.#fileFields ??= fileFieldsOf(this.inputSchema))
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

/** Imports the definitions of tools, in their order. */
export function loadAll(tools: readonly ListedTool[]): Promise<RegisteredTool[]> {
  return Promise.all(tools.map((tool) => tool.load()))
}
