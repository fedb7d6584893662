import { ListedTool, RegisteredTool } from '../registry/listed-tool.ts'
import type { Checked, FieldSchema, JsonSchema } from '../registry/field-schema.ts'
import { isObject } from '../../src-shared/json-schema/json-identity.ts'
import type { ServedDefinition } from '../tool-kit/define-tool.ts'
import type { ToolContext } from '../tool-kit/tool-context.ts'
import { jsonFields } from './schemas/json-fields.ts'
import type { Definition, Source, SourceTool } from './source.ts'

/** Runs a tool of a source for a call. */
export type RunTool = (
  tool: SourceTool,
  input: Readonly<Record<string, unknown>>,
  ctx: ToolContext,
) => Promise<Record<string, unknown>>

/** What the tools of a source are made with. */
export interface ToolParts {
  readonly run: RunTool
  /** The definition that was approved. */
  readonly definitionOf: (tool: SourceTool) => Definition | null
}

/** What every call of a tool of a source gives. */
const OUTPUT: JsonSchema = {
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
      tier: 'network' as const,
      credits: tool.credits ?? source.credits,
      cacheable: false,
      sideEffects: !tool.readOnly,
      aliases: [],
      fields: tool.facts.fields,
      source: { id: source.id, kind: source.kind, revision: source.revision },
    }
    listed.push(new ListedTool(facts, async () => registered(source, tool, facts, parts)))
  }
  return listed
}

function registered(
  source: Source,
  tool: SourceTool,
  facts: Omit<ListedTool['facts'], 'fields' | 'source'>,
  { run, definitionOf }: ToolParts,
): RegisteredTool {
  const approved = definitionOf(tool)
  if (!approved || tool.approvedHash === null) throw new Error(`${tool.slug} is on but was never approved`)
  const structured = approved.outputSchema ? jsonFields(approved.outputSchema) : null
  const definition: ServedDefinition = {
    ...facts,
    version: Math.max(1, source.revision),
    keepsTime: true,
    examples: [],
    handler: (input, ctx) => run(tool, input, ctx),
    // Many servers break their own schema, which is told and fails nothing.
    isAsDeclared: ({ structured: value }) => structured === null || structured.check(value).ok,
  }
  const version = source.serverVersion
  const answering = { id: source.id, kind: source.kind, version, definition: tool.approvedHash }
  return new RegisteredTool(
    definition,
    { input: jsonFields(approved.inputSchema), output: new AnyOutput(), structured: structured?.json },
    answering,
  )
}

class AnyOutput implements FieldSchema {
  readonly json = OUTPUT
  readonly openApi = OUTPUT
  readonly fields = new Set(['text', 'content', 'structured'])

  check(value: unknown): Checked {
    return isObject(value)
      ? { ok: true, value }
      : { ok: false, issues: [{ path: '', message: 'must be an object' }] }
  }
}
