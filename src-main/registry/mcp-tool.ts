import { counted } from '../../src-shared/counted.ts'
import { ENGINE_CONFIDENCE } from '../../src-shared/engines.ts'
import type { ToolFacts } from '../tool-kit/tool-facts.ts'
import type { JsonSchema, RegisteredTool } from './registry.ts'
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
export function toMcpTool(tool: RegisteredTool): McpTool {
  const { definition, slug, inputSchema } = tool
  const { accepts, produces, main_output } = contentOf(definition)
  return {
    name: slug,
    title: definition.title,
    description: withPrice(definition.summary, definition.credits),
    inputSchema: { ...inputSchema, type: 'object' },
    outputSchema: withEngine(tool.outputSchema),
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

/** What is said of a tool besides its description, without the kinds of content that it takes and gives. */
export function withoutContent(meta: McpTool['_meta']): McpTool['_meta'] {
  const {
    'toolgate/accepts': _accepts,
    'toolgate/produces': _produces,
    'toolgate/main_output': _main,
    ...rest
  } = meta
  return rest
}

/** What a model reads of a tool: its purpose, and its price, since models see nothing of `_meta`. */
export function withPrice(summary: string, credits: number): string {
  return `${summary} ${credits === 0 ? 'Free' : counted(credits, 'credit')}.`
}

/** Whether a call changes nothing anywhere. */
export function isReadOnly({ sideEffects }: Pick<ToolFacts, 'sideEffects'>): boolean {
  return sideEffects !== true
}

function annotationsOf(tool: RegisteredTool): McpAnnotations {
  const { tier, sideEffects = false, cacheable = false } = tool.definition
  const openWorldHint = tier === 'network' || tier === 'llm' || (sideEffects && tier !== 'memory')
  // The other two mean nothing for a tool that only reads, and would lengthen every list.
  if (isReadOnly(tool.definition)) return { readOnlyHint: true, openWorldHint }
  return { readOnlyHint: false, destructiveHint: true, idempotentHint: cacheable, openWorldHint }
}

function withEngine(schema: JsonSchema): JsonSchema & { readonly type: 'object' } {
  // The JSON Schema of a zod object always has properties.
  const properties = schema.properties as Record<string, JsonSchema>
  // It names its required fields, or leaves the list out.
  const required = (schema.required as string[] | undefined) ?? []
  const engine = {
    type: 'string',
    enum: Object.keys(ENGINE_CONFIDENCE),
    description: 'The engine that answered',
  }
  return {
    ...schema,
    type: 'object',
    properties: { ...properties, _engine: engine },
    required: [...required, '_engine'],
  }
}
