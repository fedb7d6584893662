import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TOOLSET_LIMITS, type ToolOfSet } from '../../../src-shared/toolsets/saved-toolset.ts'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { mcpClient, textsOf } from '../../support/gateway/mcp-client.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { TestGateway, type Json, type TestAnswer } from '../../support/gateway/test-gateway.ts'

const PATH = '/v1/enterprise/toolsets'
const DESK: readonly ToolOfSet[] = [
  {
    slug: 'text-diff',
    description: 'Compares two replies of the support desk.',
    fixed: { by: 'word' },
    defaults: { ignore_case: true },
  },
  { slug: 'crypto-hash-sha256' },
]

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(async () => {
  expect(gateway.bugs).toEqual([])
  await gateway.close()
})
beforeEach(() => gateway.advance(60_000))

const save = (name: string, tools: unknown, more: object = {}): Promise<TestAnswer> =>
  gateway.asOwner(`${PATH}/${name}`, { method: 'PUT', body: { tools, ...more } })
const issuesOf = ({ json }: TestAnswer): string[] =>
  json.error.issues.map(({ path, message }: Json) => `${path}: ${message}`)

describe('a saved toolset', () => {
  it('is kept as it was sent, counts its versions, and is gone when it is removed', async () => {
    const first = await save('kept', DESK, { description: 'For the desk' })
    expect(first).toMatchObject({
      status: 200,
      json: { toolset: { name: 'kept', description: 'For the desk', tools: DESK, version: 1 } },
    })
    expect((await save('kept', [{ slug: 'sha256' }])).json).toMatchObject({ ok: false })
    const second = await save('kept', [{ slug: 'text_diff' }])
    expect(second.json.toolset).toMatchObject({ version: 2, tools: [{ slug: 'text-diff' }] })
    expect((await gateway.asOwner(`${PATH}/kept`)).json).toEqual(second.json)
    const listed = (await gateway.asOwner(PATH)).json.toolsets
    expect(listed).toContainEqual(expect.objectContaining({ name: 'kept', version: 2, tools: 1 }))

    const remove = () => gateway.asOwner(`${PATH}/kept`, { method: 'DELETE' })
    expect((await remove()).json).toEqual({ ok: true, name: 'kept', status: 'removed' })
    expect(await remove()).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } })
    expect(await gateway.asOwner(`${PATH}/kept`)).toMatchObject({ status: 404 })
    expect(await gateway.send('/v1/tools?toolset=kept')).toMatchObject({ status: 400 })
    const audit = await gateway.asOwner('/v1/enterprise/audit?limit=10')
    const told = audit.json.entries.filter(({ target }: Json) => target === 'kept')
    expect(told.map(({ action }: Json) => action)).toEqual([
      'toolset.removed',
      'toolset.saved',
      'toolset.saved',
    ])
  })

  it('is refused by the names of unknown tools and fields, and of presets that do not fit', async () => {
    const odd = await save('odd', [
      { slug: 'text-dif' },
      { slug: 'text-diff', fixed: { colour: 1, by: 'word' }, defaults: { by: 'line' } },
      { slug: 'crypto-hash-sha256', defaults: { text: 5 } },
      { slug: 'crypto-hash-sha256' },
    ])
    expect(odd.status).toBe(400)
    expect(issuesOf(odd)).toEqual([
      expect.stringMatching(/^tools\.0\.slug: There is no tool "text-dif"; did you mean text-diff/),
      expect.stringMatching(
        /^tools\.1\.fixed\.colour: text-diff has no field "colour"; it has before, after/,
      ),
      'tools.1.defaults.by: by is fixed already',
      expect.stringMatching(/^tools\.2\.defaults\.text: /),
      'tools.3.slug: crypto-hash-sha256 is listed twice',
    ])
    for (const name of ['core', 'finder', 'all', 'readonly', 'text-processing', 'Big', 'a_b', '1a'])
      expect([name, issuesOf(await save(name, DESK))]).toEqual([name, [expect.stringMatching(/^name: /)]])
    const long = 'x'.repeat(TOOLSET_LIMITS.jsonChars)
    const large = await save('large', [{ slug: 'crypto-hash-sha256', defaults: { text: long } }])
    expect(issuesOf(large)).toEqual([expect.stringMatching(/^tools: .* 65536 characters/)])
    expect((await gateway.asOwner(PATH)).json.toolsets).toEqual([])
  })

  it('is there after a restart', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    const path = `${PATH}/restarted`
    const saved = await first.asOwner(path, { method: 'PUT', body: { tools: DESK } })
    await first.close()
    const second = await TestGateway.create({ dataDir })
    expect((await second.asOwner(path)).json).toEqual(saved.json)
    expect((await second.send('/v1/tools?toolset=restarted')).json.total).toBe(2)
    await second.close()
  })

  it('is one of a limited number', async () => {
    const full = await TestGateway.create()
    await liftRateLimit(full)
    const put = (name: string) =>
      full.asOwner(`${PATH}/${name}`, { method: 'PUT', body: { tools: [{ slug: 'text-diff' }] } })
    for (let made = 0; made < TOOLSET_LIMITS.toolsets; made++)
      expect((await put(`s${made}`)).status).toBe(200)
    expect(await put('more')).toMatchObject({ status: 400, json: { error: { code: 'validation_error' } } })
    expect((await put('s1')).status).toBe(200)
    await full.close()
  })
})

