import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'

const SHA = '/v1/crypto-hash-sha256'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

const keyed = [
  ['POST', SHA],
  ['POST', '/v1/stream/crypto-hash-sha256'],
  ['POST', '/v1/dry-run/crypto-hash-sha256'],
  ['POST', '/v1/batch'],
  ['POST', '/v1/credits/buy'],
  ['GET', '/v1/credits/balance'],
  ['GET', '/v1/credits/history'],
  ['POST', '/v1/enterprise/rate-limits'],
] as const

describe('a request without a key', () => {
  it.each(keyed)('is told where to get one: %s %s', async (method, path) => {
    const { status, json, headers } = await gateway.send(path, { method, key: null })
    expect(status).toBe(401)
    expect(json).toEqual({
      ok: false,
      error: {
        code: 'auth_required',
        message: expect.stringContaining('Authorization: Bearer'),
        demo_key: gateway.instance.demoKey,
        signup: expect.stringContaining('/v1/auth/signup'),
      },
    })
    expect(headers.get('www-authenticate')).toMatch(/^Bearer\b/)
  })

  it('may use the public addresses', async () => {
    for (const path of ['/v1/tools', '/v1/tools/text-diff', '/v1/health'])
      expect((await gateway.send(path, { key: null })).status).toBe(200)
  })

  it('gains no key from the address, the body or a cookie', async () => {
    const places = [
      gateway.send(`${SHA}?key=${gateway.key}&api_key=${gateway.key}&access_token=${gateway.key}`, {
        key: null,
        body: { text: 'a' },
      }),
      gateway.send(SHA, { key: null, body: { text: 'a', key: gateway.key, api_key: gateway.key } }),
      gateway.send(SHA, {
        key: null,
        body: { text: 'a' },
        headers: { 'x-api-key': gateway.key, cookie: `key=${gateway.key}` },
      }),
    ]
    for (const { status, json } of await Promise.all(places))
      expect([status, json.error.code]).toEqual([401, 'auth_required'])
  })
})

describe('the demo key that auth_required names', () => {
  it('works, has the form of the key table and holds 200 credits', async () => {
    const { json } = await gateway.send(SHA, { key: null, body: {} })
    const key = json.error.demo_key
    expect(key).toMatch(/^sk-toolgate-demo-key-\d{8}$/)
    const call = await gateway.send(SHA, { key, body: { text: 'a' } })
    expect(call.json.meta.balance).toBe(199)
  })

  it.each([
    ['host', 'evil.example'],
    ['origin', 'https://evil.example'],
    ['sec-fetch-site', 'cross-site'],
    ['content-type', 'text/plain'],
  ])('is never revealed to a request that the door refuses: %s', async (name, value) => {
    const { status, text } = await gateway.send(SHA, {
      key: null,
      body: { text: 'a' },
      headers: { [name]: value },
    })
    expect([403, 415]).toContain(status)
    expect(text).not.toContain('sk-toolgate')
    expect(text).not.toContain('demo')
  })
})

describe('a bad key', () => {
  const forms: Record<string, (key: string) => string> = {
    'another key': () => `Bearer sk-toolgate-${'0'.repeat(48)}`,
    'a key with one digit changed': (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    'a key in other letters': (key) => `Bearer ${key.toUpperCase()}`,
    'a key cut short': (key) => `Bearer ${key.slice(0, -1)}`,
    'a key and more': (key) => `Bearer ${key}0`,
    'no scheme': (key) => key,
    'another scheme': (key) => `Basic ${Buffer.from(`x:${key}`).toString('base64')}`,
    'a scheme that starts alike': (key) => `BearerToken ${key}`,
    'a key in quotes': (key) => `Bearer "${key}"`,
    'two keys': (key) => `Bearer ${key} ${key}`,
    'two keys with a comma': (key) => `Bearer ${key}, Bearer ${key}`,
    'the scheme twice': (key) => `Bearer Bearer ${key}`,
    'a tab for the space': (key) => `Bearer\t${key}`,
    'nothing after the scheme': () => 'Bearer',
    'a space after the scheme': () => 'Bearer ',
    'an empty value': () => '',
    'a parameter': (key) => `Bearer token=${key}`,
    'a path': () => 'Bearer ../../owner.key',
    'an SQL text': () => "Bearer ' OR '1'='1",
    'a template': () => 'Bearer ${key}',
    'the names objects inherit': () => 'Bearer __proto__',
    null: () => 'Bearer null',
    undefined: () => 'Bearer undefined',
    'a Latin-1 letter': (key) => `Bearer ${key}é`,
    'ten thousand characters': () => `Bearer sk-toolgate-${'a'.repeat(10_000)}`,
  }

  it.each(Object.entries(forms))('is answered with 401 and nothing else: %s', async (_name, form) => {
    for (const key of [gateway.key, OWNER_KEY]) {
      const headers = { authorization: form(key) }
      const { status, json, text } = await gateway.send(SHA, { key: null, body: { text: 'a' }, headers })
      expect(status).toBe(401)
      expect(['invalid_key', 'auth_required']).toContain(json.error.code)
      expect(text).not.toContain(key)
    }
  })

  it.each(keyed)('is refused by every address that requires one: %s %s', async (method, path) => {
    const { status, json } = await gateway.send(path, { method, key: 'sk-toolgate-nobody' })
    expect(status).toBe(401)
    expect(json).toEqual({ ok: false, error: { code: 'invalid_key', message: expect.any(String) } })
  })

  it('is refused by public addresses too, so that a mistyped key is noticed', async () => {
    const { status, json } = await gateway.send('/v1/tools', { key: 'sk-toolgate-nobody' })
    expect([status, json.error.code]).toEqual([401, 'invalid_key'])
  })

  it('includes one that was revoked or has expired', async () => {
    const { keys } = gateway.instance.services
    const revoked = await keys.create({ kind: 'team', name: 'Revoked', grant: 5 })
    const expiring = await keys.create({
      kind: 'team',
      name: 'Expiring',
      grant: 5,
      expiresAt: Date.UTC(2026, 0, 1, 0, 1),
    })
    const call = (key: string) => gateway.send('/v1/credits/balance', { key })
    expect((await call(revoked.key)).status).toBe(200)
    expect((await call(expiring.key)).status).toBe(200)
    await keys.revoke(revoked.account.id)
    gateway.advance(60_000)
    for (const { key } of [revoked, expiring]) expect((await call(key)).json.error.code).toBe('invalid_key')
  })
})

describe('the authorization scheme', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])(
    'is read in upper and lower case (RFC 9110, 11.1): %s',
    async (scheme) => {
      const headers = { authorization: `${scheme} ${gateway.key}` }
      expect((await gateway.send('/v1/credits/balance', { key: null, headers })).status).toBe(200)
    },
  )
})

