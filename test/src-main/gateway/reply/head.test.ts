import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROUTES } from '../../../../src-main/gateway/routes/index.ts'
import { OWNER_KEY, TestGateway } from '../../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await gateway.call('text-slugify', { text: 'something for the history' })
})
afterAll(() => gateway.close())

const paths = ROUTES.filter(({ method, path }) => method === 'GET' && path !== '/v1/stream/usage')
  .filter(({ path }) => path !== '/mcp')
  .map(({ path }) => path.replace(':slug', 'text-slugify').replace(/:\w+/, 'none').replace('**', 'none.js'))

/** Headers that differ from one answer to the next, and the one that only a socket adds to GET. */
const OF_THE_MOMENT =
  /^(x-request-id|x-latency-ms|server-timing|content-length|x-ratelimit-remaining|ratelimit|x-output-hash)$|^content-security-policy$/

const lasting = (headers: Headers): [string, string][] =>
  [...headers].filter(([name]) => !OF_THE_MOMENT.test(name))

// RFC 9110, 9.3.2: the header fields that GET would have sent, and no content.
it.each(paths)('HEAD %s has the head of GET, no body, and costs nothing', async (path) => {
  const before = gateway.balance()
  for (const key of [OWNER_KEY, null]) {
    const get = await gateway.send(path, { key })
    const head = await gateway.send(path, { key, method: 'HEAD' })
    expect([head.status, head.text]).toEqual([get.status, ''])
    expect(lasting(head.headers)).toEqual(lasting(get.headers))
    // Of figures that move by themselves the length may differ, and an export is sent as it is read.
    if (!['/metrics', '/v1/health', '/app/activity', '/app/activity/export'].includes(path))
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)))
  }
  expect(gateway.balance()).toBe(before)
})

it('HEAD of the usage stream opens no stream', async () => {
  // A key may have a hundred of them open.
  for (let sent = 0; sent < 101; sent++) {
    const head = await gateway.send('/v1/stream/usage', { key: OWNER_KEY, method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers.get('content-type')).toContain('text/event-stream')
  }
})

it.each(['/v1/batch', '/v1/text-slugify', '/mcp'])('HEAD %s is 405 where GET is', async (path) => {
  const get = await gateway.send(path)
  const head = await gateway.send(path, { method: 'HEAD' })
  expect([path, get.status, head.status, head.text]).toEqual([path, 405, 405, ''])
})
