import { z } from 'zod'
import type { ToolDefinition } from '../../../src-main/tool-kit/define-tool.ts'
import { loadTool, TOOL_MODULES } from '../../../src-main/tools/index.ts'
import type { Json } from '../gateway/test-gateway.ts'
import { runTool } from './run-tool.ts'

/** A tool of the registry, as a law over all tools looks at it. */
export interface LawTool {
  readonly slug: string
  readonly definition: ToolDefinition
  /** The schemas of what it takes and of what it answers, as JSON Schema. */
  readonly input: Json
  readonly output: Json
}

/** A place of an input that holds one value: the way to it, and its schema. */
export interface Leaf {
  readonly path: readonly string[]
  readonly schema: Json
}

/** What a call came to: the data of an answer, or the sentence of a refusal. */
export type Outcome = { readonly data: Json } | { readonly refused: string }

/** Every tool of the index, in its order. */
export async function lawTools(): Promise<LawTool[]> {
  const definitions = await Promise.all(Object.keys(TOOL_MODULES).map(loadTool))
  return definitions
    .filter((definition) => definition !== null)
    .map((definition) => ({
      slug: definition.slug,
      definition,
      input: z.toJSONSchema(definition.input, { io: 'input' }) as Json,
      output: z.toJSONSchema(definition.output, { io: 'output' }) as Json,
    }))
}

/** Whether a test can run it: nothing leaves this machine, no model is set up, and only a gateway has a catalogue. */
export function runsHere({ slug, definition: { tier, sideEffects, input } }: LawTool): boolean {
  return (
    tier !== 'network' &&
    tier !== 'llm' &&
    !(sideEffects && 'url' in input.shape) &&
    slug !== 'tools-search'
  )
}

/** The places of a schema that hold values: those of objects and lists, one for each way that they may be written. */
export function leavesOf(schema: Json, path: readonly string[] = []): Leaf[] {
  const either: Json[] | undefined = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return either.flatMap((one) => leavesOf(one, path))
  if (schema.type === 'object' && schema.properties !== undefined)
    return Object.entries<Json>(schema.properties).flatMap(([name, field]) =>
      leavesOf(field, [...path, name]),
    )
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return leavesOf(schema.additionalProperties, [...path, '*'])
  if (schema.type === 'array') return leavesOf(schema.items ?? {}, [...path, '[]'])
  return [{ path, schema }]
}

/**
 * Runs a tool as the pipeline does.
 * @throws Error for whatever the gateway would answer with a 500
 */
export async function outcomeOf(slug: string, input: unknown): Promise<Outcome> {
  try {
    return { data: (await runTool(slug, input)) as Json }
  } catch (error) {
    const { name, message } = error as Error
    // A refusal by the schema of the input is worded by the gateway; one by that of the output is a bug.
    if (error instanceof z.ZodError && !(await accepts(slug, input))) return { refused: 'by the schema' }
    if (/^(?:InvalidInput|CallFailed|NeedsKey)$/.test(name)) return { refused: message }
    throw error
  }
}

async function accepts(slug: string, input: unknown): Promise<boolean> {
  return (await loadTool(slug))!.input.safeParse(input).success
}

/** Runs a tool that has to answer. */
export async function dataOf(slug: string, input: unknown): Promise<Json> {
  return (await runTool(slug, input)) as Json
}

/** What a table lacks and what it has too much, against the tools that a law applies to; both empty if they agree. */
export function gapsOf(
  table: Readonly<Record<string, unknown>>,
  applies: readonly string[],
): { readonly missing: string[]; readonly needless: string[] } {
  return {
    missing: applies.filter((slug) => !Object.hasOwn(table, slug)),
    needless: Object.keys(table).filter((slug) => !applies.includes(slug)),
  }
}
