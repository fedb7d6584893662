import { fileURLToPath } from 'node:url'
import { parseList, type Item } from 'structured-headers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256, toCanonical } from '../../support/canonical-writer.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { OWNER_KEY, TestGateway, type TestAnswer } from '../../support/gateway/test-gateway.ts'

const SHA = '/v1/crypto-hash-sha256'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const pageDir = fileURLToPath(new URL('../../fixtures/page', import.meta.url))
let gateway: TestGateway
let closedToSignUp: TestGateway
let poorKey: string
let limitedKey: string
let listEtag: string

beforeAll(async () => {
  gateway = await TestGateway.create({ pageDir, allowedOrigins: ['http://127.0.0.1:1'] })
  closedToSignUp = await TestGateway.create({ signUpOpen: false })
  await liftRateLimit(gateway)
  const { keys } = gateway.instance.services
  poorKey = (await keys.create({ kind: 'personal', name: 'Poor', grant: 0 })).key
  limitedKey = (await keys.create({ kind: 'personal', name: 'Limited', rateLimit: 1, grant: 500 })).key
  await gateway.send('/v1/credits/balance', { key: limitedKey })
  listEtag = (await gateway.send('/v1/tools')).headers.get('etag')!
})
afterAll(async () => {
  await gateway.close()
  await closedToSignUp.close()
})

type Send = () => Promise<TestAnswer>
interface Kind {
  readonly status: number
  readonly keyed: boolean
  readonly engine: string
  readonly send: Send
}
const engineOf = (status: number) => (status < 400 ? 'real' : 'error')
/** A request that brings a key that is good, and passes the door. */
const keyed = (status: number, send: Send, engine = engineOf(status)): Kind => ({
  status,
  keyed: true,
  engine,
  send,
})
const keyless = (status: number, send: Send): Kind => ({
  status,
  keyed: false,
  engine: engineOf(status),
  send,
})

const csv = { csv: 'a,b\n1,2' }
const kinds: Record<string, Kind> = {
  'a success': keyed(200, () => gateway.send(SHA, { body: { text: 'a' } })),
  'an answer that needs a key': keyed(
    200,
    () => gateway.send('/v1/llm-summarize', { body: { text: 'a' } }),
    'needs_key',
  ),
  'a batch': keyed(200, () =>
    gateway.send('/v1/batch', { body: { calls: [{ slug: 'text-csv-to-json', input: csv }] } }),
  ),
  'a dry run': keyed(200, () => gateway.send('/v1/dry-run/webhook-send', { body: {} })),
  'the head of an event stream': keyed(200, () =>
    gateway.send('/v1/stream/text-csv-to-json', { body: csv }),
  ),
  'a balance': keyed(200, () => gateway.send('/v1/credits/balance')),
  'a purchase': keyed(201, () => gateway.send('/v1/credits/buy', { body: { credits: 1000 } })),
  'a purchase that waits': keyed(202, () =>
    gateway.send('/v1/credits/buy', { body: { credits: 900_000 } }),
  ),
  'a sign-up': keyed(201, () =>
    gateway.send('/v1/auth/signup', { key: null, body: { email: 'new@example.com', name: 'New' } }),
  ),
  'the list of tools without a key': keyless(200, () => gateway.send('/v1/tools', { key: null })),
  'the list of tools with a key': keyed(200, () => gateway.send('/v1/tools')),
  'a list that the caller has already': keyed(304, () =>
    gateway.send('/v1/tools', { headers: { 'if-none-match': listEtag } }),
  ),
  'health without a key': keyless(200, () => gateway.send('/v1/health', { key: null })),
  'health with a key': keyed(200, () => gateway.send('/v1/health')),
  'health with a bad key': keyless(200, () => gateway.send('/v1/health', { key: 'sk-toolgate-nobody' })),
  'the page': keyless(200, () => gateway.send('/', { key: null })),
  'a body that is wrong': keyed(400, () => gateway.send(SHA, { body: {} })),
  'a batch that is wrong': keyed(400, () => gateway.send('/v1/batch', { body: {} })),
  'a broken address': keyed(400, () => gateway.send('/v1/%zz')),
  'no key': keyless(401, () => gateway.send(SHA, { key: null, body: {} })),
  'a bad key': keyless(401, () => gateway.send(SHA, { key: 'sk-toolgate-nobody', body: {} })),
  'too few credits': keyed(402, () => gateway.send(SHA, { key: poorKey, body: { text: 'a' } })),
  'a foreign host': keyless(403, () => gateway.send('/v1/tools', { headers: { host: 'evil.example' } })),
  'a foreign origin': keyless(403, () =>
    gateway.send('/v1/tools', { headers: { origin: 'https://evil.example' } }),
  ),
  'a missing permission': keyed(403, () => gateway.send('/v1/enterprise/rate-limits', { body: {} })),
  'a closed sign-up': keyless(403, () => closedToSignUp.send('/v1/auth/signup', { key: null, body: {} })),
  'an unknown tool': keyed(404, () => gateway.send('/v1/no-such-tool', { body: {} })),
  'an unknown address': keyed(404, () => gateway.send('/v2/tools')),
  'an unknown address without a key': keyless(404, () => gateway.send('/v2/tools', { key: null })),
  'a wrong method': keyed(405, () => gateway.send('/v1/batch', { method: 'DELETE' })),
  'an e-mail that has a key': keyless(409, async () => {
    const body = { email: 'twice@example.com', name: 'Twice' }
    await gateway.send('/v1/auth/signup', { key: null, body })
    return await gateway.send('/v1/auth/signup', { key: null, body })
  }),
  'a body over the limit': keyed(413, () =>
    gateway.send(SHA, { body: { text: 'x'.repeat(4 * 1024 * 1024) } }),
  ),
  'another content type': keyless(415, () =>
    gateway.send(SHA, { body: '{}', headers: { 'content-type': 'text/plain' } }),
  ),
  'an Idempotency-Key with another body': keyed(422, async () => {
    const headers = { 'idempotency-key': 'headers' }
    await gateway.send(SHA, { body: { text: 'a' }, headers })
    return await gateway.send(SHA, { body: { text: 'b' }, headers })
  }),
  'too many requests': keyed(429, () => gateway.send('/v1/credits/balance', { key: limitedKey })),
  'a tool that fails': keyed(500, () =>
    gateway.send('/v1/webhook-send', { body: { url: 'http://127.0.0.1:1/' } }),
  ),
}

