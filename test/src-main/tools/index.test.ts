import { Validator, type Schema } from '@cfworker/json-schema'
import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mainValueOf } from '../../../src-shared/kinds/main-value.ts'
import { TIERS } from '../../../src-main/tool-kit/define-tool.ts'
import { TOOL_MODULES, loadTool } from '../../../src-main/tools/index.ts'
import { sha256, toCanonical } from '../../support/canonical-writer.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type TestAnswer } from '../../support/gateway/test-gateway.ts'
import { wrongBodiesFor, type ListedTool } from '../../support/tools/wrong-inputs.ts'

type Fields = Readonly<Record<string, unknown>>

const TOOLS = new URL('../../../src-main/tools/', import.meta.url)
const slugs = Object.keys(TOOL_MODULES)

let gateway: TestGateway
let listed: Map<string, ListedTool>
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
  const { ledger } = gateway.instance.services
  await ledger.credit({ id: 'examples', account: gateway.keyId, kind: 'grant', credits: 100_000 })
  const { tools } = (await gateway.send('/v1/tools')).json
  listed = new Map(tools.map((tool: ListedTool) => [tool.slug, tool]))
})
// What one tool got wrong is not held against those after it.
afterEach(() => void gateway.bugs.splice(0))
afterAll(async () => await gateway.close())

async function toolOf(slug: string) {
  const tool = await loadTool(slug)
  if (!tool) throw new Error(`${slug} is listed and cannot be loaded`)
  return tool
}

describe('the list of tools', () => {
  it('has a line for every tool file and a file for every line, sorted', () => {
    const files = readdirSync(TOOLS, { recursive: true, encoding: 'utf8' })
      .map((file) => /^(?!lib\b)[^/\\]+[/\\]([^/\\]+)\.ts$/.exec(file)?.[1])
      .filter((slug) => slug !== undefined)
    expect(slugs).toEqual(files.toSorted())
  })

  it('is what the gateway serves', () => {
    expect([...listed.keys()]).toEqual(slugs)
  })

  it('finds nothing for names that every object has', async () => {
    expect(await loadTool('__proto__')).toBeNull()
    expect(await loadTool('constructor')).toBeNull()
  })

  it('gives no slug or alias twice, and names only related tools that exist', async () => {
    const tools = await Promise.all(slugs.map(toolOf))
    const names = tools.flatMap((tool) => [tool.slug, ...(tool.aliases ?? [])])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    const related = tools.flatMap((tool) => tool.related ?? [])
    expect(related.filter((slug) => !slugs.includes(slug))).toEqual([])
  })
})

describe.each(slugs)('%s', (slug) => {
  it('says of itself what its file and the rules say', async () => {
    const tool = await toolOf(slug)
    expect(tool.slug).toBe(slug)
    expect(slug).toMatch(/^[a-z0-9-]{1,40}$/)
    expect(TIERS).toContain(tool.tier)
    expect(tool.examples.length).toBeGreaterThanOrEqual(3)
    expect(tool.summary).toMatch(/^[^.].{10,200}\.$/)
    if (tool.cacheable) expect([tool.tier, tool.sideEffects ?? false]).toEqual(['compute', false])
    if (tool.mainField !== undefined) expect(tool.input.shape).toHaveProperty(tool.mainField)
    expect(tool.gives).toBeDefined()
  })

  it('names the main output that its answers have', async () => {
    const { mainOutput, output, examples } = await toolOf(slug)
    expect(mainOutput).not.toBe(undefined)
    if (typeof mainOutput !== 'string') return
    const [field = ''] = mainOutput.split(/\[|\./)
    expect(Object.keys(output.shape)).toContain(field)
    const having = examples.flatMap(({ output: made }) => ((made?.[field] ?? null) === null ? [] : [made]))
    for (const made of having) expect(mainValueOf(made as Fields, mainOutput)).not.toEqual(made)
  })

  it('describes every field, and accepts no other', async () => {
    const { input, output } = await toolOf(slug)
    for (const schema of [input, output]) {
      for (const [field, type] of Object.entries(schema.shape)) expect(type.description, field).toBeTruthy()
      expect(schema.def.catchall?._zod.def.type).toBe('never')
    }
  })

  it('answers its examples as it says, and from the cache where it says so', async () => {
    const tool = listed.get(slug)!
    for (const { title, input, output } of tool.examples) {
      if (isOffline(tool) && output === undefined) {
        const checked = await gateway.send(`/v1/dry-run/${slug}`, { body: input })
        expect([checked.status, checked.json.input_validation.valid], title).toEqual([200, true])
        continue
      }
      // A key of its own for what remembers: an example begins with nothing.
      const key = tool.cacheable ? gateway.key : await freshKey()
      const first = await gateway.call(slug, input, { key })
      expectAnswer(tool, first, title, output)
      const again = await gateway.call(slug, input, { key })
      expect([first.headers.get('x-cache'), again.headers.get('x-cache')], title).toEqual(
        tool.cacheable ? [expect.any(String), 'HIT'] : ['MISS', 'MISS'],
      )
      if (tool.cacheable) expect(again.json.data).toEqual(first.json.data)
    }
    expect(gateway.bugs).toEqual([])
  })

  it('refuses wrong input at no charge', async () => {
    const tool = listed.get(slug)!
    const before = gateway.balance()
    const bodies = wrongBodiesFor(tool)
    expect(bodies.size).toBeGreaterThanOrEqual(10)
    for (const [what, body] of bodies) {
      const { status, json } = await gateway.send(`/v1/${slug}`, { body })
      expect([what, status, json.error?.code]).toEqual([what, 400, 'validation_error'])
    }
    expect(gateway.balance()).toBe(before)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(gateway.bugs).toEqual([])
  })
})

/** The tools whose answers come from elsewhere: nothing leaves this machine in a test. */
function isOffline({ tier, side_effects, input_schema }: ListedTool): boolean {
  return tier === 'network' || (side_effects && 'url' in input_schema.properties)
}

async function freshKey(): Promise<string> {
  return (await gateway.instance.services.keys.create({ kind: 'personal', name: 'Example', grant: 500 }))
    .key
}

function expectAnswer(tool: ListedTool, answer: TestAnswer, title: string, output?: object): void {
  expect([answer.status, answer.json.error], title).toEqual([200, undefined])
  const { _engine: engine, ...data } = answer.json.data
  expect(engine, title).toBe(tool.tier === 'llm' ? 'needs_key' : 'real')
  expect(answer.headers.get('x-output-hash'), title).toBe(sha256(toCanonical(answer.json.data)))
  if (engine === 'needs_key') {
    expect(answer.json.meta.credits_used).toBe(0)
    return
  }
  // A second implementation of JSON Schema than the one that the schema was written by.
  const { errors } = new Validator(tool.output_schema as Schema, '2020-12', false).validate(data)
  expect(errors, title).toEqual([])
  if (output !== undefined) expect(data, title).toEqual(output)
}
