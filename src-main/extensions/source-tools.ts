import { ListedTool, RegisteredTool } from '../registry/listed-tool.ts'
import type { Checked, FieldSchema, JsonSchema } from '../registry/field-schema.ts'
import { isObject } from '../../src-shared/json-schema/json-identity.ts'
import type { ServedDefinition } from '../tool-kit/define-tool.ts'
import type { ToolContext } from '../tool-kit/tool-context.ts'
import { jsonFields } from './schemas/json-fields.ts'
import { toolRemoved } from './source-refusals.ts'
import { priceOf, type Definition, type Source, type SourceTool } from './source.ts'

/** Runs a tool of a source for a call. */
export type RunTool = (
  tool: SourceTool,
  input: Readonly<Record<string, unknown>>,
  ctx: ToolContext,
  definition: Definition,
) => Promise<Record<string, unknown>>

/** What the tools of a source are made with. */
export interface ToolParts {
  readonly run: RunTool
  /** The definition that was approved. */
  readonly definitionOf: (tool: SourceTool) => Promise<Definition | null>
}

/** What every call of a tool of a server of MCP gives. */
const OF_MCP: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', description: 'The texts of the answer, joined' },
    content: {
      type: 'array',
      items: { type: 'object' },
      description: 'All parts of the answer, as they came',
    },
    structured: { description: 'The answer as data, where the server gives it' },
  },
  required: ['text', 'content'],
}

/** What every call of an operation of an API gives. */
const OF_API: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer', description: 'The status of the answer' },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Those that say where to go on and how much is left',
    },
    body: { description: 'The answer as JSON, or its text' },
    content: {
      type: 'array',
      items: { type: 'object' },
      description: 'An answer that is neither JSON nor text, such as a picture',
    },
  },
  required: ['status', 'headers'],
}

const OUTPUTS: Readonly<Record<Source['kind'], JsonSchema>> = {
  mcp: OF_MCP,
  'mcp-http': OF_MCP,
  openapi: OF_API,
  // What its file declares, if anything.
  folder: { type: 'object', properties: {} },
  // As the command declares it.
  command: { type: 'object', properties: {} },
}

/** The approved tools of a source, as calls and lists know them. */
export function listedTools(source: Source, tools: Iterable<SourceTool>, parts: ToolParts): ListedTool[] {
  const listed: ListedTool[] = []
  for (const tool of tools) {
    if (tool.state !== 'on') continue
    const facts = {
      slug: tool.slug,
      title: tool.facts.title,
      summary: tool.facts.summary,
      searchWords: [],
      category: source.id,
      // A pure script reaches nothing.
      tier: tool.facts.isPure ? ('compute' as const) : ('network' as const),
      credits: priceOf(tool, source),
      cacheable: tool.facts.isPure === true,
      sideEffects: !(tool.readOnly || tool.facts.isPure),
      aliases: [],
      fields: tool.facts.fields,
      source: { id: source.id, kind: source.kind, revision: source.revision },
    }
    listed.push(new ListedTool(facts, () => registered(source, tool, facts, parts)))
  }
  return listed
}

async function registered(
  source: Source,
  tool: SourceTool,
  facts: Omit<ListedTool['facts'], 'fields' | 'source'>,
  { run, definitionOf }: ToolParts,
): Promise<RegisteredTool> {
  if (tool.approvedHash === null) throw new Error(`${tool.slug} is on but was never approved`)
  const approved = await definitionOf(tool)
  // Another gateway may have removed the source, which this one has not read yet.
  if (!approved) throw toolRemoved(tool)
  const declared = approved.outputSchema ? jsonFields(approved.outputSchema) : null
  // The answer of a script or a command is its data itself, and was checked when it came.
  const isOwn = approved.script !== undefined || approved.command !== undefined
  const structured = isOwn ? null : declared
  const definition: ServedDefinition = {
    ...facts,
    version: Math.max(1, source.revision),
    keepsTime: true,
    examples: [],
    handler: (input, ctx) => run(tool, input, ctx, approved),
    ...(approved.script?.isPure ? { script: approved.script.code } : {}),
    // Many servers break their own schema, which is told and fails nothing.
    isAsDeclared: ({ structured: value }) => structured === null || structured.check(value).ok,
  }
  const version = source.serverVersion
  const answering = { id: source.id, kind: source.kind, version, definition: tool.approvedHash }
  return new RegisteredTool(
    definition,
    {
      input: jsonFields(approved.inputSchema),
      output: new AnyOutput((isOwn ? declared?.json : null) ?? OUTPUTS[source.kind]),
      structured: structured?.json,
    },
    answering,
  )
}

class AnyOutput implements FieldSchema {
  readonly json: JsonSchema
  readonly openApi: JsonSchema
  readonly fields: ReadonlySet<string>

  constructor(schema: JsonSchema) {
    this.json = this.openApi = schema
    this.fields = new Set(Object.keys(isObject(schema.properties) ? schema.properties : {}))
  }

  check(value: unknown): Checked {
    return isObject(value)
      ? { ok: true, value }
      : { ok: false, issues: [{ path: '', message: 'must be an object' }] }
  }
}
