import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bytePairsOf } from '../../../src-main/tokens/byte-pairs.ts'
import { mcpClient, textsOf } from '../../support/gateway/mcp-client.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
let client: Client
beforeAll(async () => {
  gateway = await TestGateway.create()
  client = await mcpClient(gateway)
})
afterAll(async () => {
  await client.close()
  await gateway.close()
})
// Calls of one test must not use up the rate of another.
beforeEach(() => gateway.advance(60_000))

const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args })
const namesWith = async (query: string): Promise<string[]> => {
  const chosen = await mcpClient(gateway, { query })
  const { tools } = await chosen.listTools()
  await chosen.close()
  return tools.map(({ name }) => name)
}

describe('the list of tools that a model gets', () => {
  const tokensOf = async (query: string): Promise<number> => {
    const chosen = await mcpClient(gateway, { query })
    const { tools } = await chosen.listTools()
    await chosen.close()
    const { encode } = await bytePairsOf('o200k_base')
    return encode(JSON.stringify(tools)).length
  }

  it('has at most 9,000 tokens, and at most 500 with the finders alone', async () => {
    expect(await tokensOf('')).toBeLessThanOrEqual(9_000)
    expect(await tokensOf('?toolset=finder')).toBeLessThanOrEqual(500)
  })

  it('has output schemas and kinds of content on request', async () => {
    for (const [query, headers] of [
      ['?schemas=all', {}],
      ['', { 'x-mcp-schemas': 'all' }],
    ] as const) {
      const chosen = await mcpClient(gateway, { query, headers })
      const { tools } = await chosen.listTools()
      expect(tools.filter(({ outputSchema }) => outputSchema === undefined)).toEqual([])
      const diff = tools.find(({ name }) => name === 'text-diff')
      expect(diff?._meta).toMatchObject({
        'toolgate/accepts': ['text'],
        'toolgate/main_output': 'operations',
      })
      await chosen.close()
    }
  })

  // Catches: a price that only programs see, since models are shown no _meta.
  it('tells the price of each tool in its description', async () => {
    const { tools } = await client.listTools()
    const priceOf = (name: string) => tools.find((tool) => tool.name === name)?.description
    expect(priceOf('crypto-hash-sha256')).toMatch(/\. 1 credit\.$/)
    expect(priceOf('code-json-to-typescript')).toMatch(/\. 3 credits\.$/)
    expect(priceOf('search_tools')).toMatch(/\. Free\.$/)
    for (const { description, _meta } of tools)
      if (_meta?.['toolgate/credits'] !== 0) expect(description).toMatch(/ \d+ credits?\.$/)
  })

  it('can be the finders alone, all or some of them', async () => {
    const all = ['search_tools', 'describe_tool', 'call_tool']
    expect(await namesWith('?toolset=finder')).toEqual(all)
    expect(await namesWith('?tools=search_tools')).toEqual(['search_tools'])
    expect(await namesWith('?toolset=finder&tools=text-diff')).toEqual(['text-diff', ...all])
    expect(await namesWith('?tools=text_diff')).toEqual(['text-diff'])
    const finder = await mcpClient(gateway, { query: '?toolset=finder' })
    const input = { before: 'a', after: 'b' }
    const called = await finder.callTool({ name: 'call_tool', arguments: { slug: 'text-diff', input } })
    expect(called.isError ?? false).toBe(false)
    await finder.close()
  })

  it('is refused for a parameter that does not exist', async () => {
    const { status, json } = await gateway.send('/mcp?toolsets=all', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    })
    expect(status).toBe(400)
    expect(json.error.message).toContain('toolset, tools, schemas, result_chars')
  })
})