describe('GET /v1/tools with a saved toolset', () => {
  it('lists its tools with their descriptions and presets, in every format', async () => {
    await save('desk', DESK)
    const { json } = await gateway.send('/v1/tools?toolset=desk')
    expect(json.tools.map(({ slug }: Json) => slug)).toEqual(['crypto-hash-sha256', 'text-diff'])
    const diff = json.tools[1]
    expect(diff.description).toBe('Compares two replies of the support desk.')
    expect(Object.keys(diff.input_schema.properties)).toEqual([
      'before',
      'after',
      'ignore_case',
      'ignore_whitespace',
    ])
    expect(diff.input_schema.properties.ignore_case.default).toBe(true)
    // What an example shows must be true of the call that the client can make.
    for (const { input } of diff.examples) expect(input).not.toHaveProperty('by')
    for (const format of ['openai', 'anthropic', 'mcp']) {
      const { text } = await gateway.send(`/v1/tools?toolset=desk&format=${format}`)
      expect([format, text.includes('support desk'), text.includes('"by"')]).toEqual([format, true, false])
    }
    const strict = await gateway.send('/v1/tools?toolset=desk&format=openai&strict=true')
    const { parameters } = strict.json.tools.find(
      (tool: Json) => tool.function.name === 'text-diff',
    ).function
    expect(parameters.required).toEqual(['before', 'after', 'ignore_case', 'ignore_whitespace'])
    const found = await gateway.send('/v1/tools?toolset=desk&q=resize a picture')
    expect(found.json.tools.every(({ slug }: Json) => DESK.some((tool) => tool.slug === slug))).toBe(true)
  })

  it('shows a change at once, and nothing to others', async () => {
    await save('changing', DESK)
    await gateway.send('/v1/tools?toolset=changing')
    await save('changing', [{ slug: 'text-diff', description: 'Another word.' }])
    const { json } = await gateway.send('/v1/tools?toolset=changing')
    expect(json.tools).toEqual([expect.objectContaining({ description: 'Another word.' })])
    expect(await gateway.send('/v1/tools?toolset=changing', { key: null })).toMatchObject({ status: 400 })
    expect(await gateway.send('/v1/tools?toolset=changing,core')).toMatchObject({ status: 400 })
    const plain = await gateway.send('/v1/tools/text-diff')
    expect(plain.json.tool.description).not.toContain('word.')
  })
})

