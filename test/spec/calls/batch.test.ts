import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

const SHA = 'crypto-hash-sha256'
const CSV = 'text-csv-to-json'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

const batch = (calls: unknown, key = gateway.key) => gateway.send('/v1/batch', { key, body: { calls } })
const newKey = async (grant: number) =>
  (await gateway.instance.services.keys.create({ kind: 'personal', name: 'Batch', grant })).key

describe('POST /v1/batch', () => {
  it('answers every call in its place, with the totals', async () => {
    const before = gateway.balance()
    const { status, json } = await batch([
      { slug: SHA, input: { text: 'a' } },
      { slug: CSV, input: { csv: 'x\n1' } },
      { slug: SHA, input: { text: 'b' } },
    ])
    expect(status).toBe(200)
    expect(Object.keys(json).toSorted()).toEqual([
      'balance',
      'calls_count',
      'ok',
      'results',
      'total_credits',
    ])
    expect(json).toMatchObject({ ok: true, total_credits: 5, balance: before - 5, calls_count: 3 })
    expect(json.results.map((result: object) => Object.keys(result).toSorted())).toEqual(
      Array(3).fill(['credits', 'data', 'latency_ms', 'ok', 'slug']),
    )
    expect(json.results).toMatchObject([
      { slug: SHA, ok: true, credits: 1, data: { _engine: 'real' } },
      { slug: CSV, ok: true, credits: 3, data: { rows: [{ x: '1' }] } },
      { slug: SHA, ok: true, credits: 1 },
    ])
    for (const { latency_ms } of json.results) expect(Number.isInteger(latency_ms)).toBe(true)
    expect(gateway.balance()).toBe(before - 5)
  })

  it.each([
    ['in its input', { calls: [{ slug: SHA, input: { text: 'a', mode: 'agent', trace: true } }] }],
    ['beside its input', { calls: [{ slug: SHA, input: { text: 'a' }, mode: 'agent', trace: true }] }],
    ['beside the calls', { calls: [{ slug: SHA, input: { text: 'a' } }], mode: 'agent', trace: true }],
  ])('gives an item its agent block and trace when they are asked for %s', async (_where, body) => {
    const [{ agent, trace }] = (await gateway.send('/v1/batch', { body })).json.results
    const single = (await gateway.call(SHA, { text: 'a', mode: 'agent' })).json.agent
    expect(agent).toMatchObject({
      suggestions: single.suggestions,
      cache_fingerprint: single.cache_fingerprint,
      memory_persisted: single.memory_persisted,
    })
    expect(trace.map(({ name }: { name: string }) => name)).toContain('settle')
  })

  it('is in agent mode for every item with the header X-Agent-Mode', async () => {
    const body = {
      calls: [
        { slug: SHA, input: { text: 'a' } },
        { slug: SHA, input: 'b' },
      ],
    }
    const { json } = await gateway.send('/v1/batch', { body, headers: { 'x-agent-mode': 'true' } })
    for (const { agent } of json.results) expect(agent.memory_persisted).not.toBeNull()
  })

  it('saves each item under the nearest session_id', async () => {
    const calls = [
      { slug: SHA, input: { text: 'a' } },
      { slug: SHA, input: { text: 'a' }, session_id: 'beside' },
      { slug: SHA, input: { text: 'a', session_id: 'inside' }, session_id: 'beside' },
    ]
    const body = { calls, mode: 'agent', session_id: 'all' }
    const { results } = (await gateway.send('/v1/batch', { body })).json
    const namespaces = results.map(({ agent }: { agent: Json }) => agent.memory_persisted.namespace)
    expect(namespaces).toEqual(['all', 'beside', 'inside'])
  })

  it('refuses a field of the gateway that has the wrong type, for all or for the item that has it', async () => {
    const call = { slug: SHA, input: { text: 'a' } }
    const whole = await gateway.send('/v1/batch', { body: { calls: [call], mode: 'fast' } })
    expect([whole.status, whole.json.error.code]).toEqual([400, 'validation_error'])
    const { results } = (await batch([{ ...call, trace: 'yes' }, call])).json
    expect(results).toMatchObject([{ ok: false, error: { code: 'validation_error' } }, { ok: true }])
  })

  it('gives the same data as the single call', async () => {
    const single = await gateway.call(SHA, { text: 'same' })
    const { json } = await batch([{ slug: SHA, input: { text: 'same' } }])
    expect(json.results[0].data).toEqual(single.json.data)
  })

  it('lets no failing call stop the others, says why it failed, and charges nothing for it', async () => {
    const before = gateway.balance()
    const { status, json } = await batch([
      { slug: 'crypto-hash-sha25', input: {} },
      { slug: SHA, input: { text: 'a' } },
      { slug: SHA, input: { text: 1 } },
      { slug: 'webhook-send', input: { url: 'http://127.0.0.1:1/' } },
      { slug: SHA },
    ])
    expect(status).toBe(200)
    expect(json).toMatchObject({
      ok: true,
      partial: true,
      total_credits: 1,
      balance: before - 1,
      calls_count: 5,
    })
    expect(json.results[0]).toEqual({
      slug: 'crypto-hash-sha25',
      ok: false,
      error: {
        code: 'api_not_found',
        message: expect.any(String),
        nearest: expect.arrayContaining([SHA]),
      },
      credits: 0,
      latency_ms: expect.any(Number),
    })
    const codes = json.results.map(({ error }: { error?: { code: string } }) => error?.code)
    expect(codes).toEqual([
      'api_not_found',
      undefined,
      'validation_error',
      'validation_error',
      'validation_error',
    ])
    expect(json.results[4].error.missing_fields).toEqual(['text'])
    expect(gateway.balance()).toBe(before - 1)
  })

  it('is partial only when some succeed and some fail', async () => {
    const good = { slug: SHA, input: 'a' }
    const bad = { slug: 'no-such-tool', input: 'a' }
    const all = await batch([good, good])
    const some = await batch([good, bad])
    const none = await batch([bad, bad])
    expect('partial' in all.json).toBe(false)
    expect(some.json.partial).toBe(true)
    expect('partial' in none.json).toBe(false)
    expect([all.json.ok, some.json.ok, none.json.ok]).toEqual([true, true, false])
  })

  it('answers a call that needs a key in its place, at no charge', async () => {
    const { json } = await batch([
      { slug: 'llm-summarize', input: { text: 'a' } },
      { slug: SHA, input: 'a' },
    ])
    expect(json.results[0]).toMatchObject({
      ok: false,
      credits: 0,
      data: { _engine: 'needs_key' },
    })
    expect(json).toMatchObject({ partial: true, total_credits: 1 })
  })

  it('takes 50 calls, and runs as many as the credits allow', async () => {
    const calls = Array.from({ length: 50 }, (_, i) => ({ slug: CSV, input: { csv: `n\n${i}` } }))
    const full = await batch(calls)
    expect(full.json).toMatchObject({ ok: true, calls_count: 50, total_credits: 150 })
    expect(
      full.json.results.map(({ data }: { data: { rows: { n: string }[] } }) => data.rows[0]!.n),
    ).toEqual(calls.map((_, i) => String(i)))
    const poor = await batch(calls, await newKey(100))
    expect(poor.json).toMatchObject({ partial: true, total_credits: 99, balance: 1 })
    const refused = poor.json.results.filter(({ ok }: { ok: boolean }) => !ok)
    expect(refused).toHaveLength(17)
    for (const { error } of refused)
      expect(error).toMatchObject({ code: 'insufficient_credits', need: 3, have: 1 })
  })

  it.each([
    ['missing calls', undefined],
    ['calls that are null', null],
    ['calls that are not an array', { slug: SHA }],
    ['calls that are a text', 'calls'],
    ['an empty list', []],
    ['51 calls', Array.from({ length: 51 }, () => ({ slug: SHA, input: 'a' }))],
    ['an item that is not an object', [SHA]],
    ['an item that is null', [null]],
    ['an item that is an array', [[SHA]]],
    ['an item without a slug', [{ input: 'a' }]],
    ['an item whose slug is not a text', [{ slug: 7, input: 'a' }]],
    ['an inherited slug', [JSON.parse('{"__proto__":{"slug":"crypto-hash-sha256"},"input":"a"}')]],
  ])('refuses as invalid_batch, at no charge: %s', async (_name, calls) => {
    const before = gateway.balance()
    const { status, json } = await batch(calls)
    expect(status).toBe(400)
    expect(json).toEqual({ ok: false, error: { code: 'invalid_batch', message: expect.any(String) } })
    expect(gateway.balance()).toBe(before)
  })

  it('counts as one request for the rate limit', async () => {
    const key = await newKey(500)
    const { headers } = await batch(
      Array.from({ length: 50 }, () => ({ slug: SHA, input: 'a' })),
      key,
    )
    expect(headers.get('x-ratelimit-remaining')).toBe('119')
  })

  it('obeys a key’s scope', async () => {
    const { key } = await gateway.instance.services.keys.create({
      kind: 'team',
      name: 'Scoped',
      grant: 50,
      scopes: { slugs: [SHA] },
    })
    const { json } = await batch(
      [
        { slug: SHA, input: 'a' },
        { slug: CSV, input: 'a' },
      ],
      key,
    )
    expect(json.results[0].ok).toBe(true)
    expect(json.results[1].error.code).toBe('scope_denied')
    expect(json.total_credits).toBe(1)
  })

  it('persists the result of an item in agent mode', async () => {
    await batch([{ slug: SHA, input: { text: 'abc', mode: 'agent', session_id: 'batch' } }])
    const single = await gateway.call(SHA, { text: 'abc', mode: 'agent', session_id: 'other' })
    const { key } = single.json.agent.memory_persisted
    const found = await gateway.call('memory-get', { namespace: 'batch', key })
    expect(found.json.data).toMatchObject({ found: true, value: single.json.data })
  })
})
