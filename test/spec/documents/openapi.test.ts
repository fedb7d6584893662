import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src-main/gateway/routes/index.ts'
import { loadAll, type RegisteredTool } from '../../../src-main/registry/registry.ts'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { ERROR_STATUS } from '../../../src-shared/errors.ts'
import { documentedRequests } from '../../support/documents/documented-requests.ts'
import { OpenApiOracle } from '../../support/documents/openapi-oracle.ts'
import { receiver } from '../../support/network/receiver.ts'
import { runs } from '../../support/runs.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
let oracle: OpenApiOracle
let operations: Map<string, Json>
let tools: RegisteredTool[]
let requests: ReturnType<typeof documentedRequests>
beforeAll(async () => {
  gateway = await TestGateway.create()
  oracle = new OpenApiOracle((await gateway.send('/v1/openapi.json', { key: null })).json)
  operations = oracle.operations()
  requests = documentedRequests(gateway)
  tools = await loadAll(gateway.instance.services.registry.tools)
})
afterAll(async () => await gateway.close())

const documentedPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

describe('GET /v1/openapi.json', () => {
  it('is OpenAPI 3.0 and names this instance, its version and its license', () => {
    const { openapi, info, servers } = oracle.document
    expect(openapi).toMatch(/^3\.0\.\d$/)
    expect(info).toMatchObject({ title: 'Toolgate', version: '0.0.0-test', license: { name: 'MIT' } })
    expect(servers.map((server: Json) => server.url)).toEqual(['http://127.0.0.1:4777'])
  })

  it('names the port that the gateway is bound to, even when asked before', async () => {
    const moved = await TestGateway.create()
    await moved.send('/v1/openapi.json')
    moved.instance.boundTo(5001)
    const request = new Request('http://127.0.0.1:5001/v1/openapi.json')
    const document: Json = await (await moved.instance.app.fetch(request)).json()
    expect(document.servers[0].url).toBe('http://127.0.0.1:5001')
    await moved.close()
  })

  it('has every documented route and every tool, and nothing that is not served', () => {
    const routes = ROUTES.filter((route) => route.document).map(
      ({ method, path }) => `${method} ${documentedPath(path)}`,
    )
    const toolPaths = tools.map((tool) => `POST /v1/${tool.slug}`)
    expect([...operations.keys()].toSorted()).toEqual([...routes, ...toolPaths].toSorted())
  })

  it('has every route of /v1, except for the one that represents all tools', () => {
    const silent = ROUTES.filter((route) => /^\/(v1|\.well-known)\//.test(route.path) && !route.document)
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /v1/:slug'])
  })

  it('has no tool at an address that a route answers', () => {
    const fixed = new Set(ROUTES.map(({ path }) => path))
    const names = tools.flatMap((tool) => [tool.slug, ...(tool.definition.aliases ?? [])])
    expect(names.filter((name) => fixed.has(`/v1/${name}`))).toEqual([])
  })

  it('asks for a key exactly where one is needed', () => {
    const wanted = (access: string) =>
      ({ open: [], public: [{}, { bearer: [] }] })[access as 'open' | 'public'] ?? undefined
    for (const route of ROUTES.filter((one) => one.document)) {
      const operation = operations.get(`${route.method} ${documentedPath(route.path)}`)
      expect(operation.security, route.path).toEqual(wanted(route.access))
    }
    expect(oracle.document.security).toEqual([{ bearer: [] }])
  })

  it('lists every error code under its own status, and no other', () => {
    const { schemas, responses } = oracle.document.components
    expect(schemas.ErrorObject.properties.code.enum).toEqual(Object.keys(ERROR_STATUS))
    const byStatus = new Map<string, string[]>()
    for (const operation of operations.values())
      for (const [status, { $ref }] of Object.entries<Json>(operation.responses))
        if ($ref !== undefined && status !== 'default') {
          const [, part] = responses[$ref.split('/').at(-1)].content['application/json'].schema.allOf
          byStatus.set(status, part.properties.error.properties.code.enum)
        }
    for (const [status, codes] of byStatus)
      expect(codes).toEqual(Object.keys(ERROR_STATUS).filter((code) => statusOf(code) === status))
    // What stops a request before any route does, and what nobody is there to be told.
    expect(Object.keys(ERROR_STATUS).filter((code) => !byStatus.has(statusOf(code)))).toEqual([
      'method_not_allowed',
      'request_timeout',
      'uri_too_long',
      'headers_too_large',
      'caller_left',
    ])
  })

  const statusOf = (code: string) => String(ERROR_STATUS[code as keyof typeof ERROR_STATUS])

  it('mentions every header of the specification', () => {
    expect(Object.keys(oracle.document.components.headers)).toEqual(
      expect.arrayContaining([
        'X-Request-Id',
        'X-Credits-Used',
        'X-Credits-Remaining',
        'X-Latency-Ms',
        'X-Engine',
        'X-Cost-USD',
        'X-Output-Hash',
        'X-Cache',
        'X-Low-Balance',
        'Server-Timing',
        'X-RateLimit-Remaining',
        'Retry-After',
      ]),
    )
  })
})

describe('a tool in the document', () => {
  it('takes its own fields and those of every call, and requires exactly what the tool requires', () => {
    for (const tool of tools) {
      const { schema } = operations.get(`POST /v1/${tool.slug}`).requestBody.content['application/json']
      expect(Object.keys(schema.properties), tool.slug).toEqual([
        ...tool.fields,
        'mode',
        'trace',
        'receipt',
        'session_id',
      ])
      expect(schema.required ?? [], tool.slug).toEqual(tool.required)
    }
  })

  it('shows examples of answers whose hash is that of their data', () => {
    let seen = 0
    for (const [name, operation] of operations) {
      const { examples = {} } = operation.responses[200]?.content?.['application/json'] ?? {}
      for (const { value } of Object.values<Json>(examples)) {
        const digest = createHash('sha256').update(canonicalJson(value.data)).digest('hex')
        expect(value.meta.output_hash, name).toBe(digest)
        seen++
      }
    }
    expect(seen).toBeGreaterThan(10)
  })
})

describe('the answers of the gateway match the document', () => {
  it('for every operation', async () => {
    const seen = new Set<string>()
    const named = [...operations.values()].filter(({ operationId }) => operationId in requests)
    for (const operation of named) {
      for (const answer of await requests[operation.operationId]!()) {
        seen.add(`${operation.operationId} ${answer.status}`)
        expect(oracle.faultsOf(operation, answer), `${operation.operationId} ${answer.status}`).toEqual([])
      }
      gateway.advance(60_000)
    }
    const good = [...operations]
      .filter(([name]) => !isTool(name))
      .flatMap(([, operation]) =>
        Object.keys(operation.responses)
          .filter((status) => status.startsWith('2'))
          .map((status) => `${operation.operationId} ${status}`),
      )
    expect(good.filter((answer) => !seen.has(answer))).toEqual([])
    expect(gateway.bugs).toEqual([])
  })

  const isTool = (name: string) => tools.some((tool) => name === `POST /v1/${tool.slug}`)

  it('for every tool that needs no network, with everything a call can ask for', async () => {
    const rich = { kind: 'personal', name: 'Rich', grant: 100_000, rateLimit: 10_000 } as const
    const { key } = await gateway.instance.services.keys.create(rich)
    for (const { slug, definition } of tools.filter((_, at) => at % runs(4, 1) === 0)) {
      const example =
        definition.examples.find(({ output }) => output !== undefined) ?? definition.examples[0]!
      if (example.output === undefined && !['memory', 'llm'].includes(definition.tier)) continue
      const body = {
        ...(example.input as object),
        mode: 'agent',
        trace: true,
        receipt: true,
        session_id: 'oracle',
      }
      const answer = await gateway.call(slug, body, { key, headers: { 'idempotency-key': slug } })
      expect(answer.status, slug).toBe(200)
      if (answer.json.ok)
        expect(Object.keys(answer.json), slug).toEqual(
          expect.arrayContaining(['agent', 'trace', 'receipt']),
        )
      expect(oracle.faultsOf(operations.get(`POST /v1/${slug}`), answer), slug).toEqual([])
    }
  })

  it('for webhook-send', async () => {
    const target = await receiver((_req, res) => res.end('{"got": true}'))
    const sender = await TestGateway.create({ allowedOrigins: [target.origin] })
    const operation = operations.get('POST /v1/webhook-send')
    const answer = await sender.call('webhook-send', { url: target.origin, payload: { n: 1 } })
    expect(answer.json.data).toMatchObject({ status: 200, json: { got: true } })
    expect(oracle.faultsOf(operation, answer)).toEqual([])
    const refused = await sender.call('webhook-send', { url: 'http://169.254.169.254/' })
    expect(refused.json.ok).toBe(false)
    expect(oracle.faultsOf(operation, refused)).toEqual([])
    await sender.close()
  })

  it.each([
    ['no key', 401, { body: { text: 'a' }, key: null }],
    ['missing fields', 400, { body: {} }],
    ['an unreadable body', 400, { body: '{' }],
    ['a body of another type', 415, { body: 'a', headers: { 'content-type': 'text/plain' } }],
    ['a body over the limit', 413, { body: { text: 'a'.repeat(4 * 1024 * 1024) } }],
    ['a page elsewhere', 403, { body: { text: 'a' }, headers: { origin: 'http://example.com' } }],
    ['a wrong method', 405, { method: 'GET' }],
  ])('when a call is refused for %s (%i)', async (_, status, request) => {
    const answer = await gateway.send('/v1/crypto-hash-sha256', request)
    expect(answer.status).toBe(status)
    expect(oracle.faultsOf(operations.get('POST /v1/crypto-hash-sha256'), answer)).toEqual([])
  })

  it('when credits or requests run out', async () => {
    const poor = await TestGateway.create()
    const operation = operations.get('POST /v1/llm-summarize')
    const { account, key } = await poor.instance.services.keys.create({
      kind: 'personal',
      name: 'P',
      grant: 9,
    })
    const body = { text: 'A text.' }
    const broke = await poor.call('llm-summarize', body, { key })
    expect(broke.json.error).toMatchObject({ code: 'insufficient_credits', need: 10, have: 9 })
    expect(oracle.faultsOf(operation, broke)).toEqual([])
    await poor.instance.services.keys.setRateLimit(account.id, 1, 60)
    const late = await poor.call('llm-summarize', body, { key })
    expect(late.status).toBe(429)
    expect(oracle.faultsOf(operation, late)).toEqual([])
    await poor.close()
  })
})

describe('the comparison of answers with the document', () => {
  it('finds a missing field, a wrong one, one too many and a missing header', async () => {
    const answer = await gateway.send('/v1/health')
    const operation = operations.get('GET /v1/health')
    expect(oracle.faultsOf(operation, answer)).toEqual([])
    const withBody = (json: Json) => oracle.faultsOf(operation, { ...answer, json })
    expect(withBody({ ok: true, status: 'live' })).toHaveLength(1)
    expect(withBody({ ...answer.json, version: 1 })).toHaveLength(1)
    expect(withBody({ ...answer.json, more: true })).toHaveLength(1)
    const headers = new Headers(answer.headers)
    headers.delete('x-engine')
    headers.set('x-surprise', '1')
    expect(oracle.faultsOf(operation, { ...answer, headers })).toHaveLength(2)
  })
})
