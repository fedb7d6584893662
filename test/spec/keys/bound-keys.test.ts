import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ToolOfSet } from '../../../src-shared/toolsets/saved-toolset.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { mcpClient, textsOf } from '../../support/gateway/mcp-client.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { TestGateway, type Json, type TestAnswer } from '../../support/gateway/test-gateway.ts'

const TOOLSETS = '/v1/enterprise/toolsets'
const DESK: readonly ToolOfSet[] = [
  {
    slug: 'text-diff',
    description: 'Compares two replies of the support desk.',
    fixed: { by: 'word' },
    defaults: { ignore_case: true },
  },
  { slug: 'crypto-hash-sha256' },
]
const SLUGS = ['crypto-hash-sha256', 'text-diff']
const TEXTS = { before: 'One two', after: 'one three' }
/** By words, and without regard to case; the tool's own presets are lines and case. */
const PRESET = ['equal one ', 'delete two', 'insert three']

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

const save = (name: string, tools: readonly ToolOfSet[] = DESK): Promise<TestAnswer> =>
  gateway.asOwner(`${TOOLSETS}/${name}`, { method: 'PUT', body: { tools } })
const make = async (toolset: string, more: object = {}): Promise<string> => {
  const body = { name: toolset, toolset, rate_limit: 1_000_000, ...more }
  const { status, json } = await gateway.asOwner('/v1/enterprise/keys', { body })
  expect([status, json.toolset]).toEqual([201, toolset])
  return json.key
}
const bound = async (name: string): Promise<string> => {
  await save(name)
  return make(name)
}
const opsOf = ({ operations }: Json): string[] => operations.map(({ op, text }: Json) => `${op} ${text}`)
const slugsOf = ({ json }: TestAnswer): string[] => json.tools.map(({ slug }: Json) => slug)

