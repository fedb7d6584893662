import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPlainCall } from '../../../src-main/mcp/plain-call.ts'
import { loadAll } from '../../../src-main/registry/registry.ts'
import { OWNER_KEY, TestGateway, type Json, type TestAnswer } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => await gateway.close())
// Calls of one test must not be refused for those of another.
beforeEach(() => gateway.advance(60_000))

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const bodyOf = (name: string, args: unknown): Json => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { _meta: META, name, arguments: args },
})
const headOf = (name: string): Record<string, string> => ({
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
})
const isPlain = (body: Json, head: Record<string, string>): boolean =>
  readPlainCall(new Request('http://127.0.0.1/mcp', { method: 'POST', headers: head }), body) !== null

/** Who sends a request, and which tools and results it has chosen in the address. */
interface Sender {
  readonly key?: string
  readonly query?: string
}

/** The same request twice: answered at once, and by the SDK, which takes a head that says the same otherwise. */
async function bothWays(
  name: string,
  args: unknown,
  { query = '', ...sender }: Sender = {},
): Promise<[TestAnswer, TestAnswer]> {
  const [body, head] = [bodyOf(name, args), headOf(name)]
  const general = { ...head, accept: 'text/event-stream, application/json;q=1' }
  expect([isPlain(body, head), isPlain(body, general)]).toEqual([true, false])
  const send = async (headers: Record<string, string>) =>
    await gateway.send(`/mcp${query}`, { body, headers, ...sender })
  return [await send(head), await send(general)]
}

// What differs between any two calls of a tool.
const steady = (text: string): string =>
  text
    .replaceAll(/"toolgate\/(balance|latency_ms|retry_after)":\d+/g, '"toolgate/$1":0')
    .replace(/"toolgate\/cache":"(HIT|MISS)"/, '"toolgate/cache":""')
    .replaceAll(/Try again in \d+ seconds?/g, 'Try again')
    .replaceAll(/toolgate:\/\/result\/[\w-]+/g, 'toolgate://result/one')
const HEADERS = ['content-type', 'x-credits-used', 'x-engine', 'x-output-hash', 'mcp-session-id']
// An answer without a tool's data has the hash of its own text.
const headersOf = ({ headers, text }: TestAnswer) =>
  HEADERS.map((name) => headers.get(name)).map((value) => (value === hash('sha256', text) ? 'own' : value))

async function expectAlike(name: string, args: unknown, sender?: Sender): Promise<TestAnswer> {
  const [plain, general] = await bothWays(name, args, sender)
  expect(steady(plain.text), name).toBe(steady(general.text))
  expect(plain.status).toBe(general.status)
  expect(headersOf(plain), name).toEqual(headersOf(general))
  return plain
}

describe('a plain tools/call is answered as the SDK would answer it', () => {
  it('for every tool whose output depends only on its input', async () => {
    const tools = await loadAll(gateway.instance.services.registry.tools)
    const steadyTools = tools.filter(
      ({ definition: { cacheable, tier, worker } }) => cacheable && tier === 'compute' && worker !== true,
    )
    expect(steadyTools.length).toBeGreaterThan(30)
    for (const { slug, definition } of steadyTools) {
      gateway.advance(60_000)
      await gateway.asOwner('/v1/credits/buy', { body: { credits: 1_000 } })
      const { json } = await expectAlike(slug, definition.examples[0]!.input, { key: OWNER_KEY })
      expect(json.result.structuredContent, slug).toBeDefined()
    }
  })

  it.each([
    ['a wrong input', 'crypto-hash-sha256', { text: 1 }],
    ['an unknown field', 'crypto-hash-sha256', { text: 'a', colour: 'red' }],
    ['a tool that fails', 'math-evaluate', { expression: '1 +' }],
    ['a tool that does not exist', 'no-such-tool', {}],
    ['a missing provider', 'llm-summarize', { text: 'A text.' }],
    ['search_tools', 'search_tools', { query: 'hash', limit: 2 }],
    ['describe_tool', 'describe_tool', { slug: 'crypto-hash-sha256' }],
    ['describe_tool of a tool that does not exist', 'describe_tool', { slug: 'nothing' }],
    ['call_tool', 'call_tool', { slug: 'crypto-hash-sha256', input: { text: 'abc' } }],
    ['call_tool without a slug', 'call_tool', {}],
    ['call_tool with a name that is nearly right', 'call_tool', { slug: 'crypto-hash-sha265' }],
    ['call_tool with its input as text', 'call_tool', { slug: 'crypto-uuid', input: '{"count":0}' }],
    ['a key that is not known', 'crypto-hash-sha256', { text: 'abc' }, { key: 'sk-toolgate-unknown' }],
    ['a wrong input of the only tool', 'math-evaluate', {}, { query: '?tools=math-evaluate' }],
    ['an unknown choice of tools', 'math-evaluate', {}, { query: '?tools=nothing' }],
    ['an unknown parameter', 'math-evaluate', {}, { query: '?tool=math-evaluate' }],
  ])('for %s', async (_what, name, args, sender?: Sender) => {
    await expectAlike(name, args, sender)
  })

  const long = { text: `a,b\n${'é,"\u2028 \\"\n'.repeat(2_000)}` }
  const picture = { text: 'https://example.com', format: 'png' }
  it.each([
    ['the first page of a long result', 'text-csv-to-json', long, '', ['text', 'text', 'resource_link']],
    [
      'pages as short as was asked',
      'text-csv-to-json',
      long,
      '?result_chars=2000',
      ['text', 'text', 'resource_link'],
    ],
    [
      'a long result that must be whole',
      'text-csv-to-json',
      long,
      '?schemas=all',
      ['text', 'text', 'resource_link'],
    ],
    [
      'a long list of tools',
      'search_tools',
      { query: 'text', limit: 50, detail: 'schema' },
      '?result_chars=2000',
      ['text', 'text', 'resource_link'],
    ],
    ['a picture', 'vision-qr-generate', picture, '', ['image', 'text', 'text', 'resource_link']],
    [
      'a picture in a result that must be whole',
      'vision-qr-generate',
      picture,
      '?schemas=all',
      ['image', 'text', 'text', 'resource_link'],
    ],
  ])('for %s', async (_what, name, args, query, blocks) => {
    const { json } = await expectAlike(name, args, { query })
    expect(json.result.content.map(({ type }: Json) => type)).toEqual(blocks)
    expect(Object.hasOwn(json.result, 'structuredContent')).toBe(query === '?schemas=all')
  })

  it('with structured content in the bytes that were hashed, from the cache or not', async () => {
    const args = { text: 'the same' }
    for (let time = 0; time < 2; time++)
      for (const { json, text, headers } of await bothWays('crypto-hash-sha256', args)) {
        const [{ text: data }] = json.result.content
        expect(text).toContain(`"structuredContent":${data}`)
        expect(json.result._meta['toolgate/output_hash']).toBe(headers.get('x-output-hash'))
      }
  })

  it('and counts against the rate limit like any call', async () => {
    const limited = await gateway.asOwner('/v1/enterprise/rate-limits', {
      body: { key: gateway.key, limit: 2, window_seconds: 60 },
    })
    expect(limited.status).toBe(200)
    await bothWays('crypto-hash-sha256', { text: 'a' })
    const { json } = await expectAlike('crypto-hash-sha256', { text: 'a' })
    expect(json.result._meta['toolgate/error']).toBe('rate_limited')
  })
})

