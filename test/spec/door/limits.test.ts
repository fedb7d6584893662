import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ON_POSTGRES, OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'

const SHA = '/v1/crypto-hash-sha256'
const MINUTE = 60_000

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
  await allow(60, 60)
})
afterEach(async () => await gateway.close())

const ping = (key: string | null = gateway.key) => gateway.send('/v1/credits/balance', { key })
const pings = async (count: number) => {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) statuses.push((await ping()).status)
  return statuses
}
const allow = (limit: number, window_seconds: number, key = OWNER_KEY) =>
  gateway.send('/v1/enterprise/rate-limits', {
    key,
    body: { key_id: gateway.keyId, limit, window_seconds },
  })

// With PostgreSQL the server's clock counts, which no test sets: test/src-main/accounts/rates has its limits.
describe.skipIf(ON_POSTGRES)('the rate limit of a key', () => {
  it('is 60 requests a minute for the demo key and team keys, and 120 for personal keys', async () => {
    const { keys } = gateway.instance.services
    const team = (await keys.create({ kind: 'team', name: 'Team', payer: gateway.ownerId })).key
    const signedUp = await gateway.send('/v1/auth/signup', {
      key: null,
      body: { email: 'ada@example.com', name: 'Ada' },
    })
    const policyOf = async (key: string) => (await ping(key)).headers.get('ratelimit-policy')
    expect(await policyOf(team)).toBe('"default";q=60;w=60')
    expect(await policyOf(gateway.instance.demoKey)).toBe('"default";q=60;w=60')
    expect(await policyOf(signedUp.json.key)).toBe('"default";q=120;w=60')
  })

  it('lets through what it says, and refuses the next with the wait', async () => {
    expect(await pings(60)).toEqual(Array(60).fill(200))
    const { status, headers, json } = await ping()
    expect(status).toBe(429)
    expect(json.error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('60') })
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(headers.get('retry-after')).toBe('60')
  })

  // Catches: a window that opens again all at once at the turn of a minute.
  it('slides: each request frees its place exactly a minute later', async () => {
    await pings(30)
    gateway.advance(40_000)
    await pings(30)
    expect((await ping()).status).toBe(429)
    gateway.advance(20_000)
    expect(await pings(31)).toEqual([...Array(30).fill(200), 429])
    gateway.advance(40_000)
    expect(await pings(31)).toEqual([...Array(30).fill(200), 429])
  })

  it('tells the true wait in Retry-After: the wait itself suffices, a second less is refused', async () => {
    await pings(10)
    gateway.advance(12_345)
    await pings(50)
    const wait = Number((await ping()).headers.get('retry-after'))
    expect(wait).toBe(Math.ceil((MINUTE - 12_345) / 1_000))
    gateway.advance((wait - 1) * 1_000)
    expect((await ping()).status).toBe(429)
    gateway.advance(1_000)
    expect((await ping()).status).toBe(200)
  })

  it('does not grow with refused requests', async () => {
    await pings(60)
    gateway.advance(30_000)
    await pings(20)
    gateway.advance(30_000)
    expect((await ping()).status).toBe(200)
  })

  it('holds when the requests come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ping()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })

  it('belongs to each key alone', async () => {
    await pings(61)
    expect((await ping(gateway.instance.demoKey)).status).toBe(200)
  })

  it('counts all ways of calling together', async () => {
    const body = { text: 'a' }
    await gateway.send(SHA, { body })
    await gateway.send('/v1/stream/crypto-hash-sha256', { body })
    await gateway.send('/v1/dry-run/crypto-hash-sha256', { body })
    await gateway.send('/v1/batch', { body: { calls: [{ slug: 'crypto-hash-sha256', input: body }] } })
    await gateway.send('/v1/tools')
    expect((await ping()).headers.get('x-ratelimit-remaining')).toBe('54')
  })

  it('costs nothing when it refuses', async () => {
    await pings(60)
    const { status, headers } = await gateway.send(SHA, { body: { text: 'a' } })
    expect([status, headers.get('x-credits-used')]).toEqual([429, '0'])
    expect(gateway.balance()).toBe(500)
  })
})

describe('the public rate limit', () => {
  it('is 30 requests a minute from an address, for the addresses without a key together', async () => {
    const paths = ['/v1/tools', '/v1/tools/text-diff', '/v1/tools?q=text']
    for (let i = 0; i < 30; i++) expect((await gateway.send(paths[i % 3]!, { key: null })).status).toBe(200)
    const refused = await gateway.send('/v1/auth/signup', {
      key: null,
      body: { email: 'late@example.com', name: 'Late' },
    })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    gateway.advance(MINUTE)
    expect((await gateway.send('/v1/tools', { key: null })).status).toBe(200)
  })

  it('does not apply to callers with a key, nor to health', async () => {
    for (let i = 0; i < 31; i++) await gateway.send('/v1/tools', { key: null })
    expect((await gateway.send('/v1/tools')).status).toBe(200)
    expect((await gateway.send('/v1/health', { key: null })).status).toBe(200)
  })
})

