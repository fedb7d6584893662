import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { hash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CORE_TOOLS } from '../../../src-main/registry/core-tools.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

let gateway: StartedTestGateway
/** A receiver that never answers. */
let silent: Server
let silentUrl: string
let asked = 0

beforeAll(async () => {
  silent = createServer(() => asked++)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  // A listening TCP server's address is never a path.
  silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  gateway = await startTestGateway({ allowedOrigins: [silentUrl] })
})
afterAll(async () => {
  await gateway.close()
  silent.closeAllConnections()
  silent.close()
})

/** A key of its own with a number of credits, so that tests do not disturb each other. */
async function makeKey(limits: object = {}): Promise<string> {
  const answer = await fetch(`${gateway.url}/v1/enterprise/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.ownerKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'an agent', ...limits }),
  })
  return ((await answer.json()) as { key: string }).key
}

async function connect(
  key: string,
  { era = 'auto', path = '/mcp' }: { era?: 'auto' | 'legacy'; path?: string } = {},
) {
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode: era } })
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(gateway.url + path), { requestInit }))
  return client
}

const textOf = (result: { content: unknown }): string => JSON.stringify(result.content)

describe.each(['auto', 'legacy'] as const)('an MCP client with %s negotiation', (era) => {
  it('is shown the core tools and the finders, in order, with prices and the schemas it asks for', async () => {
    const client = await connect(await makeKey(), { era, path: '/mcp?schemas=all' })
    expect(client.getProtocolEra()).toBe(era === 'auto' ? 'modern' : 'legacy')
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names.length).toBeLessThanOrEqual(CORE_TOOLS.length + 3)
    expect(names).toEqual(
      expect.arrayContaining(['crypto-hash-sha256', 'search_tools', 'describe_tool', 'call_tool']),
    )
    expect(tools.find(({ name }) => name === 'crypto-hash-sha256')).toMatchObject({
      inputSchema: { type: 'object', required: ['text'] },
      outputSchema: { type: 'object', required: expect.arrayContaining(['_engine']) },
      annotations: { readOnlyHint: true, openWorldHint: false },
      _meta: { 'toolgate/credits': 1 },
    })
    await client.close()
  })

  // Catches: the first page once more, and so a client that pages for ever.
  it('is refused a cursor, since every list is one page', async () => {
    const client = await connect(await makeKey(), { era })
    const refused = { code: -32602, message: expect.stringContaining('without a cursor') }
    await expect(client.listTools({ cursor: 'nope' })).rejects.toMatchObject(refused)
    await expect(client.listResources({ cursor: '' })).rejects.toMatchObject(refused)
    await expect(client.listResourceTemplates({ cursor: 'nope' })).rejects.toMatchObject(refused)
    await client.close()
  })

  it('calls a tool, and is told its data, hash, price and balance', async () => {
    const client = await connect(await makeKey({ credit_limit: 50 }), { era })
    const result = await client.callTool({ name: 'crypto-hash-sha256', arguments: { text: 'abc' } })
    expect(result.structuredContent).toMatchObject({
      _engine: 'real',
      hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    })
    expect(result._meta).toMatchObject({
      'toolgate/credits_used': 1,
      'toolgate/balance': expect.any(Number),
      'toolgate/output_hash': expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    await client.close()
  })

  it('reaches every tool through call_tool, and is told in words what it may not do', async () => {
    const client = await connect(await makeKey({ slugs: ['text-diff', 'text-json-schema-generate'] }), {
      era,
    })
    const found = await client.callTool({
      name: 'search_tools',
      arguments: { query: 'schema from examples' },
    })
    expect(textOf(found)).toContain('text-json-schema-generate')
    expect(textOf(found)).not.toContain('crypto-hash-sha256')
    const input = { before: 'x', after: 'y' }
    const called = await client.callTool({ name: 'call_tool', arguments: { slug: 'text-diff', input } })
    expect(called.isError ?? false).toBe(false)
    const refused = await client.callTool({ name: 'crypto-hash-sha256', arguments: { text: 'a' } })
    expect(refused).toMatchObject({ isError: true, _meta: { 'toolgate/error': 'scope_denied' } })
    await client.close()
  })

  it('receives a refused input as an error result that names the field, at no charge', async () => {
    const client = await connect(await makeKey(), { era })
    const result = await client.callTool({ name: 'crypto-hash-sha256', arguments: { text: 5 } })
    expect(result).toMatchObject({ isError: true, _meta: { 'toolgate/error': 'validation_error' } })
    expect(textOf(result)).toContain('text')
    await expect(client.callTool({ name: 'no-such-tool', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
    await client.close()
  })

  it('is told of missing credits and of the rate limit as error results', async () => {
    const poor = await connect(await makeKey({ credit_limit: 2 }), { era })
    const call = { name: 'text-diff', arguments: { before: 'x', after: 'y' } }
    expect(await poor.callTool(call)).toMatchObject({
      isError: true,
      _meta: { 'toolgate/error': 'insufficient_credits', 'toolgate/need': 3 },
    })
    await poor.close()
    const hasty = await connect(await makeKey({ rate_limit: 1 }), { era })
    await hasty.callTool(call)
    expect(await hasty.callTool(call)).toMatchObject({
      isError: true,
      _meta: { 'toolgate/error': 'rate_limited', 'toolgate/retry_after': expect.any(Number) },
    })
    await hasty.close()
  })

  // Catches: a cancelled call that runs on, or one whose request was sent for nothing.
  it('cancels a running call, which is charged for the request that has left', async () => {
    const key = await makeKey({ credit_limit: 100 })
    const client = await connect(key, { era })
    const abort = new AbortController()
    const before = asked
    const request = { name: 'webhook-send', arguments: { url: silentUrl, payload: {} } }
    const call = client.callTool(request, { signal: abort.signal })
    call.catch(() => undefined)
    await waitUntil(() => asked > before, 'the webhook arrives')
    abort.abort()
    await expect(call).rejects.toThrow()
    const headers = { authorization: `Bearer ${key}` }
    const charged = await waitUntil(async () => {
      const answer = await fetch(`${gateway.url}/v1/credits/history`, { headers })
      const { entries } = (await answer.json()) as { entries: object[] }
      return entries.length > 0 && entries
    }, 'the charge')
    expect(charged).toMatchObject([{ type: 'charge', credits: -5, unanswered: 'left' }])
    await client.close()
  })

  it('reads its own memory and receipts as resources, and nobody else’s', async () => {
    const key = await makeKey()
    const client = await connect(key, { era })
    await client.callTool({
      name: 'memory-set',
      arguments: { key: 'colour', value: 'blue', namespace: 'notes' },
    })
    await client.callTool({ name: 'crypto-hash-sha256', arguments: { text: 'a', receipt: true } })
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([
      'toolgate://receipts/recent',
      'toolgate://memory/notes',
    ])
    const entry = await client.readResource({ uri: 'toolgate://memory/notes/colour' })
    expect(JSON.stringify(entry)).toContain('blue')
    const receipts = await client.readResource({ uri: 'toolgate://receipts/recent' })
    expect(JSON.stringify(receipts)).toContain('ed25519')
    const other = await connect(await makeKey(), { era })
    await expect(other.readResource({ uri: 'toolgate://memory/notes/colour' })).rejects.toMatchObject({
      code: -32602,
    })
    expect(JSON.stringify(await other.readResource({ uri: 'toolgate://receipts/recent' }))).not.toContain(
      'ed25519',
    )
    await client.close()
    await other.close()
  })
})

describe('a toolset', () => {
  const list = async (path: string, headers: Record<string, string> = {}) => {
    const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const requestInit = { headers: { authorization: `Bearer ${gateway.ownerKey}`, ...headers } }
    await client.connect(new StreamableHTTPClientTransport(new URL(gateway.url + path), { requestInit }))
    const { tools } = await client.listTools()
    await client.close()
    return tools
  }
  const names = async (path: string, headers = {}) => (await list(path, headers)).map(({ name }) => name)

  it('is chosen by the address or by headers of the same meaning', async () => {
    expect(await names('/mcp?tools=text-diff,math-evaluate')).toEqual(['math-evaluate', 'text-diff'])
    expect(await names('/mcp', { 'x-mcp-tools': 'text-diff' })).toEqual(['text-diff'])
    expect(await names('/mcp?toolset=memory')).toEqual(expect.arrayContaining(['memory-get', 'memory-set']))
    expect(await names('/mcp', { 'x-mcp-toolsets': 'memory' })).toEqual(await names('/mcp?toolset=memory'))
    expect(await names('/mcp?toolset=readonly')).not.toContain('memory-set')
    expect((await names('/mcp?toolset=all')).length).toBeGreaterThan(10)
  })

  it('has no output schemas, unless they are asked for', async () => {
    for (const path of ['/mcp', '/mcp?schemas=input'])
      expect((await list(path)).every((tool) => tool.outputSchema === undefined)).toBe(true)
  })

  it.each(['?toolset=nothing', '?tools=nothing', '?tools=text-diff,nothing', '?schemas=none'])(
    'is refused if it does not exist: %s',
    async (query) => {
      const answer = await fetch(`${gateway.url}/mcp${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.ownerKey}`, 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { code: 'validation_error' } })
    },
  )

  it('has at most 30 core tools, all of which exist', async () => {
    expect(CORE_TOOLS.length).toBeLessThanOrEqual(30)
    const all = await names('/mcp?toolset=all')
    expect(CORE_TOOLS.filter((slug) => !all.includes(slug))).toEqual([])
  })
})

it('an MCP request without a good key is 401 and says how to get one', async () => {
  for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
    const answer = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
  }
})

// Catches: a list that was made for another key, toolset or request.
it('MCP gives each request the list of its own key and choice, under its own id', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const list = async (key: string, id: unknown, path = '/mcp', headers: object = {}) => {
    const answer = await fetch(gateway.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${key}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/list',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: { _meta: meta } }),
    })
    const text = await answer.text()
    const { id: answered, result } = JSON.parse(text) as {
      id: unknown
      result?: { tools: { name: string }[] }
    }
    const hashed = answer.headers.get('x-output-hash') === hash('sha256', text)
    return { status: answer.status, answered, hashed, names: result?.tools.map(({ name }) => name), result }
  }
  const [all, few] = [await makeKey(), await makeKey({ slugs: ['text-diff'] })]
  const first = await list(all, 1)
  const again = await list(all, 'two')
  expect([first.answered, again.answered, again.hashed]).toEqual([1, 'two', true])
  expect(again.result).toEqual(first.result)
  expect((await list(few, 3)).names).not.toContain('crypto-hash-sha256')
  expect((await list(all, 4, '/mcp?tools=text-diff')).names).toEqual(['text-diff'])
  expect((await list(all, 5, '/mcp', { 'x-mcp-tools': 'text-diff' })).names).toEqual(['text-diff'])
  expect((await list(all, 6, '/mcp', { 'mcp-method': 'tools/call' })).status).toBe(400)
  expect((await list(all, 7)).result).toEqual(first.result)
})