const sent = (kind: string) => kinds[kind]!.send()

describe('every answer carries the headers of the table', () => {
  it.each(Object.entries(kinds))('%s', async (_name, { status, keyed, engine, send }) => {
    const answer = await send()
    const header = (name: string) => answer.headers.get(name)
    expect(answer.status).toBe(status)

    expect(header('x-request-id')).toMatch(UUID)
    expect(header('x-credits-used')).toMatch(/^\d+$/)
    expect(header('x-latency-ms')).toMatch(/^\d+$/)
    expect(header('x-engine')).toBe(engine)
    expect(header('x-cost-usd')).toBe(String((Number(header('x-credits-used')) * 5) / 1000))
    expect(header('x-output-hash')).toMatch(/^[0-9a-f]{64}$/)
    expect(header('x-cache')).toMatch(/^(HIT|MISS)$/)
    expect(header('server-timing')).toMatch(/^total;dur=\d+(\.\d+)?$/)
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('access-control-allow-origin')).toBeNull()

    for (const name of ['x-credits-remaining', 'x-ratelimit-remaining', 'ratelimit', 'ratelimit-policy']) {
      if (keyed) expect(header(name), name).not.toBeNull()
    }
    if (!keyed) expect(header('x-credits-remaining')).toBeNull()
    if (keyed) expect(header('x-credits-remaining')).toMatch(/^\d+$/)
    const isLow = keyed && Number(header('x-credits-remaining')) < 100
    expect(header('x-low-balance')).toBe(isLow ? 'true' : null)
    if (engine === 'error') expect(header('x-credits-used')).toBe('0')
  })
})

describe('X-Output-Hash', () => {
  it.each(['a batch', 'a dry run', 'a balance', 'a body that is wrong', 'no key', 'the page'])(
    'is the hash of the whole body where there is no data: %s',
    async (name) => {
      const { headers, text } = await sent(name)
      expect(headers.get('x-output-hash')).toBe(sha256(text))
    },
  )

  it('is the hash of the data in an envelope', async () => {
    const { headers, json } = await gateway.send(SHA, { body: { text: 'hash me' } })
    expect(headers.get('x-output-hash')).toBe(sha256(toCanonical(json.data)))
  })

  it('stays that of the document when the caller has it already', async () => {
    const full = await gateway.send('/v1/tools')
    const unchanged = await sent('a list that the caller has already')
    expect(unchanged.text).toBe('')
    expect(unchanged.headers.get('x-output-hash')).toBe(full.headers.get('x-output-hash'))
    expect(full.headers.get('x-output-hash')).toBe(sha256(full.text))
  })

  it('of an event stream is that of no data, since none exists at its start', async () => {
    const { headers } = await sent('the head of an event stream')
    expect(headers.get('x-output-hash')).toBe(EMPTY_SHA256)
  })
})

