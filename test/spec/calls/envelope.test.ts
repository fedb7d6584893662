import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256, toCanonical } from '../../support/canonical-writer.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

const SHA = 'crypto-hash-sha256'
// FIPS 180-4, the digest of "abc".
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => await gateway.close())

describe('the success envelope', () => {
  it('holds ok, data, meta and guarantees, and nothing else unasked', async () => {
    const { status, json } = await gateway.call(SHA, { text: 'abc' })
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual(['ok', 'data', 'meta', 'guarantees'])
    expect(json.ok).toBe(true)
    expect(json.data).toEqual({ _engine: 'real', hash: ABC, encoding: 'hex', bytes: 3 })
    expect(json.guarantees).toEqual({ schema_valid: true, validated: true, fallback_used: false })
  })

  it('has the full meta form and the short form’s ms', async () => {
    const before = gateway.balance()
    const { json } = await gateway.call(SHA, { text: 'meta' })
    expect(json.meta).toEqual({
      api: SHA,
      credits_used: 1,
      balance: before - 1,
      latency_ms: expect.any(Number),
      ms: json.meta.latency_ms,
      engine: 'real',
      confidence: 0.99,
      output_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(Number.isInteger(json.meta.latency_ms)).toBe(true)
    expect(json.meta.latency_ms).toBeGreaterThanOrEqual(0)
  })

  it('charges the fixed credits of the tool once per call', async () => {
    const before = gateway.balance()
    await gateway.call(SHA, { text: 'one' })
    await gateway.call('text-csv-to-json', { csv: 'a,b\n1,2' })
    expect(gateway.balance()).toBe(before - 1 - 3)
  })

  it('reads a bare input as the main field, and prefers a field sent by its own name', async () => {
    const bare = await gateway.call(SHA, { input: 'abc' })
    expect(bare.json.data.hash).toBe(ABC)
    const both = await gateway.call(SHA, { input: 'something else', text: 'abc' })
    expect(both.json.data.hash).toBe(ABC)
    const spread = await gateway.call(SHA, { input: { text: 'abc', encoding: 'hex' } })
    expect(spread.json.data.hash).toBe(ABC)
  })

  it.each([
    ['an object', { url: 'https://example.com/', payload: [1] }],
    ['JSON text', ' {"url": "https://example.com/", "payload": [1]}'],
  ])('spreads a bare input over the fields of a tool that has several: %s', async (_form, input) => {
    const { json } = await gateway.send('/v1/dry-run/webhook-send', { body: { input } })
    expect(json.input_validation).toEqual({ valid: true, missing_fields: [], issues: [] })
    const wrong = await gateway.send('/v1/dry-run/webhook-send', { body: { input, url: 7 } })
    expect(wrong.json.input_validation.issues).toMatchObject([{ path: 'url' }])
  })

  it.each(['https://example.com/', '["https://example.com/"]', '{"url": ', '{'.repeat(9_999)])(
    'takes no other text for the fields of such a tool: %.20s',
    async (input) => {
      const { json } = await gateway.send('/v1/dry-run/webhook-send', { body: { input } })
      expect(json.input_validation).toMatchObject({ valid: false, missing_fields: ['url'] })
    },
  )

  // Catches: digits that are refused in a body and rounded in a text.
  it.each([
    [
      '{"url": "https://example.com/", "payload": 12345678901234567890}',
      'would become 12345678901234567000',
    ],
    ['{"url": "https://example.com/", "payload": 1e400}', 'too large'],
    ['{"url": "https://example.com/", ', 'Not JSON'],
  ])('says of a text what is wrong with it: %s', async (input, said) => {
    const { json } = await gateway.send('/v1/dry-run/webhook-send', { body: { input } })
    expect(json.input_validation.issues).toEqual([
      { path: 'input', message: expect.stringContaining(said) },
    ])
  })
})

describe('output_hash', () => {
  const inputs = {
    'plain text': { key: 'v', value: 'plain' },
    'text outside ASCII': { key: 'v', value: 'Ä € 😀 \u2028 \u0007 " \\ /' },
    'numbers of every form': { key: 'v', value: [1e21, 1e-7, 0.1, -0, 5e-324, 333333333.3333333, 1e300] },
    // RFC 8785, 3.2.3: sorted by UTF-16 code units, where U+1F600 comes before U+FB33.
    'member names in RFC 8785’s order': {
      key: 'v',
      value: { '\u20ac': 1, '\r': 2, '\ufb33': 3, 1: 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 },
    },
    nesting: { key: 'v', value: [[{ b: [], a: {} }], null, true] },
  }

  it.each(Object.entries(inputs))(
    'is the SHA-256 of the canonical data as sent, with _engine: %s',
    async (_name, input) => {
      expect((await gateway.call('memory-set', input)).status).toBe(200)
      const { json, headers } = await gateway.call('memory-get', { key: 'v' })
      expect(json.data.value).toEqual(JSON.parse(JSON.stringify(input.value)))
      expect(json.meta.output_hash).toBe(sha256(toCanonical(json.data)))
      expect(headers.get('x-output-hash')).toBe(json.meta.output_hash)
    },
  )

  it('is the digest that coreutils prints for the canonical text', async () => {
    const { json } = await gateway.call(SHA, { text: 'abc' })
    // printf '{"_engine":"real","bytes":3,"encoding":"hex","hash":"ba78…15ad"}' | sha256sum
    expect(json.meta.output_hash).toBe('8374e595ab53a7c3732b17ebe079ba5129f630e207631e5f2b4c09d8d002e8ef')
  })

  it('is the same for the same data, however the call was made', async () => {
    const [first, again] = [
      await gateway.call(SHA, { text: 'abc' }),
      await gateway.call(SHA, { input: 'abc' }),
    ]
    const batch = await gateway.send('/v1/batch', { body: { calls: [{ slug: SHA, input: 'abc' }] } })
    expect(again.json.meta.output_hash).toBe(first.json.meta.output_hash)
    expect(sha256(toCanonical(batch.json.results[0].data))).toBe(first.json.meta.output_hash)
  })
})

describe('engine needs_key', () => {
  it('answers 200 with ok false, says what is missing, and charges nothing', async () => {
    const before = gateway.balance()
    const { status, json, headers } = await gateway.call('llm-summarize', { text: 'A long story.' })
    expect(status).toBe(200)
    expect(json.ok).toBe(false)
    expect(json.data).toEqual({
      _engine: 'needs_key',
      message: expect.stringContaining('provider'),
      providers: expect.arrayContaining(['openai', 'anthropic', 'ollama']),
    })
    expect(json.meta).toMatchObject({
      engine: 'needs_key',
      confidence: 0,
      credits_used: 0,
      balance: before,
    })
    expect(json.meta.output_hash).toBe(sha256(toCanonical(json.data)))
    // Nothing ran, so nothing was held against the tool's output schema.
    expect(json.guarantees).toEqual({ schema_valid: false, validated: true, fallback_used: false })
    expect(headers.get('x-engine')).toBe('needs_key')
    expect(headers.get('x-credits-used')).toBe('0')
    expect(gateway.balance()).toBe(before)
  })

  it('checks the input first', async () => {
    const { status, json } = await gateway.call('llm-summarize', { text: 'A', length: 'endless' })
    expect(status).toBe(400)
    expect(json.error.code).toBe('validation_error')
  })
})

describe('agent mode', () => {
  it('is switched on by the body, by the header, and by nothing else', async () => {
    const input = { text: 'agent' }
    const on = [
      await gateway.call(SHA, { ...input, mode: 'agent' }),
      await gateway.call(SHA, input, { headers: { 'x-agent-mode': 'true' } }),
    ]
    const off = [
      await gateway.call(SHA, input),
      await gateway.call(SHA, input, { headers: { 'x-agent-mode': 'false' } }),
    ]
    expect(on.map(({ json }) => 'agent' in json)).toEqual([true, true])
    expect(off.map(({ json }) => 'agent' in json)).toEqual([false, false])
    expect(on[1]!.json.agent).toEqual(on[0]!.json.agent)
  })

  it('adds suggestions, a fingerprint, a cost breakdown and where the result was saved', async () => {
    const { json } = await gateway.call(SHA, { text: 'abc', mode: 'agent', session_id: 'run-7' })
    const { agent } = json
    expect(Object.keys(agent).toSorted()).toEqual([
      'cache_fingerprint',
      'cost_breakdown',
      'memory_persisted',
      'suggestions',
    ])
    expect(agent.cache_fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(agent.cost_breakdown).toEqual({ this_call: 1, memory_cost: 0, potential_cache_savings: 1 })
    expect(agent.memory_persisted).toEqual({
      namespace: 'run-7',
      key: `${SHA}:${agent.cache_fingerprint.slice(0, 16)}`,
    })
  })

  it('suggests only tools that exist', async () => {
    const { json } = await gateway.call('memory-get', { key: 'v', mode: 'agent' })
    expect(json.agent.suggestions.length).toBeGreaterThan(0)
    for (const slug of json.agent.suggestions) {
      expect((await gateway.send(`/v1/tools/${slug}`)).status).toBe(200)
    }
  })

  it('gives equal inputs the same fingerprint, in any order and for any caller, and others another', async () => {
    const fingerprintOf = async (input: object, key = gateway.key) =>
      (await gateway.call(SHA, { ...input, mode: 'agent' }, { key })).json.agent.cache_fingerprint
    const first = await fingerprintOf({ text: 'abc', encoding: 'base64' })
    expect(await fingerprintOf({ encoding: 'base64', text: 'abc' })).toBe(first)
    expect(await fingerprintOf({ encoding: 'base64', text: 'abc' }, gateway.instance.demoKey)).toBe(first)
    expect(await fingerprintOf({ text: 'abc' })).not.toBe(first)
  })

  it('keeps the result where memory-get finds it, under the session or "default"', async () => {
    for (const session of [{ session_id: 'find-me' }, {}]) {
      const made = await gateway.call(SHA, { text: 'keep', mode: 'agent', ...session })
      const { namespace, key } = made.json.agent.memory_persisted
      expect(namespace).toBe('session_id' in session ? 'find-me' : 'default')
      const found = await gateway.call('memory-get', { namespace, key })
      expect(found.json.data).toMatchObject({ found: true, value: made.json.data })
    }
  })

  it('keeps nothing without agent mode, and shows nothing to another key', async () => {
    await gateway.call(SHA, { text: 'quiet', session_id: 'quiet' })
    const made = await gateway.call(SHA, { text: 'mine', mode: 'agent', session_id: 'mine' })
    const fingerprint = made.json.agent.memory_persisted.key
    const theirs = await gateway.call(
      'memory-get',
      { namespace: 'mine', key: fingerprint },
      { key: gateway.instance.demoKey },
    )
    expect(theirs.json.data.found).toBe(false)
    const quiet = await gateway.call('memory-get', { namespace: 'quiet', key: fingerprint })
    expect(quiet.json.data.found).toBe(false)
  })

  it.each([
    ['mode', { mode: 'robot' }],
    ['mode', { mode: true }],
    ['trace', { trace: 'yes' }],
    ['session_id', { session_id: '' }],
    ['session_id', { session_id: 7 }],
    ['session_id', { session_id: 'x'.repeat(201) }],
  ])('refuses a %s of the wrong kind: %o', async (path, field) => {
    const before = gateway.balance()
    const { status, json } = await gateway.call(SHA, { text: 'abc', ...field })
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ code: 'validation_error', issues: [{ path }] })
    expect(gateway.balance()).toBe(before)
  })
})

describe('trace', () => {
  it('adds the spans of the call, one after the other', async () => {
    const { json } = await gateway.call(SHA, { text: 'traced', trace: true })
    const names = json.trace.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['authenticate', 'validate', 'reserve', 'cache', 'execute', 'settle'])
    let end = 0
    for (const span of json.trace) {
      expect(Object.keys(span)).toEqual(['name', 'start_ms', 'duration_ms'])
      expect(span.duration_ms).toBeGreaterThanOrEqual(0)
      expect(span.start_ms).toBeCloseTo(end, 1)
      end = span.start_ms + span.duration_ms
    }
  })

  it('is absent unless requested, and never part of the hash', async () => {
    const plain = await gateway.call(SHA, { text: 'abc', trace: false })
    const traced = await gateway.call(SHA, { text: 'abc', trace: true })
    expect('trace' in plain.json).toBe(false)
    expect(traced.json.meta.output_hash).toBe(plain.json.meta.output_hash)
  })
})
