import fc from 'fast-check'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import { HOSTILE_KEYS, jsonValues } from '../../../support/tools/json-samples.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const SLUGS = ['code-json-to-typescript', 'code-json-to-zod', 'text-json-schema-generate']
const LIST = { value: 1, next: { value: 2, next: { value: 3, next: null } } }
const EVENTS = Array.from({ length: 6 }, (_, i) =>
  i % 2 ? { type: 'move', x: 1, y: 2 } : { type: 'text', body: 'a', size: 3, replies: [] },
)

// Keys with half a surrogate pair cannot be sent in an answer; the gateway refuses them at its door.
const wellFormed = (value: unknown): boolean => !/\\ud[89a-f]/.test(JSON.stringify(value))
const samples = fc.sample(jsonValues.filter(wellFormed), { numRuns: 120, seed: 99 })

async function resultOf(slug: string, input: Record<string, unknown>): Promise<unknown> {
  return z.object({ result: z.unknown() }).parse(await runTool(slug, input)).result
}

/** Runs the printed Zod source and hands back the root's schema. */
async function zodSchemaFor(input: Record<string, unknown>): Promise<z.ZodType> {
  const source = z.string().parse(await resultOf('code-json-to-zod', input))
  const script = ts.transpile(source, { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 })
  const exported: Record<string, unknown> = {}
  // oxlint-disable-next-line typescript/no-implied-eval -- our own tool's source, run as a caller would
  new Function('exports', 'require', script)(exported, () => ({ z }))
  return z.instanceof(z.ZodType).parse(exported.RootSchema)
}

async function jsonSchemaFor(input: Record<string, unknown>): Promise<z.ZodType> {
  const text = JSON.stringify(await resultOf('text-json-schema-generate', input))
  // References are percent-encoded (RFC 6901, 6), which this reader does not undo.
  const decoded = text.replaceAll(/"#\/\$defs\/[^"]+"/g, decodeURIComponent)
  // A parse by a schema would lose the property `__proto__`; the test is that the text is a JSON Schema.
  return z.fromJSONSchema(parseJson(decoded) as Parameters<typeof z.fromJSONSchema>[0])
}

describe.each([
  ['Zod source', zodSchemaFor],
  ['JSON Schema', jsonSchemaFor],
])('the %s', (_, schemaFor) => {
  it('takes every sample, whatever the keys are', async () => {
    for (const json of samples.filter((value) => typeof value !== 'string')) {
      const schema = await schemaFor({ json })
      expect(schema.safeParse(json), JSON.stringify(json)).toMatchObject({ success: true })
    }
  })

  it('rejects what the samples rule out', async () => {
    const schema = await schemaFor({
      examples: [
        { id: 1, tag: 'x' },
        { id: 2, tag: null, more: true },
      ],
    })
    for (const wrong of [
      { id: '1', tag: null },
      { tag: null },
      { id: null, tag: null },
      { id: 1, tag: 'x', other: 1 },
    ]) {
      expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
    }
  })

  it('follows recursive types', async () => {
    const schema = await schemaFor({ json: LIST })
    expect(schema.safeParse({ value: 0, next: LIST }).success).toBe(true)
    expect(
      schema.safeParse({ value: 0, next: { value: 1, next: { value: 'x', next: null } } }).success,
    ).toBe(false)
  })

  it('tells variants apart by their tag', async () => {
    const schema = await schemaFor({ json: EVENTS })
    expect(schema.safeParse(EVENTS).success).toBe(true)
    expect(schema.safeParse([{ type: 'move', x: 1 }]).success).toBe(false)
  })
})

describe.each(SLUGS)('%s', (slug) => {
  it('says where text is not JSON', async () => {
    const wrong = runTool(slug, { json: '{"a": 1,\n "b": oops}' })
    await expect(wrong).rejects.toThrow(InvalidInput)
    await expect(wrong).rejects.toThrow(/line 2, column 7.*oops/)
  })

  it('treats JSON text and the value itself alike', async () => {
    const json = { a: [{ b: 1 }, { b: null, c: 'x' }] }
    expect(await runTool(slug, { json: JSON.stringify(json) })).toEqual(await runTool(slug, { json }))
  })

  it('accepts every spelling of the root name', async () => {
    const outputs = await Promise.all(
      ['root_name', 'name', 'rootName'].map((field) =>
        runTool(slug, { json: { a: 1 }, [field]: 'user profile' }),
      ),
    )
    for (const output of outputs)
      expect(output).toMatchObject({ root: 'UserProfile', types: ['UserProfile'] })
  })

  it('refuses a call without an example, and unknown fields', async () => {
    await expect(runTool(slug, { root_name: 'A' })).rejects.toThrow(/`json`/)
    await expect(runTool(slug, { json: {}, rootname: 'A' })).rejects.toThrow(/rootname/)
  })

  it('refuses documents that are nested too deeply, in a sentence', async () => {
    const text = `${'['.repeat(1_001)}${']'.repeat(1_001)}`
    await expect(runTool(slug, { json: text })).rejects.toThrow(/1000 levels/)
    await expect(runTool(slug, { json: text.slice(1, -1) })).resolves.toBeTruthy()
  })
})

describe('code-json-to-typescript', () => {
  it('writes what the options ask for', async () => {
    const json = { at: '2026-01-31T10:00:00Z', day: '2026-01-31', to: [{ 'odd key': 'a */ b' }] }
    const options = {
      dates: 'alias',
      jsdoc: true,
      readonly: true,
      indent: 'tab',
      style: 'type',
      export: false,
    }
    expect(await resultOf('code-json-to-typescript', { json, ...options })).toBe(
      [
        'type Root = {',
        '\t/**\n\t * Example: "2026-01-31T10:00:00Z"\n\t * @format date-time\n\t */',
        '\treadonly at: DateTimeString;',
        '\t/**\n\t * Example: "2026-01-31"\n\t * @format date\n\t */',
        '\treadonly day: DateString;',
        '\treadonly to: readonly To[];',
        '};\n',
        'type To = {',
        '\t/** Example: "a *\\/ b" */',
        '\treadonly "odd key": string;',
        '};\n',
        '/** A day as RFC 3339 writes it: 2026-01-31. */\ntype DateString = string;\n',
        '/** A date and time as RFC 3339 writes it: 2026-01-31T23:59:59Z. */\ntype DateTimeString = string;\n',
      ].join('\n'),
    )
  })

  it('avoids the names of browser types where a file without exports would merge with them', async () => {
    const json = { event: { a: 1 }, node: { b: 1 } }
    expect(await resultOf('code-json-to-typescript', { json, export: false })).toContain(
      'interface RootEvent {',
    )
    expect(await resultOf('code-json-to-typescript', { json })).toContain('interface Event {')
  })
})

describe('text-json-schema-generate', () => {
  it('keeps hostile keys as own properties of the schema', async () => {
    const keys = HOSTILE_KEYS.filter((key) => key.isWellFormed())
    const json = Object.fromEntries(keys.map((key, i) => [key, i % 2 ? i : String(i)]))
    const result = await resultOf('text-json-schema-generate', { json, maps: 'never' })
    const { properties } = z.object({ properties: z.unknown() }).parse(result)
    expect(Object.keys(properties ?? {}).toSorted()).toEqual(keys.toSorted())
  })

  it('refuses keys that an answer cannot carry', async () => {
    await expect(runTool('text-json-schema-generate', { json: '{"\\ud800": 1}' })).rejects.toThrow(
      InvalidInput,
    )
  })
})
