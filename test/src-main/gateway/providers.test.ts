import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LlmServer } from '../../support/models/llm-server.ts'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { OWNER_KEY, TestGateway, type Json, type TestAnswer } from '../../support/gateway/test-gateway.ts'

const KEY = 'sk-planted-0123456789abcdefQx4A'
const OPENAI = { kind: 'openai', api_key: KEY }

itObeysTheRules([
  { method: 'GET', path: '/app/providers', admin: true },
  {
    method: 'POST',
    path: '/app/providers',
    admin: true,
    body: { kind: 'ollama' },
    wrong: [
      [{}, 'kind'],
      [{ kind: 'skynet' }, 'kind'],
      [{ kind: 'openai' }, 'api_key'],
      [{ ...OPENAI, api_key: 'with space' }, 'api_key'],
      [{ ...OPENAI, api_key: 'line\nbreak' }, 'api_key'],
      [{ ...OPENAI, name: '' }, 'name'],
      [{ ...OPENAI, base_url: 'ftp://example.com' }, 'base_url'],
      [{ ...OPENAI, base_url: 'https://user:pass@example.com' }, 'base_url'],
      [{ ...OPENAI, base_url: 'https://user@example.com' }, 'base_url'],
      [{ ...OPENAI, base_url: 'https://:pass@example.com' }, 'base_url'],
      [{ ...OPENAI, base_url: 'https://example.com/v1?key=x' }, 'base_url'],
      [{ ...OPENAI, base_url: 'http://example.com/v1' }, 'base_url'],
      [{ kind: 'openai-compatible' }, 'base_url'],
      [{ kind: 'demo', api_key: KEY }, 'kind'],
      [{ ...OPENAI, enabled: 'yes' }, ''],
    ],
  },
  { method: 'PATCH', path: '/app/providers/prv_0000000000000000', admin: true, body: { enabled: false } },
  { method: 'DELETE', path: '/app/providers/prv_0000000000000000', admin: true },
  {
    method: 'PUT',
    path: '/app/providers/order',
    admin: true,
    body: { ids: [] },
    wrong: [
      [{}, 'ids'],
      [{ ids: ['prv_0000000000000000'] }, 'ids'],
    ],
  },
  { method: 'POST', path: '/app/providers/prv_0000000000000000/test', admin: true },
])

let gateway: TestGateway
let server: LlmServer
beforeEach(async () => {
  server = await LlmServer.start()
  const places = [
    { kind: 'ollama', baseUrl: `${server.origin}/v1` },
    { kind: 'lmstudio', baseUrl: 'http://127.0.0.1:9/v1' },
  ] as const
  gateway = await TestGateway.create({ providers: { places } })
})
afterEach(async () => {
  await gateway.close()
  await server.close()
})

const send = (path: string, method: string, body?: object): Promise<TestAnswer> =>
  gateway.send(`/app/providers${path}`, { key: OWNER_KEY, method, body })
const list = async (): Promise<Json> => (await send('', 'GET')).json
const add = async (body: object): Promise<Json> => (await send('', 'POST', body)).json.provider

describe('the provider list of a new instance', () => {
  it('is empty, and says which providers exist and where the first key will be kept', async () => {
    const { ok, providers, kinds, secret_store } = await list()
    expect({ ok, providers, kind: secret_store.kind }).toEqual({ ok: true, providers: [], kind: 'none' })
    expect(secret_store.message).toMatch(/^No key is stored yet\. /)
    expect(kinds).toContainEqual({
      kind: 'openai',
      name: 'OpenAI',
      cost: 'paid',
      base_url: 'https://api.openai.com/v1',
      needs_key: true,
      default_model: 'gpt-5.4-mini',
    })
    expect(kinds.map(({ kind }: Json) => kind)).toEqual([
      'openai',
      'anthropic',
      'google',
      'openrouter',
      'ollama',
      'lmstudio',
      'openai-compatible',
      'demo',
    ])
  })
})

