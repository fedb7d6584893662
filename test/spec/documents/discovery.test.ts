import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src-main/gateway/routes/index.ts'
import { toToolsManifest } from '../../../src-main/gateway/openapi/tools-manifest.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
let slugs: string[]
beforeAll(async () => {
  gateway = await TestGateway.create()
  slugs = gateway.instance.services.registry.tools.map((tool) => tool.slug)
})
afterAll(async () => await gateway.close())
// Requests of one test must not be refused for those of another.
beforeEach(() => gateway.advance(60_000))

const list = async (query = ''): Promise<Json> =>
  (await gateway.send(`/v1/tools${query}`, { key: null })).json
const slugsOf = (body: Json): string[] => body.tools.map((tool: Json) => tool.slug)

describe('GET /v1/tools', () => {
  it('lists every tool once, sorted, without a key', async () => {
    const body = await list()
    expect(body).toMatchObject({ ok: true, total: slugs.length })
    expect(slugsOf(body)).toEqual(slugs.toSorted())
    expect(body).not.toHaveProperty('next_cursor')
  })

  it('shows of each tool what the definition says', async () => {
    const { tools } = await list()
    for (const shown of tools) {
      const { definition, input, output } = await gateway.instance.services.registry
        .find(shown.slug)!
        .load()
      expect(shown).toMatchObject({
        name: definition.title,
        description: definition.summary,
        category: definition.category,
        tier: definition.tier,
        credits: definition.credits,
        cacheable: definition.cacheable ?? false,
        side_effects: definition.sideEffects ?? false,
      })
      expect(Object.keys(shown.input_schema.properties)).toEqual([...input.fields])
      expect(Object.keys(shown.output_schema.properties)).toEqual([...output.fields])
      expect(shown.examples).toEqual(JSON.parse(JSON.stringify(definition.examples)))
    }
  })

  it('charges what the specification says for the three tools it names', async () => {
    const prices = new Map((await list()).tools.map((tool: Json) => [tool.slug, tool.credits]))
    expect(prices.get('code-json-to-typescript')).toBe(3)
    expect(prices.get('llm-summarize')).toBe(10)
    expect(prices.get('webhook-send')).toBe(5)
  })

  it.each([1, 2, 5, 1_000])('covers all tools exactly once in pages of %i', async (limit) => {
    const seen: string[] = []
    let cursor = ''
    do {
      const body = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
      gateway.advance(60_000)
      expect(body.total).toBe(slugs.length)
      expect(body.tools.length).toBeGreaterThan(0)
      expect(body.tools.length).toBeLessThanOrEqual(limit)
      seen.push(...slugsOf(body))
      cursor = body.next_cursor ?? ''
    } while (cursor !== '')
    expect(seen).toEqual(slugs)
  })

  it('ends with the last page, even when that one is exactly full', async () => {
    expect(await list(`?limit=${slugs.length}`)).not.toHaveProperty('next_cursor')
  })

  it('is empty after the last slug', async () => {
    expect(slugsOf(await list(`?cursor=${slugs.at(-1)}`))).toEqual([])
  })

  it('filters by category, whatever the case', async () => {
    const expected = ['memory-get', 'memory-set']
    for (const category of ['Memory', 'memory']) {
      const body = await list(`?category=${category}`)
      expect(slugsOf(body).filter((slug) => expected.includes(slug))).toEqual(expected)
      expect(new Set(body.tools.map((tool: Json) => tool.category))).toEqual(new Set(['Memory']))
    }
    expect(await list('?category=None')).toMatchObject({ total: 0, tools: [] })
  })

  it('filters by tier, in the capitals of the specification too', async () => {
    const lower = await list('?tier=compute')
    expect(slugsOf(lower)).toContain('webhook-send')
    expect(slugsOf(lower)).not.toContain('llm-summarize')
    expect(slugsOf(await list('?tier=COMPUTE'))).toEqual(slugsOf(lower))
  })

  it('finds tools by words of slug, name, description and alias, whatever else is asked', async () => {
    expect(slugsOf(await list('?q=sha256'))).toContain('crypto-hash-sha256')
    expect(slugsOf(await list('?q=SHA-256%20digest'))).toContain('crypto-hash-sha256')
    expect(slugsOf(await list('?q=data-csv-parse'))).toContain('text-csv-to-json')
    expect(slugsOf(await list('?q=sha256%20qwxyz'))[0]).toBe('crypto-hash-sha256')
    expect(slugsOf(await list('?q=qwxyz'))).toEqual([])
  })

  it('combines filters with paging', async () => {
    const body = await list('?category=Memory&q=recall&limit=1')
    expect(slugsOf(body)).toEqual(['memory-get'])
    expect(body.total).toBeGreaterThan(1)
    expect(body.next_cursor).toBe('memory-get')
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=all', 'limit'],
    ['limit=', 'limit'],
    ['format=xml', 'format'],
    ['tier=gold', 'tier'],
    [`q=${'a'.repeat(201)}`, 'q'],
    [`cursor=${'a'.repeat(101)}`, 'cursor'],
    // Catches: the first page once more, or no page, where the cursor belongs to no tool.
    ['cursor=0', 'cursor'],
    ['cursor=zzzz', 'cursor'],
    ['cursor=', 'cursor'],
  ])('refuses %s and names the parameter', async (query, path) => {
    const { status, json } = await gateway.send(`/v1/tools?${query}`)
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ code: 'validation_error', issues: [{ path }] })
  })

  it('is open to 30 requests a minute from an address without a key', async () => {
    const fresh = await TestGateway.create()
    for (let n = 0; n < 30; n++) expect((await fresh.send('/v1/tools', { key: null })).status).toBe(200)
    const late = await fresh.send('/v1/tools', { key: null })
    expect(late.status).toBe(429)
    expect(late.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await fresh.send('/v1/tools')).status).toBe(200)
    await fresh.close()
  })
})