describe('POST /v1/auth/signup', () => {
  const signUp = (body: unknown) => gateway.send('/v1/auth/signup', { key: null, body })

  it('makes a personal key with 500 credits that works at once', async () => {
    const { status, json } = await signUp({ email: 'ada@example.com', name: 'Ada' })
    expect(status).toBe(201)
    expect(json).toEqual({
      ok: true,
      key: expect.stringMatching(/^sk-toolgate-[0-9a-f]{48}$/),
      api_key: json.key,
      key_id: expect.stringMatching(/^key_/),
      balance: 500,
      user: { email: 'ada@example.com', name: 'Ada' },
      message: expect.any(String),
    })
    const call = await gateway.send(SHA, { key: json.key, body: { text: 'a' } })
    expect(call.json.meta.balance).toBe(499)
    const history = await gateway.send('/v1/credits/history', { key: json.key })
    expect(history.json.entries.at(-1)).toMatchObject({ type: 'grant', credits: 500 })
  })

  it.each(['eve@example.com', 'EVE@Example.COM', ' eve@example.com '])(
    'makes one key for each e-mail address: %s',
    async (email) => {
      await signUp({ email: 'eve@example.com', name: 'Eve' })
      const { status, json } = await signUp({ email, name: 'Again' })
      expect(status).toBe(409)
      expect(json).toEqual({ ok: false, error: { code: 'email_exists', message: expect.any(String) } })
    },
  )

  it('makes one key when the same address signs up many times at once', async () => {
    gateway.advance(60_000)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signUp({ email: 'race@example.com', name: 'Race' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
  })

  it.each([
    [{}, ['email', 'name']],
    [{ email: 'a@example.com' }, ['name']],
    [{ name: 'A' }, ['email']],
    [{ email: 'no address', name: 'A' }, []],
    [{ email: 'a@example.com', name: '' }, []],
    [{ email: 'a@example.com', name: 'a\nb' }, []],
    [{ email: ['a@example.com'], name: 'A' }, []],
    [{ email: `${'a'.repeat(300)}@example.com`, name: 'A' }, []],
  ])('refuses anything but an address and a name: %j', async (body, missing) => {
    gateway.advance(60_000)
    const { status, json } = await signUp(body)
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ code: 'validation_error', missing_fields: missing })
    expect(json.error.issues.length).toBeGreaterThan(0)
  })
})

describe('scoped team keys', () => {
  const teamKey = async (scopes: object) =>
    (await gateway.instance.services.keys.create({ kind: 'team', name: 'Team', grant: 50, scopes })).key

  it('have the prefix of the key table', async () => {
    expect(await teamKey({})).toMatch(/^sk-toolgate-team-[0-9a-f]{48}$/)
  })

  it.each([
    { slugs: ['text-diff'] },
    { categories: ['Text Processing'] },
    { tiers: ['memory', 'network'] },
    { slugs: ['crypto-hash-sha256'], tiers: ['memory'] },
  ])('reach only what they are scoped to, however they call: %j', async (scopes) => {
    const key = await teamKey(scopes)
    for (const path of [SHA, '/v1/stream/crypto-hash-sha256', '/v1/dry-run/crypto-hash-sha256']) {
      const { status, json } = await gateway.send(path, { key, body: { text: 'a' } })
      expect([path, status, json.error.code]).toEqual([path, 403, 'scope_denied'])
    }
    const { json } = await gateway.send('/v1/credits/balance', { key })
    expect(json.balance).toBe(50)
  })
})

describe('the owner’s page session', () => {
  const withSession = (headers: Record<string, string> = {}) => ({
    key: null,
    headers: { cookie: `${gateway.instance.cookieName()}=${gateway.instance.sessions.open()}`, ...headers },
  })

  it('counts only when the browser says that the page itself sent it', async () => {
    const own = { 'sec-fetch-site': 'same-origin' }
    expect((await gateway.send('/v1/credits/balance', withSession(own))).status).toBe(200)
    for (const headers of [{}, { 'sec-fetch-site': 'none' }])
      expect((await gateway.send('/v1/credits/balance', withSession(headers))).status).toBe(401)
    const foreign = { 'sec-fetch-site': 'same-site' }
    expect((await gateway.send('/v1/credits/balance', withSession(foreign))).status).toBe(403)
  })

  it('follows the current owner key, not the one at the start', async () => {
    const { keys } = gateway.instance.services
    await keys.setRateLimit(keys.find(OWNER_KEY)!.id, 77, 60)
    const { headers } = await gateway.send(
      '/v1/credits/balance',
      withSession({ 'sec-fetch-site': 'same-origin' }),
    )
    expect(headers.get('ratelimit-policy')).toBe('"default";q=77;w=60')
  })
})