describe.each(['auto', 'legacy'] as const)('an MCP client (%s) of a saved toolset', (era) => {
  it('lists, finds, describes and calls its tools alone', async () => {
    await save('mcp', DESK)
    const client = await mcpClient(gateway, { era, query: '?toolset=mcp,finder' })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(['crypto-hash-sha256', 'text-diff', 'search_tools', 'describe_tool', 'call_tool'])
    const told = async (name: string, args: Record<string, unknown>) =>
      textsOf(await client.callTool({ name, arguments: args })).join('\n')
    const found = JSON.parse(await told('search_tools', { query: 'support desk', detail: 'schema' }))
    expect(found.tools[0]).toMatchObject({ slug: 'text-diff', summary: DESK[0]!.description })
    expect(found.tools[0].input_schema.properties).not.toHaveProperty('by')
    expect(await told('search_tools', { query: 'random uuid' })).not.toContain('crypto-uuid')
    expect(await told('describe_tool', { slug: 'text-diff' })).toContain('support desk')
    expect(await told('describe_tool', { slug: 'crypto-uuid' })).toContain('There is no such tool')

    const before = gateway.balance()
    expect(await told('call_tool', { slug: 'crypto-uuid', input: {} })).toContain('There is no such tool')
    await expect(client.callTool({ name: 'crypto-uuid', arguments: {} })).rejects.toThrow(
      'There is no tool',
    )
    expect(gateway.balance()).toBe(before)
    await client.close()
  })

  it('gets the presets of a tool, and is refused another value of a fixed field', async () => {
    await save('preset', DESK)
    const client = await mcpClient(gateway, { era, query: '?toolset=preset' })
    const diff = (args: Record<string, unknown>) => client.callTool({ name: 'text-diff', arguments: args })
    const texts = { before: 'One two', after: 'one three' }
    const ops = async (args: Record<string, unknown>) => {
      const { operations } = JSON.parse(textsOf(await diff(args))[0]!)
      return operations.map(({ op, text }: Json) => `${op} ${text}`)
    }
    // By words, and without regard to case; the tool's own presets are lines and case.
    const preset = ['equal one ', 'delete two', 'insert three']
    expect(await ops(texts)).toEqual(preset)
    expect(await ops({ ...texts, by: 'word' })).toEqual(preset)
    expect(await ops({ ...texts, by: null, ignore_case: null })).toEqual(preset)
    expect((await ops({ ...texts, ignore_case: false }))[0]).toMatch(/^delete One/)
    const before = gateway.balance()
    for (const args of [{ ...texts, by: 'line' }, { input: JSON.stringify({ ...texts, by: 'line' }) }]) {
      const refused = await diff(args)
      expect(refused.isError).toBe(true)
      expect(textsOf(refused).join()).toContain('The toolset fixes the value of this field')
    }
    expect(gateway.balance()).toBe(before)
    await client.close()
  })

  it('sees a change of the toolset with its next request, and that it was removed', async () => {
    await save('brief', DESK)
    const client = await mcpClient(gateway, { era, query: '?toolset=brief' })
    expect((await client.listTools()).tools).toHaveLength(2)
    await save('brief', [{ slug: 'text-diff', description: 'Another word.' }])
    // A client of the newer revision keeps a list for the time that the answer tells.
    const again = era === 'legacy' ? client : await mcpClient(gateway, { era, query: '?toolset=brief' })
    const { tools } = await again.listTools()
    expect(tools.map(({ description }) => description)).toEqual(['Another word. 3 credits.'])
    if (again !== client) await again.close()
    await gateway.asOwner(`${PATH}/brief`, { method: 'DELETE' })
    const { status } = await gateway.send('/mcp?toolset=brief', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { accept: 'application/json, text/event-stream' },
    })
    expect(status).toBe(400)
    await client.close()
  })
})

itObeysTheRules([
  { method: 'GET', path: PATH, admin: true },
  { method: 'GET', path: `${PATH}/none`, admin: true },
  {
    method: 'PUT',
    path: `${PATH}/ruled`,
    admin: true,
    body: { tools: [{ slug: 'text-diff' }] },
    wrong: [
      [{}, 'tools'],
      [{ tools: [] }, 'tools'],
      [{ tools: [{ slug: 'text-diff', fixed: 1 }] }, 'tools.0.fixed'],
      [{ tools: [{ slug: 'none' }] }, 'tools.0.slug'],
    ],
  },
  { method: 'DELETE', path: `${PATH}/none`, admin: true },
])