describe('a provider', () => {
  it('is added, shown with the end of its key, changed and removed', async () => {
    const added = await send('', 'POST', { ...OPENAI, name: 'Work', model: 'gpt-x' })
    expect(added.status).toBe(201)
    const { provider, message } = added.json
    expect(provider).toEqual({
      id: expect.stringMatching(/^prv_[0-9a-f]{16}$/),
      kind: 'openai',
      name: 'Work',
      base_url: 'https://api.openai.com/v1',
      model: 'gpt-x',
      enabled: true,
      order: 0,
      secret: { stored: true, where: 'memory', hint: '…Qx4A' },
      from: 'settings',
    })
    expect(message).toContain('The key is only in the memory of this process')
    expect((await list()).providers).toEqual([provider])

    const changed = await send(`/${provider.id}`, 'PATCH', { name: 'Home', model: null, enabled: false })
    expect(changed.json.provider).toEqual({ ...provider, name: 'Home', model: null, enabled: false })
    expect((await send(`/${provider.id}`, 'DELETE')).json).toEqual({ ok: true, id: provider.id })
    expect((await list()).providers).toEqual([])
    expect((await send(`/${provider.id}`, 'DELETE')).status).toBe(404)
  })

  it('gets its address tidied, and /v1 where it was left out', async () => {
    expect((await add({ kind: 'ollama', base_url: ' http://localhost:11434/ ' })).base_url).toBe(
      'http://localhost:11434/v1',
    )
    expect((await add({ kind: 'openai-compatible', base_url: 'https://llm.example/api/' })).base_url).toBe(
      'https://llm.example/api',
    )
  })

  it('sends its key only to the address that it was entered for', async () => {
    const { id } = await add(OPENAI)
    const moved = await send(`/${id}`, 'PATCH', { base_url: `${server.origin}/v1` })
    expect([moved.status, moved.json.error.issues[0].path]).toEqual([400, 'api_key'])
    await send(`/${id}/test`, 'POST')
    expect(server.seen).toEqual([])
    const again = await send(`/${id}`, 'PATCH', {
      base_url: `${server.origin}/v1`,
      api_key: 'sk-another-key-0123',
    })
    expect(again.json.provider.secret.hint).toBe('…0123')
    await send(`/${id}/test`, 'POST')
    expect(server.last.headers.authorization).toBe('Bearer sk-another-key-0123')
  })

  // Catches: a key that goes to the address before, which a change of the same moment has put back.
  it('has every change that was made to it at the same moment', async () => {
    const { id } = await add(OPENAI)
    const moved = { base_url: `${server.origin}/v1`, api_key: 'sk-another-key-0123' }
    const changes = [moved, { name: 'Home' }, { model: 'gpt-x' }]
    const answers = await Promise.all(changes.map((change) => send(`/${id}`, 'PATCH', change)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await list()).providers).toMatchObject([
      { base_url: moved.base_url, name: 'Home', model: 'gpt-x', secret: { hint: '…0123' } },
    ])
  })

  it('is put in another order, all of them at once', async () => {
    const ids = [
      (await add(OPENAI)).id,
      (await add({ kind: 'ollama' })).id,
      (await add({ kind: 'demo' })).id,
    ]
    const turned = ids.toReversed()
    expect((await send('/order', 'PUT', { ids: turned })).status).toBe(200)
    expect((await list()).providers.map(({ id, order }: Json) => [id, order])).toEqual(
      turned.map((id, order) => [id, order]),
    )
    for (const wrong of [ids.slice(1), [...ids, ids[0]], [ids[0], ids[0], ids[1]]])
      expect((await send('/order', 'PUT', { ids: wrong })).status).toBe(400)
  })

  it('is recorded in the audit trail, without its key', async () => {
    const { id } = await add(OPENAI)
    await send(`/${id}`, 'PATCH', { api_key: `${KEY}2` })
    await send(`/${id}`, 'DELETE')
    const audit = await gateway.send('/v1/enterprise/audit', { key: OWNER_KEY })
    expect(audit.json.entries.map(({ action, target }: Json) => [action, target])).toEqual([
      ['provider.removed', id],
      ['provider.changed', id],
      ['provider.added', id],
    ])
    expect(audit.text).not.toContain('planted')
  })

  it('is one of twenty at most', async () => {
    for (let count = 0; count < 20; count++) await add({ kind: 'demo' })
    expect((await send('', 'POST', { kind: 'demo' })).status).toBe(400)
  })
})

describe('a test of a provider', () => {
  const test = async (body: object): Promise<Json> => {
    const { id } = await add({ kind: 'openai', api_key: KEY, base_url: `${server.origin}/v1`, ...body })
    return (await send(`/${id}/test`, 'POST')).json
  }

  it('says that a provider answers, how fast and with which models', async () => {
    expect(await test({ model: 'stub-small' })).toEqual({
      ok: true,
      reachable: true,
      ms: expect.any(Number),
      models: ['stub-large', 'stub-small'],
      message: 'OpenAI answers with 2 models.',
    })
    expect((await test({ model: 'stub-huge' })).message).toContain('does not list the model stub-huge')
  })

  it('says what went wrong', async () => {
    server.script = { status: 401, message: `Incorrect API key provided: ${KEY}` }
    expect(await test({})).toMatchObject({ ok: true, reachable: false, models: [] })
    expect((await test({})).message).toContain('refused the key (401)')
    const gone = await add({ kind: 'ollama', base_url: 'http://127.0.0.1:9' })
    expect((await send(`/${gone.id}/test`, 'POST')).json.message).toContain('Ollama cannot be reached')
  })

  it('lists the models of Anthropic and Google in their own protocols', async () => {
    const models = ['stub-large', 'stub-small']
    for (const [kind, path] of [
      ['anthropic', '/v1'],
      ['google', '/v1beta'],
    ]) {
      const answer = await test({ kind, base_url: `${server.origin}${path}` })
      expect([kind, answer.models]).toEqual([kind, models])
    }
  })
})

it('local servers are found when the owner looks for them, and only then', async () => {
  await list()
  expect(server.seen).toEqual([])
  expect((await send('/discover', 'POST')).json).toEqual({
    ok: true,
    found: [{ kind: 'ollama', base_url: `${server.origin}/v1`, models: ['stub-large', 'stub-small'] }],
  })
})
