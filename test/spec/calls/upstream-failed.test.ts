import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create({ allowedOrigins: ['http://127.0.0.1:1'] })
})
afterAll(async () => await gateway.close())

it('an address that refuses the connection is told with what to check, without a hint at right fields', async () => {
  const before = gateway.balance()
  const { status, json } = await gateway.call('webhook-send', { url: 'http://127.0.0.1:1/' })
  expect(status).toBe(502)
  expect(json.error).toEqual({
    code: 'upstream_failed',
    message:
      'Nothing came back from 127.0.0.1:1: it refused the connection; check the port and that the receiver is ' +
      'running. Nothing was charged.',
  })
  expect(gateway.balance()).toBe(before)
})
