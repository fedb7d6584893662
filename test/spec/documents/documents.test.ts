import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => await gateway.close())
// Requests of one test must not be refused for those of another.
beforeEach(() => gateway.advance(60_000))

describe.each([
  '/v1/tools',
  '/v1/tools?format=mcp&limit=2',
  '/v1/tools/text-diff',
  '/v1/openapi.json',
  '/.well-known/ai-tools.json',
])('the document at %s', (path) => {
  it('is hashed as it is sent, and costs nothing', async () => {
    const { headers, text } = await gateway.send(path)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('x-output-hash')).toBe(createHash('sha256').update(text).digest('hex'))
    expect(headers.get('x-credits-used')).toBe('0')
    expect(headers.get('x-cost-usd')).toBe('0')
    expect(headers.get('x-engine')).toBe('real')
    expect(headers.get('x-cache')).toBe('MISS')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('x-latency-ms')).toMatch(/^\d+$/)
    expect(headers.get('server-timing')).toMatch(/^total;dur=\d/)
    expect(headers.get('x-credits-remaining')).toBe(String(gateway.balance()))
  })

  it('mentions no balance to a request without a key', async () => {
    const { headers } = await gateway.send(path, { key: null })
    expect(headers.has('x-credits-remaining')).toBe(false)
    expect(headers.has('x-ratelimit-remaining')).toBe(true)
  })

  it('is not sent again to a caller that has it already', async () => {
    const { headers } = await gateway.send(path)
    const etag = headers.get('etag')!
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await gateway.send(path, { headers: { 'if-none-match': known } })
      expect(again.status, known).toBe(304)
      expect(again.text).toBe('')
      expect(again.headers.get('etag')).toBe(etag)
    }
    const changed = await gateway.send(path, { headers: { 'if-none-match': '"other"' } })
    expect(changed.status).toBe(200)
  })

  it('is refused to an unknown key', async () => {
    const { status, json } = await gateway.send(path, { key: 'sk-toolgate-unknown' })
    expect(status).toBe(401)
    expect(json.error.code).toBe('invalid_key')
  })

  it('answers GET only', async () => {
    const { status, headers } = await gateway.send(path, { body: {} })
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('GET, HEAD')
  })
})

describe.each(['/v1/tools', '/v1/openapi.json', '/.well-known/ai-tools.json'])(
  'a caller that takes compressed answers gets the document at %s',
  (path) => {
    const ask = async (accepted: string | null, etag?: string) => {
      const headers = new Headers()
      if (accepted !== null) headers.set('accept-encoding', accepted)
      if (etag !== undefined) headers.set('if-none-match', etag)
      return await gateway.instance.app.fetch(new Request(`http://127.0.0.1:4777${path}`, { headers }))
    }
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

    it('in the best coding that it takes, with the hash of the document itself', async () => {
      const plain = await bytesOf(await ask(null))
      for (const [accepted, coding] of [
        ['gzip, deflate, br, zstd', 'br'],
        ['gzip, deflate', 'gzip'],
        ['x-gzip', 'gzip'],
        ['*', 'br'],
        ['br;q=0, *;q=0.5', 'gzip'],
      ] as const) {
        const answer = await ask(accepted)
        expect(answer.headers.get('content-encoding'), accepted).toBe(coding)
        expect(answer.headers.get('vary')).toBe('accept-encoding')
        const sent = await bytesOf(answer)
        expect(sent.length).toBeLessThan(plain.length / 4)
        expect(coding === 'br' ? brotliDecompressSync(sent) : gunzipSync(sent)).toEqual(plain)
        expect(answer.headers.get('x-output-hash')).toBe(createHash('sha256').update(plain).digest('hex'))
      }
    })

    it.each(['identity', 'deflate', 'br;q=0', 'gzip; q=0.000, br;q=0', ''])(
      'as it is where it takes %j',
      async (accepted) => {
        const answer = await ask(accepted)
        expect(answer.headers.has('content-encoding')).toBe(false)
        expect(answer.headers.get('vary')).toBe('accept-encoding')
        expect(await answer.text()).toMatch(/^\{/)
      },
    )

    // Catches: a cache that takes one form for another (RFC 9110, 8.8.3.3).
    it('with a tag of its own for each form', async () => {
      const tags = new Map<string, string>()
      for (const accepted of ['identity', 'gzip', 'br'])
        tags.set(accepted, (await ask(accepted)).headers.get('etag')!)
      expect(new Set(tags.values()).size).toBe(3)
      for (const [accepted, tag] of tags)
        for (const [other, known] of tags) {
          const again = await ask(accepted, known)
          expect(again.status, `${known} of ${other} to ${accepted}`).toBe(known === tag ? 304 : 200)
          expect(again.headers.get('etag')).toBe(tag)
        }
    })
  },
)

it('a short document is sent as it is', async () => {
  const headers = { 'accept-encoding': 'br' }
  const { headers: answered } = await gateway.send('/v1/tools?limit=1&format=openai', { headers })
  expect(answered.has('content-encoding')).toBe(false)
  expect(answered.has('vary')).toBe(false)
})