describe('POST /v1/enterprise/rate-limits', () => {
  it.skipIf(ON_POSTGRES)('sets limit and window of a key, at once', async () => {
    const { status, json } = await allow(3, 10)
    expect(status).toBe(200)
    expect(json).toEqual({ ok: true, key_id: gateway.keyId, limit: 3, window_seconds: 10 })
    expect(await pings(4)).toEqual([200, 200, 200, 429])
    gateway.advance(10_000)
    expect((await ping()).status).toBe(200)
  })

  it('frees a key that was over the old limit, and stops one that is over the new one', async () => {
    await pings(61)
    await allow(100, 60)
    expect(await pings(41)).toEqual([...Array(40).fill(200), 429])
    await allow(5, 60)
    expect((await ping()).status).toBe(429)
  })

  it('accepts the key itself in place of its id', async () => {
    const { json } = await gateway.send('/v1/enterprise/rate-limits', {
      key: OWNER_KEY,
      body: { key: gateway.key, limit: 1, window_seconds: 60 },
    })
    expect(json.key_id).toBe(gateway.keyId)
  })

  it('belongs to the owner alone, whose own limit is 6,000', async () => {
    const { status, json } = await allow(1_000, 60, gateway.key)
    expect([status, json.error.code]).toEqual([403, 'forbidden'])
    expect((await ping(OWNER_KEY)).headers.get('ratelimit-policy')).toBe('"default";q=6000;w=60')
    expect((await ping()).headers.get('ratelimit-policy')).toBe('"default";q=60;w=60')
  })

  it.each([
    {},
    { limit: 5 },
    { limit: 5, window_seconds: 60 },
    { key_id: 'key_0000000000000000', limit: 5, window_seconds: 60 },
    { key: 'sk-toolgate-nobody', limit: 5, window_seconds: 60 },
    { key_id: '__proto__', limit: 5, window_seconds: 60 },
  ])('refuses a body without a key or a limit: %j', async (body) => {
    const { status, json } = await gateway.send('/v1/enterprise/rate-limits', { key: OWNER_KEY, body })
    expect([status, json.error.code]).toEqual([400, 'validation_error'])
  })

  it.each([
    [0, 60],
    [-1, 60],
    [1.5, 60],
    [1e12, 60],
    [5, 0],
    [5, 1e12],
    [5, 0.5],
  ])('refuses %d requests in %d seconds', async (limit, seconds) => {
    const { status } = await allow(limit, seconds)
    expect(status).toBe(400)
    expect((await ping()).headers.get('ratelimit-policy')).toBe('"default";q=60;w=60')
  })
})

describe('the size of a body', () => {
  const LIMIT = 4 * 1024 * 1024
  const bodyOf = (bytes: number) => `{"key":"size","value":"${'x'.repeat(bytes - 25)}"}`

  it('may be 4 MiB and not one byte more', async () => {
    expect(bodyOf(LIMIT)).toHaveLength(LIMIT)
    const path = '/v1/dry-run/memory-set'
    for (const headers of [{}, { 'content-length': String(LIMIT) }])
      expect((await gateway.send(path, { body: bodyOf(LIMIT), headers })).status).toBe(200)
    const { status, json } = await gateway.send(path, { body: bodyOf(LIMIT + 1) })
    expect(status).toBe(413)
    expect(json.error).toMatchObject({ code: 'payload_too_large', limit: LIMIT })
  })

  it('is refused by its declared length, before anything is read', async () => {
    const headers = { 'content-length': String(LIMIT + 1) }
    const { status } = await gateway.send(SHA, { body: '{}', headers })
    expect(status).toBe(413)
  })
})

describe('the depth of a body', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const set = (body: string) => gateway.send('/v1/memory-set', { body })

  it('may be 1,024 levels and not one more', async () => {
    expect((await set(`{"key":"deep","value":${nested(1023)}}`)).status).toBe(200)
    const { status, json } = await set(`{"key":"deep","value":${nested(1024)}}`)
    expect([status, json.error.code]).toEqual([400, 'validation_error'])
    expect(json.error.message).toContain('1024')
  })
})

describe('the number of calls in a batch', () => {
  it('may be 50 and not one more', async () => {
    const send = (count: number) =>
      gateway.send('/v1/batch', {
        body: { calls: Array.from({ length: count }, () => ({ slug: 'crypto-hash-sha256', input: 'a' })) },
      })
    expect((await send(50)).status).toBe(200)
    const { status, json } = await send(51)
    expect([status, json.error.code]).toEqual([400, 'invalid_batch'])
    expect(gateway.balance()).toBe(450)
  })
})

describe('the length of an address', () => {
  it('may be 8,192 characters and not one more', async () => {
    const at = (length: number) => `/v1/health?${'a'.repeat(length - '/v1/health?'.length)}`
    expect((await gateway.send(at(8_192))).status).toBe(200)
    const { status, json } = await gateway.send(at(8_193))
    expect([status, json.error.code]).toEqual([414, 'uri_too_long'])
  })
})

describe('the demo key and a new key', () => {
  it('hold 200 and 500 credits', async () => {
    expect((await ping(gateway.instance.demoKey)).json.balance).toBe(200)
    const { json } = await gateway.send('/v1/auth/signup', {
      key: null,
      body: { email: 'new@example.com', name: 'New' },
    })
    expect((await ping(json.key)).json.balance).toBe(500)
  })
})
