import { counted } from '../../src-shared/counted.ts'
import { OWN_ENGINES, type Engine } from '../../src-shared/engines.ts'
import type { ToolFacts } from '../tool-kit/tool-facts.ts'
import type { DescribedTool } from './described-tool.ts'
import type { JsonSchema } from './field-schema.ts'
import { fileFieldsOf, withFileReferences } from './file-fields.ts'
import { contentOf } from './tool-content.ts'

/** What a client may assume about a tool before asking the user (MCP, "Tool annotations"). */
export interface McpAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint: boolean
}

/** A tool as an MCP client sees it. */
export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  readonly outputSchema: JsonSchema & { readonly type: 'object' }
  readonly annotations: McpAnnotations
  readonly _meta: Readonly<Record<string, unknown>>
}

/** Describes a tool in MCP's format; its output is the sent data, with the name of the engine. */
export function toMcpTool(tool: DescribedTool): McpTool {
  const { definition, slug, inputSchema } = tool
  const { accepts, produces, main_output } = contentOf(definition)
  return {
    name: slug,
    title: definition.title,
    description: withPrice(definition.summary, definition.credits),
    inputSchema: {
      ...withFileReferences(inputSchema, Object.keys(fileFieldsOf(inputSchema))),
      type: 'object',
    },
    outputSchema: outputOf(tool),
    annotations: annotationsOf(tool),
    _meta: {
      'toolgate/credits': definition.credits,
      'toolgate/tier': definition.tier,
      'toolgate/category': definition.category,
      'toolgate/accepts': accepts,
      'toolgate/produces': produces,
      'toolgate/main_output': main_output,
    },
  }
}

/** A tool as the usual list has it, which every conversation pays for: without its output and its kinds of content. */
export function toShortTool({ outputSchema: _output, _meta: meta, ...rest }: McpTool): McpTool {
  const {
    'toolgate/accepts': _accepts,
    'toolgate/produces': _produces,
    'toolgate/main_output': _mainOutput,
    ...usual
  } = meta
  // The list's own type asks for an output schema; MCP does not.
  return { ...rest, _meta: usual } as McpTool
}

/** What a model reads of a tool: its purpose, and its price, since models see nothing of `_meta`. */
export function withPrice(summary: string, credits: number): string {
  return `${summary} ${credits === 0 ? 'Free' : counted(credits, 'credit')}.`
}

/** Whether a call changes nothing anywhere. */
export function isReadOnly({ sideEffects }: Pick<ToolFacts, 'sideEffects'>): boolean {
  return sideEffects !== true
}

/** Whether a call reaches something outside of the gateway. */
export function reachesOut({
  tier,
  sideEffects = false,
}: Pick<ToolFacts, 'tier' | 'sideEffects'>): boolean {
  return tier === 'network' || tier === 'llm' || (sideEffects && tier !== 'memory')
}

function annotationsOf(tool: DescribedTool): McpAnnotations {
  const { cacheable = false } = tool.definition
  const openWorldHint = reachesOut(tool.definition)
  // The other two mean nothing for a tool that only reads, and would lengthen every list.
  if (isReadOnly(tool.definition)) return { readOnlyHint: true, openWorldHint }
  return { readOnlyHint: false, destructiveHint: true, idempotentHint: cacheable, openWorldHint }
}

// A recipe gives data of its own, whoever has contributed to it.
function outputOf(tool: DescribedTool): McpTool['outputSchema'] {
  if (tool.chain) return withEngine(tool.outputSchema, [tool.chain.engine, 'needs_key', 'error'])
  return tool.source ? sourceSchema(tool) : withEngine(tool.outputSchema, OWN_ENGINES)
}

// What a source gives over MCP is what it has declared itself, not the data that others get.
function sourceSchema({ structuredSchema }: DescribedTool): McpTool['outputSchema'] {
  return { ...(structuredSchema ?? {}), type: 'object' }
}

function withEngine(
  schema: JsonSchema,
  engines: readonly Engine[],
): JsonSchema & { readonly type: 'object' } {
  // The JSON Schema of a zod object always has properties.
  const properties = schema.properties as Record<string, JsonSchema>
  // It names its required fields, or leaves the list out.
  const required = (schema.required as string[] | undefined) ?? []
  const engine = {
    type: 'string',
    enum: engines,
    description: 'The engine that answered',
  }
  return {
    ...schema,
    type: 'object',
    properties: { ...properties, _engine: engine },
    required: [...required, '_engine'],
  }
}