describe('the headers agree with the body', () => {
  it('in an envelope', async () => {
    const { headers, json } = await gateway.send('/v1/text-csv-to-json', { body: csv })
    expect(headers.get('x-credits-used')).toBe('3')
    expect(headers.get('x-cost-usd')).toBe('0.015')
    expect(headers.get('x-credits-remaining')).toBe(String(json.meta.balance))
    expect(headers.get('x-latency-ms')).toBe(String(json.meta.latency_ms))
    expect(headers.get('x-engine')).toBe(json.meta.engine)
    expect(json.meta.balance).toBe(gateway.balance())
  })

  it('in a batch, whose credits are the sum of its calls', async () => {
    const calls = [
      { slug: 'text-csv-to-json', input: csv },
      { slug: 'crypto-hash-sha256', input: 'a' },
    ]
    const { headers, json } = await gateway.send('/v1/batch', { body: { calls } })
    expect(headers.get('x-credits-used')).toBe('4')
    expect(headers.get('x-cost-usd')).toBe('0.02')
    expect(headers.get('x-credits-remaining')).toBe(String(json.balance))
  })
})

describe('X-Low-Balance', () => {
  it('comes below 100 credits, and not at 100', async () => {
    const { key } = await gateway.instance.services.keys.create({
      kind: 'personal',
      name: 'Spender',
      grant: 101,
    })
    const at = async (body: object) => (await gateway.send(SHA, { key, body })).headers
    const hundred = await at({ text: '1' })
    expect(hundred.get('x-credits-remaining')).toBe('100')
    expect(hundred.get('x-low-balance')).toBeNull()
    const less = await at({ text: '2' })
    expect(less.get('x-credits-remaining')).toBe('99')
    expect(less.get('x-low-balance')).toBe('true')
  })
})

describe('X-Request-Id', () => {
  const idFor = async (id: string) =>
    (await gateway.send('/v1/health', { headers: { 'x-request-id': id } })).headers.get('x-request-id')

  it.each(['0b5f1a3e-9b1d-4c55-8c6e-2f6d7a8b9c0d', '0B5F1A3E-9B1D-4C55-8C6E-2F6D7A8B9C0D'])(
    'is the caller’s own when that is a UUID: %s',
    async (id) => {
      expect(await idFor(id)).toBe(id)
    },
  )

  it.each([
    'hello',
    '1',
    '<script>alert(1)</script>',
    '0b5f1a3e9b1d4c558c6e2f6d7a8b9c0d',
    '0b5f1a3e-9b1d-4c55-8c6e-2f6d7a8b9c0d, 0b5f1a3e-9b1d-4c55-8c6e-2f6d7a8b9c0d',
    'g'.repeat(36),
  ])('is a new UUID otherwise: %s', async (id) => {
    const given = await idFor(id)
    expect(given).toMatch(UUID)
    expect(id).not.toContain(given)
  })

  it('differs from one answer to the next', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => gateway.send('/v1/health', { key: null })),
    )
    expect(new Set(ids.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20)
  })
})

describe('the quota', () => {
  it('is reported in fields that parse as structured fields and agree with one another', async () => {
    const { headers } = await gateway.send(SHA, { key: OWNER_KEY, body: { text: 'a' } })
    const policy = itemOf(headers.get('ratelimit-policy')!)
    const state = itemOf(headers.get('ratelimit')!)
    expect(policy[0]).toBe('default')
    expect(state[0]).toBe(policy[0])
    expect(policy[1].get('q')).toBe(6000)
    expect(policy[1].get('w')).toBe(60)
    expect(state[1].get('r')).toBe(Number(headers.get('x-ratelimit-remaining')))
    expect(state[1].get('t')).toBeGreaterThan(0)
  })

  it('falls by one with each request, even one that is refused later on', async () => {
    const remaining = async (body: object) =>
      Number((await gateway.send(SHA, { key: OWNER_KEY, body })).headers.get('x-ratelimit-remaining'))
    const first = await remaining({ text: 'a' })
    expect(await remaining({ text: 'a' })).toBe(first - 1)
    expect(await remaining({})).toBe(first - 2)
  })

  it('is shown but not used up by requests that do not count', async () => {
    const remaining = async (path: string) =>
      (await gateway.send(path, { key: OWNER_KEY })).headers.get('x-ratelimit-remaining')
    const before = await remaining('/v1/health')
    expect(await remaining('/v2/nothing')).toBe(before)
    expect(await remaining('/v1/health')).toBe(before)
  })

  function itemOf(field: string): Item {
    const [item] = parseList(field)
    return item as Item
  }
})