describe('call_tool', () => {
  const sha = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

  it.each([
    ['a JSON text as its input', { slug: 'crypto-hash-sha256', input: '{"text":"abc"}' }],
    ['underscores in a name', { slug: 'crypto_hash_sha256', input: { text: 'abc' } }],
  ])('takes %s', async (_what, args) => {
    expect((await call('call_tool', args)).structuredContent).toMatchObject({ hash: sha })
  })

  it.each([
    ['{"text":', 'input: Not JSON'],
    ['[1]', 'input: '],
    [`{"text":"${'x'.repeat(70_000)}"}`, 'send an object'],
    ['{"text":12345678901234567890}', 'would become 12345678901234567000'],
    [`{"text":${'['.repeat(2_000)}${']'.repeat(2_000)}}`, 'levels'],
  ])('refuses %.12s as its input', async (input, said) => {
    const refused = await call('call_tool', { slug: 'crypto-hash-sha256', input })
    expect(refused).toMatchObject({ isError: true, _meta: { 'toolgate/error': 'validation_error' } })
    expect(textsOf(refused).join()).toContain(said)
  })
})

describe('an error over MCP', () => {
  // Catches: advice that a model cannot follow, and the same problem said twice.
  it('says each problem once, and which action helps', async () => {
    for (const refused of [
      await call('crypto-hash-sha256', {}),
      await call('call_tool', { slug: 'crypto-hash-sha256', input: {} }),
    ]) {
      const [text = ''] = textsOf(refused)
      expect(text).not.toMatch(/GET|POST|\/v1\//)
      expect(text.split('\n')).toEqual([
        'text: This field is missing; its type is string',
        'describe_tool with {"slug":"crypto-hash-sha256"} shows the input and examples.',
      ])
    }
  })

  it('names no action that the client was not shown', async () => {
    const few = await mcpClient(gateway, { query: '?tools=crypto-hash-sha256' })
    const refused = await few.callTool({ name: 'crypto-hash-sha256', arguments: {} })
    expect(textsOf(refused).join()).not.toContain('describe_tool')
    expect(textsOf(refused).join()).toContain('inputSchema')
    await few.close()
  })

  it.each(['describe_tool', 'call_tool'])('of %s names the tools whose names come close', async (name) => {
    const refused = await call(name, { slug: 'crypto-hash-sha265' })
    expect(refused).toMatchObject({ isError: true, _meta: { 'toolgate/error': 'api_not_found' } })
    expect(textsOf(refused).join()).toContain('Did you mean crypto-hash-sha256')
    expect(textsOf(refused).join()).not.toContain('/v1/')
  })

  it('tells of missing credits without an address', async () => {
    const { key } = await gateway.instance.services.keys.create({
      kind: 'personal',
      name: 'Poor',
      grant: 1,
    })
    const poor = await mcpClient(gateway, { key })
    const refused = await poor.callTool({ name: 'text-diff', arguments: { before: 'a', after: 'b' } })
    expect(textsOf(refused).join()).toMatch(/needs 3 credits, and the key has 1 credit left/)
    expect(textsOf(refused).join()).not.toContain('/v1/')
    await poor.close()
  })
})

describe('a picture in a result', () => {
  const qr = { slug: 'vision-qr-generate', input: { text: 'https://example.com', format: 'png' } }

  // Catches: thousands of tokens of Base64, which a model cannot look at.
  it('is shown as a picture, and is not in the text', async () => {
    const { content, structuredContent } = await call('call_tool', qr)
    const answer = await gateway.call(qr.slug, qr.input)
    expect(content[0]).toEqual({ type: 'image', data: answer.json.data.png_base64, mimeType: 'image/png' })
    const [text = ''] = textsOf({ content })
    expect(JSON.parse(text)).toEqual({ ...answer.json.data, png_base64: undefined })
    expect(structuredContent).toBeUndefined()
  })

  it('stays in the structured content for a client that has asked for output schemas', async () => {
    const chosen = await mcpClient(gateway, { query: `?schemas=all&tools=${qr.slug}` })
    await chosen.listTools()
    const result = await chosen.callTool({ name: qr.slug, arguments: qr.input })
    expect(result.content.map(({ type }) => type)).toEqual(['image', 'text', 'text', 'resource_link'])
    expect(result.structuredContent).toMatchObject({ png_base64: expect.stringMatching(/^iVBOR/) })
    await chosen.close()
  })

  it('that is not one stays text', async () => {
    const { content } = await call('call_tool', { ...qr, input: { ...qr.input, format: 'svg' } })
    expect(content.map(({ type }) => type)).toEqual(['text'])
  })
})
