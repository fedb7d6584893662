import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../../src-main/gateway/routes/index.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

const SHA = '/v1/crypto-hash-sha256'
const OWN = '127.0.0.1:4777'
const pageDir = fileURLToPath(new URL('../../fixtures/page', import.meta.url))

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create({ pageDir })
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

// Every route there is, one that is not, and the preflight of one.
const requests = [
  ...ROUTES.map(({ method, path }) => ({
    method,
    path: path.replace(':slug', 'crypto-hash-sha256').replace(/:\w+/, 'x').replace('**', 'index.js'),
  })),
  { method: 'GET', path: '/v1/no/such/path' },
  { method: 'OPTIONS', path: SHA },
  { method: 'HEAD', path: '/' },
  { method: 'PUT', path: '/v1/tools' },
]

/** Sends the same request everywhere, with and without a key, and checks that nobody lets it in. */
async function expectClosedDoor(headers: Record<string, string>): Promise<void> {
  for (const { method, path } of requests) {
    for (const key of [null, gateway.key]) {
      const body = method === 'POST' ? { text: 'a' } : undefined
      const answer = await gateway.send(path, { method, key, body, headers })
      expect(answer.status, `${method} ${path}`).toBe(403)
      if (method === 'HEAD') continue
      expect(answer.json).toEqual({
        ok: false,
        error: { code: expect.stringMatching(/^forbidden_/), message: expect.any(String) },
      })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('x-credits-remaining')).toBeNull()
    }
  }
}

describe('a foreign Host', () => {
  it.each([
    'evil.example',
    'evil.example:4777',
    'localhost',
    'localhost:80',
    'localhost:4778',
    'localhost.:4777',
    'localhost:4777.evil.example',
    'localhost.evil.example:4777',
    'evil.localhost:4777',
    '127.0.0.1',
    '127.0.0.1:04777',
    '127.0.0.1:4777:4777',
    '127.0.0.1.nip.io:4777',
    '127.1:4777',
    '2130706433:4777',
    '0x7f.0.0.1:4777',
    '0.0.0.0:4777',
    '127.0.0.2:4777',
    '[::]:4777',
    '::1:4777',
    '[::ffff:127.0.0.1]:4777',
    'x@127.0.0.1:4777',
    '127.0.0.1:4777@evil.example',
    '127.0.0.1:4777/',
    '127.0.0.1:4777#',
    '127.0.0.1:4777, evil.example',
    'http://127.0.0.1:4777',
    'toolgate.local:4777',
    '192.168.0.1:4777',
    '',
  ])('is refused at every address: %j', async (host) => {
    await expectClosedDoor({ host })
  })

  it('is refused before anything else is looked at, even a wrong method or address', async () => {
    const headers = { host: 'evil.example', 'content-type': 'text/plain', origin: 'https://evil.example' }
    const answers = [
      await gateway.send('/v1/tools', { method: 'PROPFIND', headers }),
      await gateway.send(`/${'a'.repeat(10_000)}`, { headers }),
      await gateway.send(SHA, { body: 'a=b', headers: { ...headers, 'content-length': '99999999' } }),
    ]
    for (const { status, json } of answers)
      expect([status, json.error.code]).toEqual([403, 'forbidden_host'])
  })

  it('uses up no quota and leaves no trace in the ledger', async () => {
    const left = async () => (await gateway.send('/v1/health')).headers.get('x-ratelimit-remaining')
    const before = [await left(), gateway.balance()]
    await gateway.send(SHA, { body: { text: 'a' }, headers: { host: 'evil.example' } })
    expect([await left(), gateway.balance()]).toEqual(before)
  })
})

describe('a foreign Origin', () => {
  it.each([
    'https://evil.example',
    'http://localhost',
    'http://localhost:3000',
    'https://localhost:4777',
    'https://127.0.0.1:4777',
    'http://127.0.0.1:4778',
    'http://127.0.0.1:4777.evil.example',
    'http://127.0.0.1:4777/',
    'http://evil.example#http://127.0.0.1:4777',
    'http://127.0.0.1:4777, https://evil.example',
    'null',
    'file://',
    'app://toolgate',
    'vscode-webview://abc',
    'chrome-extension://abcdefgh',
    'http://[::ffff:127.0.0.1]:4777',
    '',
  ])('is refused at every address: %j', async (origin) => {
    await expectClosedDoor({ origin })
  })
})