// The SDK knows how to answer each of these; what is read here must be certain.
describe('a tools/call is left to the SDK', () => {
  const body = (): Json => structuredClone(bodyOf('crypto-hash-sha256', { text: 'a' }))
  const meta = (more: object): Json => ({
    ...body(),
    params: { ...body().params, _meta: { ...META, ...more } },
  })
  const bodies: Record<string, Json> = {
    'without an id': { ...body(), id: undefined },
    'with a broken id': { ...body(), id: 1.5 },
    'that is a list of requests': [body()],
    'with a member of its own': { ...body(), more: 1 },
    'with another method': { ...body(), method: 'tools/list' },
    'of another version of JSON-RPC': { ...body(), jsonrpc: '1.0' },
    'without parameters': { ...body(), params: undefined },
    'with another parameter': { ...body(), params: { ...body().params, inputResponses: {} } },
    'with arguments in a list': { ...body(), params: { ...body().params, arguments: [] } },
    'without _meta': { ...body(), params: { ...body().params, _meta: undefined } },
    'that wants to hear of progress': meta({ progressToken: 1 }),
    'of an older revision': meta({ 'io.modelcontextprotocol/protocolVersion': '2025-11-25' }),
    'without capabilities': meta({ 'io.modelcontextprotocol/clientCapabilities': undefined }),
    'with capabilities of another kind': meta({
      'io.modelcontextprotocol/clientCapabilities': { tasks: {} },
    }),
    'with details of a capability': meta({
      'io.modelcontextprotocol/clientCapabilities': { roots: { listChanged: 1 } },
    }),
    'of a client without a version': meta({ 'io.modelcontextprotocol/clientInfo': { name: 'a' } }),
    'of a client with a number as its name': meta({
      'io.modelcontextprotocol/clientInfo': { name: 1, version: '1' },
    }),
    'that wants to hear of the log': meta({ 'io.modelcontextprotocol/logLevel': 'debug' }),
  }
  it.each(Object.entries(bodies))('%s', (_what, sent) => {
    expect(isPlain(sent, headOf('crypto-hash-sha256'))).toBe(false)
  })

  it.each([
    ['names another tool in its head', { 'mcp-name': 'crypto-uuid' }],
    ['names another method in its head', { 'mcp-method': 'tools/list' }],
    ['is of another revision in its head', { 'mcp-protocol-version': '2025-11-25' }],
    ['belongs to a session', { 'mcp-session-id': 'one' }],
    ['takes no events', { accept: 'application/json' }],
    ['takes no JSON', { accept: 'text/event-stream' }],
    ['has another content type', { 'content-type': 'application/json; charset=latin1' }],
  ])('that %s', (_what, head) => {
    expect(isPlain(body(), { ...headOf('crypto-hash-sha256'), ...head })).toBe(false)
  })

  it.each(['mcp-name', 'mcp-method', 'mcp-protocol-version', 'accept', 'content-type'])(
    'whose head has no %s',
    (name) => {
      const { [name]: _left, ...head } = headOf('crypto-hash-sha256')
      expect(isPlain(body(), head)).toBe(false)
    },
  )
})

it('a tools/call of a client that says what it is and can do is plain', () => {
  const body = bodyOf('crypto-hash-sha256', {})
  body.params._meta = {
    ...META,
    'io.modelcontextprotocol/clientInfo': { name: 'a client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { sampling: {}, roots: {}, elicitation: {} },
    traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
  }
  expect(isPlain(body, headOf('crypto-hash-sha256'))).toBe(true)
})
