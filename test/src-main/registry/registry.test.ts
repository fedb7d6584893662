import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ListedTool, loadAll, loadRegistry, Registry } from '../../../src-main/registry/registry.ts'
import { RESERVED_FIELDS } from '../../../src-shared/gateway-fields.ts'
import { defineTool, type ToolDefinition } from '../../../src-main/tool-kit/define-tool.ts'
import { toFacts } from '../../../src-main/tool-kit/tool-facts.ts'
import { TOOL_MODULES } from '../../../src-main/tools/index.ts'

const registry = await loadRegistry()

/** A tool of which only the names matter. */
function toolNamed(slug: string, aliases: readonly string[] = []): ToolDefinition {
  return defineTool({
    slug,
    title: slug,
    summary: slug,
    searchWords: [],
    category: 'Test',
    tier: 'compute',
    credits: 1,
    aliases,
    input: z.object({}),
    output: z.object({}),
    examples: [],
    handler: () => ({}),
  })
}

describe('the registry', () => {
  it('serves every tool of the index, sorted by slug, and no other', () => {
    expect(registry.tools.map((tool) => tool.slug)).toEqual(Object.keys(TOOL_MODULES).toSorted())
  })

  it('finds a tool by slug and by every alias', () => {
    for (const tool of registry.tools) {
      expect(registry.find(tool.slug)).toBe(tool)
      for (const alias of tool.facts.aliases ?? []) expect(registry.find(alias)).toBe(tool)
    }
  })

  it('finds nothing under names that every object has', () => {
    for (const name of ['__proto__', 'constructor', 'toString', '']) expect(registry.find(name)).toBeNull()
  })

  it('refuses two tools that claim one name, as slug or as alias', () => {
    const claims = (...tools: ToolDefinition[]) => new Registry(tools.map(toFacts))
    expect(() => claims(toolNamed('a-b'), toolNamed('a-b'))).toThrow('a-b')
    expect(() => claims(toolNamed('a-b'), toolNamed('c-d', ['a-b']))).toThrow('a-b')
    expect(() => claims(toolNamed('a-b', ['e-f']), toolNamed('c-d', ['e-f']))).toThrow('e-f')
  })

  it('names the tool itself where a misspelt name comes close to an alias', () => {
    const named = new Registry([
      toFacts(toolNamed('text-csv-to-json', ['data-csv-parse', 'data-csv-to-json'])),
    ])
    expect(named.nearest('data-csv-pars')).toEqual(['text-csv-to-json'])
    expect(named.nearest('csv-to-json')).toEqual(['text-csv-to-json'])
  })

  it('imports a definition once, however many calls want it at the same time', async () => {
    const tool = new ListedTool(registry.find('text-diff')!.facts)
    const [first, second] = await Promise.all([tool.load(), tool.load()])
    expect(first).toBe(second)
    expect(await tool.load()).toBe(first)
  })

  it('says which tool it cannot import, each time', async () => {
    const tool = new ListedTool(toFacts(toolNamed('no-such-file')))
    await expect(tool.load()).rejects.toThrow('no-such-file')
    await expect(tool.load()).rejects.toThrow('no-such-file')
  })
})

describe.each((await loadAll(registry.tools)).map((tool) => [tool.slug, tool] as const))(
  '%s',
  (slug, tool) => {
    const { definition } = tool
    const inputs = [...tool.input.fields]
    const outputs = [...tool.output.fields]

    it('has names that fit every client: at most 40 lower-case letters, digits and hyphens', () => {
      for (const name of [slug, ...(definition.aliases ?? [])]) expect(name).toMatch(/^[a-z0-9-]{1,40}$/)
    })

    it('declares no field of the gateway’s own, which would never reach it', () => {
      expect(inputs.filter((field) => (RESERVED_FIELDS as readonly string[]).includes(field))).toEqual([])
    })

    it('outputs no field that the gateway adds', () => {
      expect(
        outputs.filter((field) => ['_engine', 'meta', 'agent', 'trace', 'receipt'].includes(field)),
      ).toEqual([])
    })

    it('points to related tools that exist, other than itself', () => {
      const related = definition.related ?? []
      expect(related.filter((other) => other === slug || registry.find(other)?.slug !== other)).toEqual([])
      expect(new Set(related).size).toBe(related.length)
    })

    it('accepts the inputs of its examples, whose outputs match its schema', () => {
      for (const { title, input, output } of definition.examples) {
        expect(tool.input.check(input), title).toMatchObject({ ok: true })
        if (output === undefined) continue
        expect(tool.output.check(output), title).toMatchObject({ ok: true })
      }
    })

    it('has schemas without references, which model APIs do not follow', () => {
      const text = JSON.stringify(schemaKeys([tool.inputSchema, tool.outputSchema]))
      expect(text).not.toMatch(/"\$ref"|"\$defs"|"definitions"/)
    })

    it('requires only fields that its schema has', () => {
      expect(tool.required).toEqual(tool.inputSchema.required ?? [])
      expect(tool.required.filter((field) => !tool.fields.has(field))).toEqual([])
      expect([...tool.fields]).toEqual(inputs)
    })
  },
)

/** The keywords of a schema and of those inside it, without defaults and enums, which are data. */
function schemaKeys(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(schemaKeys)
  if (typeof schema !== 'object' || schema === null) return null
  const { default: _default, enum: _enum, const: _const, ...keywords } = schema as Record<string, unknown>
  return Object.fromEntries(Object.entries(keywords).map(([key, value]) => [key, schemaKeys(value)]))
}
