import { beforeAll, describe, expect, it } from 'vitest'
import { checkInput } from '../../../src-main/registry/check-input.ts'
import {
  MODEL_APIS,
  toModelTools,
  type ModelApi,
} from '../../../src-main/registry/model-apis/model-tools.ts'
import { OPENAI_RULES } from '../../../src-main/registry/model-apis/strict-rules.ts'
import { toStrictSchema } from '../../../src-main/registry/model-apis/strict-schema.ts'
import { loadAll, loadRegistry, type RegisteredTool } from '../../../src-main/registry/registry.ts'
import { strictFaultsIn, type Schema } from '../../support/documents/strict-mode.ts'

let tools: RegisteredTool[]
beforeAll(async () => {
  tools = await loadAll((await loadRegistry()).tools)
})

interface Written {
  readonly name: string
  readonly schema: Schema
  readonly strict: boolean | undefined
}

const writtenOf = (
  tool: RegisteredTool,
  api: ModelApi,
): { tool: Written | null; reason: string | null } => {
  const { tools: written, leftOut } = toModelTools([tool], api, true)
  // What is asserted here is the very shape.
  const [one] = written as { function?: object }[]
  const flat =
    one && ({ ...one, ...one.function } as { parameters?: Schema; input_schema?: Schema } & Written)
  return {
    tool: flat ? { ...flat, schema: (flat.parameters ?? flat.input_schema)! } : null,
    reason: leftOut.find(({ field }) => field === undefined)?.reason ?? null,
  }
}

describe.each(MODEL_APIS)('every tool in the strict format of %s', (api) => {
  it('holds every rule of the mode where it is not left out with a reason', () => {
    const faults = tools.flatMap((tool) => {
      const { tool: written, reason } = writtenOf(tool, api)
      if (written === null) return reason ? [] : [`${tool.slug} is missing without a reason`]
      expect(written.strict).toBe(true)
      return strictFaultsIn(written.schema, api).map((fault) => `${tool.slug}: ${fault}`)
    })
    expect(faults).toEqual([])
  })

  it('is nearly all of them', () => {
    const leftOut = tools.flatMap((tool) => {
      const { reason } = writtenOf(tool, api)
      return reason === null ? [] : [`${tool.slug}: ${reason}`]
    })
    expect(leftOut.length, leftOut.join('\n')).toBeLessThanOrEqual(tools.length / 20)
  })
})

// Catches: a schema that a model follows and the gateway refuses.
it('what a model sends by a strict schema, null for what it leaves out, means the same as the example', () => {
  let compared = 0
  for (const tool of tools) {
    const { tool: written } = writtenOf(tool, 'openai')
    if (written === null) continue
    for (const { input } of tool.definition.examples) {
      const filled = filledWithNull(input, written.schema)
      if (filled === null) continue
      compared++
      expect([tool.slug, checkInput(tool, filled as Record<string, unknown>)]).toEqual([
        tool.slug,
        checkInput(tool, input),
      ])
    }
  }
  expect(compared).toBeGreaterThan(tools.length)
})

/** An example as a strict model must send it; null for one with a value that the strict schema does not allow. */
function filledWithNull(value: unknown, schema: Schema): unknown {
  if (schema.anyOf) {
    const kind = schema.anyOf.find((one) => fits(value, one))
    return kind ? filledWithNull(value, kind) : null
  }
  if (!fits(value, schema)) return null
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => filledWithNull(item, schema.items!))
    return items.some((item, index) => item === null && value[index] !== null) ? null : items
  }
  if (typeof value !== 'object' || value === null) return value
  const sent = new Map<string, unknown>(Object.entries(value))
  const names = Object.keys(schema.properties!)
  if ([...sent.keys()].some((name) => !names.includes(name))) return null
  const members = names.map((name): [string, unknown] => {
    const own = sent.get(name)
    return [name, own === undefined || own === null ? null : filledWithNull(own, schema.properties![name]!)]
  })
  const isWhole = members.every(([name, member]) => member !== null || (sent.get(name) ?? null) === null)
  return isWhole ? Object.fromEntries(members) : null
}

function fits(value: unknown, { type }: Schema): boolean {
  if (value === null) return type === 'null'
  if (Array.isArray(value)) return type === 'array'
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

describe('a strict schema', () => {
  const strict = (input: Schema) => toStrictSchema(input, OPENAI_RULES)
  const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  })

  it('tells the limits that the mode does not know', () => {
    const input = object({ a: { type: 'string', maxLength: 5, default: 'x', description: 'A' } })
    expect(strict(input)).toMatchObject({
      schema: {
        required: ['a'],
        properties: {
          a: {
            anyOf: [{ type: 'string' }, { type: 'null' }],
            description: 'A (maxLength: 5, default: "x")',
          },
        },
      },
    })
  })

  it('leaves out what may be left out, and says of the rest why it cannot be', () => {
    const map: Schema = { type: 'object', additionalProperties: {} }
    expect(strict(object({ a: { type: 'string' }, map }, ['a']))).toMatchObject({
      schema: { required: ['a'] },
    })
    const any = { contentMediaType: 'application/json' } satisfies Schema
    expect(strict(object({ any }, ['any']))).toMatchObject({
      schema: { properties: { any: { type: 'string', description: 'Send it as JSON text.' } } },
    })
    expect(strict(object({ map }, ['map']))).toEqual({ reason: 'map takes fields of any name' })
    expect(strict(object({ any: {} }, ['any']))).toEqual({ reason: 'any takes any JSON value' })
    const either = { anyOf: [{ type: 'string' }, map] } satisfies Schema
    expect(strict(object({ either }, ['either']))).toMatchObject({
      schema: { properties: { either: { type: 'string' } } },
    })
  })
})

describe('the tools of one request', () => {
  it('are at most 128 for OpenAI, and what Anthropic compiles at once in its strict mode', () => {
    expect(toModelTools(tools, 'openai', false).tools).toHaveLength(128)
    expect(toModelTools(tools, 'anthropic', false).tools).toHaveLength(tools.length)
    const { tools: few, taken } = toModelTools(tools, 'anthropic', true)
    expect(few.length).toBeGreaterThan(1)
    expect(few.length).toBeLessThanOrEqual(20)
    expect(taken).toBeGreaterThanOrEqual(few.length)
  })
})

it('every list that a tool takes says what its items are, tuples too', () => {
  const without = (node: unknown, path: string): string[] => {
    if (typeof node !== 'object' || node === null) return []
    // A schema of another shape has none of these members.
    const { type, items, prefixItems } = node as Schema
    const isBare = (type === 'array' || prefixItems) && (typeof items !== 'object' || items === null)
    return [
      ...(isBare && prefixItems ? [path] : []),
      ...Object.entries(node).flatMap(([name, child]) => without(child, `${path}.${name}`)),
    ]
  }
  expect(tools.flatMap(({ slug, inputSchema }) => without(inputSchema, slug))).toEqual([])
})
