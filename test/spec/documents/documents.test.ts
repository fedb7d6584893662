import { createHash } from 'node:crypto'
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