describe('a key that is bound to a saved toolset', () => {
  it('calls its tools alone, with their presets, in every way to call', async () => {
    const key = await bound('every')
    const called = await gateway.call('text-diff', TEXTS, { key })
    expect(opsOf(called.json.data)).toEqual(PRESET)
    const calls = [
      { slug: 'text-diff', input: TEXTS },
      { slug: 'crypto-uuid', input: {} },
      { slug: 'text-diff', input: { ...TEXTS, by: 'line' } },
    ]
    const batch = (await gateway.send('/v1/batch', { key, body: { calls } })).json
    expect(opsOf(batch.results[0].data)).toEqual(PRESET)
    expect(batch.results.map(({ error }: Json) => error?.code)).toEqual([
      undefined,
      'scope_denied',
      'validation_error',
    ])
    const stream = await gateway.send('/v1/stream/text-diff', { key, body: TEXTS })
    expect(stream.text).toContain('insert')
    expect(stream.text).not.toContain('"One two"')
    const job = (await gateway.send('/v1/async/text-diff', { key, body: TEXTS })).json
    const ended = await waitUntil(async () => {
      const { json } = await gateway.send(job.poll, { key })
      return json.status === 'completed' ? json : null
    }, 'the job ends')
    expect(opsOf(ended.envelope.data)).toEqual(PRESET)
    const dry = await gateway.send('/v1/dry-run/text-diff', { key, body: TEXTS })
    expect(dry.json.input_validation.valid).toBe(true)
    expect(Object.keys(dry.json.input_schema.properties)).not.toContain('by')
    expect((await gateway.send('/v1/dry-run/text-diff', { key, body: { by: 'line' } })).status).toBe(400)
    for (const way of ['', 'stream/', 'dry-run/', 'async/']) {
      const other = await gateway.send(`/v1/${way}crypto-uuid`, { key, body: {} })
      expect([way, other.status, other.json.error.code]).toEqual([way, 403, 'scope_denied'])
      expect(other.json.error.message).toContain('bound to the toolset every')
    }
  })

  it('sees its tools alone, as the toolset shapes them, in every list and document', async () => {
    const key = await bound('lists')
    for (const query of ['', '?toolset=all', '?toolset=lists', '?q=replies of the support desk'])
      expect([query, slugsOf(await gateway.send(`/v1/tools${query}`, { key })).toSorted()]).toEqual([
        query,
        query.startsWith('?q') ? expect.arrayContaining(['text-diff']) : SLUGS,
      ])
    expect(slugsOf(await gateway.send('/v1/tools?q=random uuid', { key }))).not.toContain('crypto-uuid')
    const found = (await gateway.send('/v1/tools/text-diff', { key })).json.tool
    expect(found.description).toBe(DESK[0]!.description)
    expect(found.related).toEqual([])
    expect((await gateway.send('/v1/tools/crypto-uuid', { key })).status).toBe(404)
    const openApi = (await gateway.send('/v1/openapi.json', { key })).json
    const whole = (await gateway.send('/v1/openapi.json')).json
    const toolPaths = Object.values<Json>(openApi.paths).filter((path) => path.post?.['x-tier'])
    expect(toolPaths.map(({ post }) => post.operationId).toSorted()).toEqual(SLUGS)
    expect(openApi.paths['/v1/text-diff'].post.description).toContain('support desk')
    const { schema } = openApi.paths['/v1/text-diff'].post.requestBody.content['application/json']
    expect(schema.properties).not.toHaveProperty('by')
    expect(schema.properties.ignore_case.default).toBe(true)
    expect(openApi.paths['/v1/batch']).toEqual(whole.paths['/v1/batch'])
    expect(Object.keys(whole.paths)).toContain('/v1/crypto-uuid')
    const manifest = await gateway.send('/.well-known/ai-tools.json', { key })
    expect(slugsOf(manifest)).toEqual(SLUGS)
    await save('elsewhere')
    expect((await gateway.send('/v1/tools?toolset=elsewhere', { key })).status).toBe(400)
  })

  it('is suggested its own tools alone in agent mode', async () => {
    const plain = await gateway.call('text-diff', { ...TEXTS, mode: 'agent' })
    expect(plain.json.agent.suggestions).not.toEqual([])
    const key = await bound('agent')
    const { agent } = (await gateway.call('text-diff', { ...TEXTS, mode: 'agent' }, { key })).json
    expect(agent.suggestions.filter((slug: string) => !SLUGS.includes(slug))).toEqual([])
  })

  it.each(['auto', 'legacy'] as const)('lists and calls its tools alone over MCP (%s)', async (era) => {
    const key = await bound(`mcp-${era}`)
    const namesAt = async (query: string): Promise<string[]> => {
      const client = await mcpClient(gateway, { era, key, query })
      const names = (await client.listTools()).tools.map(({ name }) => name)
      await client.close()
      return names
    }
    expect(await namesAt('')).toEqual(SLUGS)
    expect(await namesAt('?toolset=all')).toEqual(SLUGS)
    expect(await namesAt('?tools=text-diff')).toEqual(['text-diff'])
    const client = await mcpClient(gateway, { era, key, query: '?toolset=all,finder' })
    const told = async (name: string, args: Record<string, unknown>) =>
      textsOf(await client.callTool({ name, arguments: args })).join('\n')
    expect(opsOf(JSON.parse(await told('text-diff', TEXTS)))).toEqual(PRESET)
    expect(await told('search_tools', { query: 'random uuid' })).not.toContain('crypto-uuid')
    expect(await told('describe_tool', { slug: 'text-diff' })).toContain('support desk')
    expect(await told('call_tool', { slug: 'crypto-uuid', input: {} })).toContain('There is no such tool')
    await client.close()
  })

  // Catches: a missing toolset that is read as no restriction.
  it('calls nothing once its toolset is removed, and its tools again when it is saved again', async () => {
    const key = await bound('removed')
    const listed = (await gateway.asOwner(TOOLSETS)).json.toolsets
    expect(listed.find(({ name }: Json) => name === 'removed').keys).toBe(1)
    await gateway.asOwner(`${TOOLSETS}/removed`, { method: 'DELETE' })
    for (const slug of SLUGS) {
      const { status, json } = await gateway.call(slug, TEXTS, { key })
      expect([slug, status, json.error.code]).toEqual([slug, 403, 'scope_denied'])
      expect(json.error.message).toContain('was removed')
    }
    expect(slugsOf(await gateway.send('/v1/tools', { key }))).toEqual([])
    const client = await mcpClient(gateway, { key })
    expect((await client.listTools()).tools).toEqual([])
    await client.close()
    await save('removed')
    expect((await gateway.call('text-diff', TEXTS, { key })).status).toBe(200)
  })

  it('follows a change of its toolset with the next call', async () => {
    const key = await bound('changed')
    await gateway.call('text-diff', TEXTS, { key })
    await save('changed', [{ slug: 'text-diff' }])
    expect(opsOf((await gateway.call('text-diff', TEXTS, { key })).json.data)).not.toEqual(PRESET)
    expect((await gateway.call('crypto-hash-sha256', { text: 'a' }, { key })).status).toBe(403)
  })

  it('makes keys of its own toolset alone, and changes no toolset', async () => {
    await save('narrow')
    await save('wide', [...DESK, { slug: 'crypto-uuid' }])
    const key = await make('narrow', { permissions: ['admin'] })
    const child = await gateway.send('/v1/enterprise/keys', { key, body: { name: 'Child' } })
    expect(child.json).toMatchObject({ toolset: 'narrow' })
    const other = { key, body: { name: 'Child', toolset: 'wide' } }
    expect((await gateway.send('/v1/enterprise/keys', other)).json.error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('toolset'),
    })
    const change = { key, method: 'PUT', body: { tools: [{ slug: 'crypto-uuid' }] } } as const
    expect((await gateway.send(`${TOOLSETS}/narrow`, change)).json.error.code).toBe('forbidden')
    expect((await gateway.send(`${TOOLSETS}/narrow`, { key, method: 'DELETE' })).status).toBe(403)
  })

  it('is refused with the name of a toolset that does not exist', async () => {
    const { json } = await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'X', toolset: 'none' } })
    expect(json.error.issues).toEqual([{ path: 'toolset', message: 'is unknown here' }])
  })
})