describe('Sec-Fetch-Site', () => {
  it.each(['cross-site', 'same-site', 'CROSS-SITE', 'something-new', ''])(
    'refuses another site at every address: %j',
    async (site) => {
      await expectClosedDoor({ 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' })
    },
  )

  const link = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }

  it('lets a link lead to the page, and to nothing else', async () => {
    for (const path of ['/', '/?from=mail'])
      expect((await gateway.send(path, { key: null, headers: link })).status).toBe(200)
    for (const path of ['/v1/tools', '/v1/health', '/app/session', '/assets/index.js', '//', '/index.html'])
      expect((await gateway.send(path, { key: null, headers: link })).status).toBe(403)
    const form = await gateway.send('/', { method: 'POST', key: null, headers: link })
    expect(form.status).toBe(403)
  })

  it('lets no other page frame or embed the page', async () => {
    for (const dest of ['iframe', 'frame', 'embed', 'object', 'script', 'image', ''])
      expect(
        (await gateway.send('/', { key: null, headers: { ...link, 'sec-fetch-dest': dest } })).status,
      ).toBe(403)
    const { headers } = await gateway.send('/', { key: null })
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('a preflight', () => {
  it.each([...requests.map(({ path }) => path)])('is granted to nobody: %s', async (path) => {
    for (const origin of ['https://evil.example', `http://${OWN}`]) {
      const { status, headers } = await gateway.send(path, {
        method: 'OPTIONS',
        key: null,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization, content-type',
          'access-control-request-private-network': 'true',
        },
      })
      expect(status).toBeGreaterThanOrEqual(400)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

describe('a content type', () => {
  const send = (type: string) =>
    gateway.send(SHA, { body: '{"text":"abc"}', headers: { 'content-type': type } })

  // The first three are what a page may send across sites without a preflight.
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/jsonp',
    'application/json2',
    'application/xml',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/octet-stream',
    '*/*',
    '',
  ])('other than JSON is refused: %j', async (type) => {
    const before = gateway.balance()
    const { status, json } = await send(type)
    expect([status, json.error.code]).toEqual([415, 'unsupported_media_type'])
    expect(gateway.balance()).toBe(before)
  })

  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
  ])('of JSON is accepted: %s', async (type) => {
    expect((await send(type)).status).toBe(200)
  })

  it.each(['gzip', 'br', 'deflate', 'gzip, identity', 'x'])(
    'with a content coding is refused, so that no bomb is unpacked: %s',
    async (encoding) => {
      const headers = { 'content-encoding': encoding }
      const { status } = await gateway.send(SHA, { body: { text: 'abc' }, headers })
      expect(status).toBe(415)
    },
  )
})

describe('a method', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'LOCK', 'QUERY'])(
    'that an address does not support is answered with 405: %s',
    async (method) => {
      for (const path of ['/v1/batch', '/v1/tools', SHA]) {
        const { status } = await gateway.send(path, { method })
        expect([path, status]).toEqual([path, 405])
      }
    },
  )

  it('is never taken from a header or the address', async () => {
    const headers = { 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
    expect((await gateway.send(`${SHA}?_method=POST`, { headers })).status).toBe(405)
  })
})

describe('a request from a welcome caller', () => {
  it.each([OWN, 'localhost:4777', '[::1]:4777', 'LOCALHOST:4777'])(
    'may come by the name %s',
    async (host) => {
      const { status } = await gateway.send(SHA, { body: { text: 'a' }, headers: { host } })
      expect(status).toBe(200)
    },
  )

  it.each([`http://${OWN}`, 'http://localhost:4777', 'http://[::1]:4777'])(
    'may come from the page itself at %s',
    async (origin) => {
      const headers = { origin, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
      expect((await gateway.send(SHA, { body: { text: 'a' }, headers })).status).toBe(200)
      expect((await gateway.send('/v1/tools', { key: null, headers })).status).toBe(200)
    },
  )

  it('may come from an agent that sends no Origin, or from a person who types the address', async () => {
    expect((await gateway.send(SHA, { body: { text: 'a' } })).status).toBe(200)
    const typed = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect((await gateway.send('/v1/tools', { key: null, headers: typed })).status).toBe(200)
  })

  it('may use the names that the instance was given, and only those', async () => {
    const own = await TestGateway.create({ hostnames: ['tools.example'] })
    const as = async (host: string) => (await own.send('/v1/health', { headers: { host } })).status
    expect([await as('tools.example:4777'), await as('tools.example.evil:4777'), await as(OWN)]).toEqual([
      200, 403, 200,
    ])
    await own.close()
  })
})