describe('the formats of GET /v1/tools', () => {
  const wanted = (slug: string) => gateway.instance.services.registry.find(slug)!.load()

  // https://platform.openai.com/docs/guides/function-calling: name of [a-zA-Z0-9_-], at most 64
  it('openai gives function tools', async () => {
    for (const tool of (await list('?format=openai')).tools) {
      expect(Object.keys(tool)).toEqual(['type', 'function'])
      expect(tool.type).toBe('function')
      expect(Object.keys(tool.function)).toEqual(['name', 'description', 'parameters'])
      expect(tool.function.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(tool.function.parameters).toEqual((await wanted(tool.function.name)).inputSchema)
    }
  })

  // https://docs.anthropic.com/en/docs/agents-and-tools/tool-use: name, description, input_schema of type object
  it('anthropic gives client tools', async () => {
    for (const tool of (await list('?format=anthropic')).tools) {
      expect(Object.keys(tool)).toEqual(['name', 'description', 'input_schema'])
      expect(tool.input_schema).toEqual((await wanted(tool.name)).inputSchema)
      expect(tool.input_schema.type).toBe('object')
    }
  })

  // Model Context Protocol, 2025-06-18, "Tool": inputSchema and outputSchema are of type object
  it('mcp gives tools of the protocol', async () => {
    for (const tool of (await list('?format=mcp')).tools) {
      expect(Object.keys(tool)).toEqual([
        'name',
        'title',
        'description',
        'inputSchema',
        'outputSchema',
        'annotations',
        '_meta',
      ])
      expect(tool.inputSchema).toMatchObject({ type: 'object' })
      expect(tool.outputSchema).toMatchObject({ type: 'object' })
    }
  })

  it('page and filter like the native one', async () => {
    const body = await list('?format=openai&category=Memory&limit=1')
    expect(body.tools.map((tool: Json) => tool.function.name)).toEqual([body.next_cursor])
    const next = await list(`?format=openai&category=Memory&cursor=${body.next_cursor}`)
    expect(next.tools.length).toBe(next.total - 1)
  })
})

describe('GET /v1/tools/{slug}', () => {
  it('shows one tool as the list does', async () => {
    const { tools } = await list()
    for (const tool of tools.slice(0, 20)) {
      const { status, json } = await gateway.send(`/v1/tools/${tool.slug}`)
      expect(status).toBe(200)
      expect(json).toEqual({ ok: true, tool })
    }
  })

  it('finds a tool by an alias and shows its own slug', async () => {
    const { json } = await gateway.send('/v1/tools/data-csv-parse', { key: null })
    expect(json.tool.slug).toBe('text-csv-to-json')
  })

  it.each([
    ['text-dif', 'text-diff'],
    ['data-csv-pars', 'text-csv-to-json'],
  ])('answers 404 for %s and names the slug that comes close', async (wrong, meant) => {
    const { status, json } = await gateway.send(`/v1/tools/${wrong}`)
    expect(status).toBe(404)
    expect(json).toMatchObject({ ok: false, error: { code: 'api_not_found' } })
    expect(json.error.nearest[0]).toBe(meant)
    expect(json.error.message).toContain(meant)
  })

  it.each(['__proto__', 'constructor', '%00', 'a'.repeat(5_000)])('answers 404 for %.20s', async (slug) => {
    const { status, json } = await gateway.send(`/v1/tools/${slug}`)
    expect(status).toBe(404)
    expect(json.error.nearest).toEqual([])
    expect(json.error.message.length).toBeLessThan(300)
  })
})

describe('GET /.well-known/ai-tools.json', () => {
  const manifest = async (): Promise<Json> =>
    (await gateway.send('/.well-known/ai-tools.json', { key: null })).json

  it('says where and how to call, with addresses that answer', async () => {
    const body = await manifest()
    expect(body).toMatchObject({
      name: 'Toolgate',
      version: '0.0.0-test',
      base_url: 'http://127.0.0.1:4777/v1',
      call: { method: 'POST', url: 'http://127.0.0.1:4777/v1/{slug}' },
    })
    const { auth, openapi_url, tools_url, call } = body
    for (const url of [openapi_url, tools_url])
      expect((await gateway.send(new URL(url).pathname, { key: null })).status).toBe(200)
    expect(auth).toMatchObject({
      type: 'bearer',
      header: 'Authorization',
      demo_key: gateway.instance.demoKey,
    })
    const headers = { [auth.header]: auth.format.replace('<API_KEY>', auth.demo_key) }
    const path = new URL(call.url.replace('{slug}', 'crypto-hash-sha256')).pathname
    const called = await gateway.send(path, {
      method: call.method,
      key: null,
      headers,
      body: { text: 'abc' },
    })
    expect(called.json.data.hash).toMatch(/^ba7816bf/)
  })

  it('says how to sign up exactly where sign-up is open', async () => {
    const { signup } = (await manifest()).auth
    const body = Object.fromEntries(signup.fields.map((name: string) => [name, `${name}@example.com`]))
    expect((await gateway.send(new URL(signup.url).pathname, { key: null, body })).status).toBe(201)
    const closed = await TestGateway.create({ signUpOpen: false })
    const { json } = await closed.send('/.well-known/ai-tools.json')
    expect(json.auth).not.toHaveProperty('signup')
    await closed.close()
  })

  it('has every tool with its price and schema, as the list does', async () => {
    const { tools } = await manifest()
    expect(slugsOf({ tools })).toEqual(slugs)
    const listed = new Map((await list()).tools.map((tool: Json) => [tool.slug, tool]))
    for (const tool of tools) expect(listed.get(tool.slug)).toMatchObject(tool)
  })

  it('names the address of MCP exactly where MCP is served', () => {
    const facts = { version: '1', baseUrl: () => 'http://h', demoKey: 'k', signUpOpen: true }
    const mcp = { ...ROUTES[0]!, path: '/mcp' }
    expect(toToolsManifest([mcp], [], facts).mcp_url).toBe('http://h/mcp')
    const without = ROUTES.filter(({ path }) => path !== '/mcp')
    expect(toToolsManifest(without, [], facts)).not.toHaveProperty('mcp_url')
  })
})
