import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ON_POSTGRES, TestGateway } from '../../support/gateway/test-gateway.ts'

const SLUG = 'crypto-hash-sha256'
const KEYS = '/v1/enterprise/keys'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(() => gateway.close())

async function makeKey(options: object): Promise<{ key: string; key_id: string }> {
  return (await gateway.asOwner(KEYS, { body: { name: 'Agent', ...options } })).json
}

async function recorded(query = ''): Promise<object[]> {
  return (await gateway.asOwner(`/app/activity?limit=200${query}`)).json.entries
}

const mcpCall = (key: string | null, name = SLUG) =>
  gateway.send('/mcp', {
    key,
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { text: 'a' } } },
  })

// The very reason somebody looks into the record: an agent that gets no answers.
describe('the record of calls has a call that was refused', () => {
  it('for want of a key, or for a wrong one', async () => {
    expect((await gateway.call(SLUG, { text: 'a' }, { key: null })).status).toBe(401)
    expect((await gateway.call(SLUG, { text: 'a' }, { key: 'sk-toolgate-wrong' })).status).toBe(401)
    expect((await mcpCall('sk-toolgate-wrong')).status).toBe(401)
    const none = { key_id: '', key_name: null, ok: false, credits: 0 }
    expect(await recorded()).toMatchObject([
      { ...none, slug: 'mcp', client: 'mcp', code: 'invalid_key' },
      { ...none, slug: SLUG, client: 'api', code: 'invalid_key' },
      { ...none, slug: SLUG, client: 'api', code: 'auth_required' },
    ])
  })

  it('because its key was revoked, under the name of the key', async () => {
    const { key, key_id } = await makeKey({})
    await gateway.asOwner(`${KEYS}/${key_id}`, { method: 'DELETE' })
    await gateway.send(`/v1/stream/${SLUG}`, { key, body: { text: 'a' } })
    expect(await recorded()).toMatchObject([
      { slug: SLUG, key_id, key_name: 'Agent', form: 'stream', code: 'invalid_key' },
    ])
  })

  it('because its key has called too often, over HTTP and MCP', async () => {
    const { key, key_id } = await makeKey({ rate_limit: 1 })
    await gateway.call(SLUG, { text: 'a' }, { key })
    expect((await gateway.call(SLUG, { text: 'b' }, { key })).status).toBe(429)
    expect((await gateway.send('/v1/batch', { key, body: { calls: [] } })).status).toBe(429)
    expect((await mcpCall(key)).text).toContain('"isError":true')
    expect((await mcpCall(key, 'search_tools')).text).toContain('"isError":true')
    expect(await recorded(`&key_id=${key_id}&code=rate_limited`)).toMatchObject([
      { slug: SLUG, client: 'mcp', form: 'call' },
      { slug: 'batch', client: 'api', form: 'batch' },
      { slug: SLUG, client: 'api', form: 'call' },
    ])
  })

  it('as a job that its key may not submit, and as one that it cannot pay for', async () => {
    const scoped = await makeKey({ slugs: ['math-evaluate'] })
    const poor = await makeKey({ credit_limit: 0 })
    for (const { key } of [scoped, poor])
      await gateway.send(`/v1/async/${SLUG}`, { key, body: { text: 'a' } })
    expect(await recorded()).toMatchObject([
      { key_id: poor.key_id, form: 'job', code: 'insufficient_credits' },
      { key_id: scoped.key_id, form: 'job', code: 'scope_denied' },
    ])
  })

  it('once, when the pipeline refused it', async () => {
    const scoped = await makeKey({ slugs: ['math-evaluate'] })
    const poor = await makeKey({ credit_limit: 0 })
    for (const { key } of [scoped, poor]) await gateway.call(SLUG, { text: 'a' }, { key })
    expect(await recorded()).toMatchObject([{ code: 'insufficient_credits' }, { code: 'scope_denied' }])
  })

  it('with the reason as its output', async () => {
    await gateway.call(SLUG, { text: 'a' }, { key: null })
    const [entry] = (await recorded()) as { id: number }[]
    const { call } = (await gateway.asOwner(`/app/activity/${entry?.id}`)).json
    expect(JSON.parse(call.output)).toMatchObject({ code: 'auth_required' })
    expect(call.input).toBeNull()
  })
})

// Catches: a loop without a key that pushes every answered call out of the record.
it.skipIf(ON_POSTGRES)('records ten refusals of a caller in a minute, and counts the rest', async () => {
  const { key, key_id } = await makeKey({ rate_limit: 1 })
  await gateway.call(SLUG, { text: 'a' }, { key })
  for (let n = 0; n < 15; n++) await gateway.call(SLUG, { text: 'a' }, { key })
  expect(await recorded(`&key_id=${key_id}&ok=false`)).toHaveLength(10)
  expect((await gateway.asOwner('/app/activity')).json.missed).toBe(5)
  gateway.advance(60_000)
  await gateway.call(SLUG, { text: 'a' }, { key })
  await gateway.call(SLUG, { text: 'a' }, { key })
  expect(await recorded(`&key_id=${key_id}&ok=false`)).toHaveLength(11)
})
