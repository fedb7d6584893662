import { z } from 'zod'
import { ListedTool, RegisteredTool } from '../../../src-main/registry/registry.ts'
import { zodFields } from '../../../src-main/registry/zod-fields.ts'
import type { ServedDefinition } from '../../../src-main/tool-kit/define-tool.ts'

interface ExternalTool {
  /** The id of its source. */
  readonly source: string
  /** Its own name, which follows that of the source. */
  readonly name: string
  readonly summary: string
  readonly input?: z.ZodObject
  readonly revision?: number
}

/** A tool of a source, as a source puts it into the registry; it answers with what it was sent, as JSON. */
export function externalTool({ source, name, summary, revision = 1, ...rest }: ExternalTool): ListedTool {
  const { input = z.object({ path: z.string() }) } = rest
  const definition: ServedDefinition = {
    slug: `${source}__${name}`,
    title: name,
    summary,
    searchWords: [],
    category: source,
    tier: 'network',
    credits: 1,
    version: revision,
    sideEffects: true,
    examples: [],
    handler: (sent) => ({ text: JSON.stringify(sent) }),
  }
  const schemas = {
    input: zodFields(input, 'input'),
    output: zodFields(z.object({ text: z.string() }), 'output'),
  }
  const said = { id: source, kind: 'mcp', version: '1.2.3', definition: 'ab'.repeat(32) }
  const tool = new RegisteredTool(definition, schemas, said)
  const { slug, title, searchWords, category, tier, credits } = definition
  const facts = {
    ...{ slug, title, summary, searchWords, category, tier, credits },
    ...{ cacheable: false, sideEffects: true, aliases: [] },
    fields: [...schemas.input.fields],
    source: { id: source, kind: 'mcp', revision },
  }
  return new ListedTool(facts, () => Promise.resolve(tool))
}
