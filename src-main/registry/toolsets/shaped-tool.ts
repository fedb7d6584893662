import { isDeepStrictEqual } from 'node:util'
import type { ToolOfSet } from '../../../src-shared/toolsets/saved-toolset.ts'
import type { DescribedTool } from '../described-tool.ts'
import type { JsonSchema } from '../field-schema.ts'
import { ListedTool } from '../listed-tool.ts'

/** A tool as the clients of a saved toolset see it. It runs as it always does. */
export class ShapedTool extends ListedTool {
  /** The tool itself. */
  readonly base: ListedTool
  readonly shape: ToolOfSet
  readonly #siblings: ReadonlySet<string>
  #described: DescribedTool | undefined

  /** @param siblings the slugs of its toolset, the only ones that it names */
  constructor(base: ListedTool, shape: ToolOfSet, siblings: ReadonlySet<string>) {
    super({ ...base.facts, summary: shape.description ?? base.facts.summary }, () => base.load())
    this.base = base
    this.shape = shape
    this.#siblings = siblings
  }

  /** The description that clients get, from that of the tool itself; always the same object. */
  describe(base: DescribedTool): DescribedTool {
    return (this.#described ??= shapeDescription(base, this.shape, this.#siblings))
  }
}

function shapeDescription(
  base: DescribedTool,
  { description, fixed = {}, defaults = {} }: ToolOfSet,
  siblings: ReadonlySet<string>,
) {
  const { slug, version, outputSchema, source, chain, definition } = base
  const { mainField, related = [], ...rest } = definition
  const shaped: DescribedTool = {
    slug,
    version,
    outputSchema,
    ...(source === undefined ? {} : { source }),
    ...(chain ? { chain } : {}),
    definition: {
      ...rest,
      ...(mainField === undefined || Object.hasOwn(fixed, mainField) ? {} : { mainField }),
      related: related.filter((other) => siblings.has(other)),
      summary: description ?? definition.summary,
      examples: definition.examples.flatMap((example) => {
        const input: unknown = example.input
        const fits = isRecord(input) && isTrueOf(input, fixed) && hasAll(input, defaults)
        return fits ? [{ ...example, input: without(input, fixed) }] : []
      }),
    },
    inputSchema: shapeSchema(base.inputSchema, fixed, defaults),
  }
  return shaped
}

type Values = Readonly<Record<string, unknown>>

/** The schema of an input whose fields have presets. */
export function shapeSchema(schema: JsonSchema, fixed: Values, defaults: Values): JsonSchema {
  // The JSON Schema of a tool's input is an object with properties, and lists its required fields or none.
  const properties = without(schema.properties as Record<string, JsonSchema>, fixed)
  // A list of names, or absent.
  const required = ((schema.required as string[] | undefined) ?? []).filter(
    (name) => !Object.hasOwn(fixed, name) && !Object.hasOwn(defaults, name),
  )
  const preset = Object.entries(defaults).map(([name, value]) => [
    name,
    { ...properties[name], default: value },
  ])
  const { required: _required, ...rest } = schema
  return {
    ...rest,
    properties: { ...properties, ...Object.fromEntries(preset) },
    ...(required.length > 0 ? { required } : {}),
  }
}

// An example that leaves a preset field to the tool, or has another value, would give something else here.
function isTrueOf(input: Values, fixed: Values): boolean {
  return Object.entries(fixed).every(([name, value]) => isDeepStrictEqual(input[name], value))
}

function hasAll(input: Values, defaults: Values): boolean {
  return Object.keys(defaults).every((name) => Object.hasOwn(input, name))
}

function without<V>(values: Readonly<Record<string, V>>, names: Values): Record<string, V> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(names, name)))
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
