import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardSockets } from '../../../../src-main/gateway/door/guard-sockets.ts'
import { SOCKETS } from '../../../../src-main/gateway/door/socket-places.ts'
import { FairShare } from '../../../../src-main/shares/fair-share.ts'
import { expectRefusal } from '../../../support/network/expect-refusal.ts'
import { sendRaw } from '../../../support/network/raw-http.ts'

describe('a request that does not arrive in time', () => {
  let server: Server
  let slowPort: number
  beforeAll(async () => {
    server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
      request.resume().on('end', () => response.end())
    })
    guardSockets(server, new FairShare(SOCKETS))
    expect(server.headersTimeout).toBeLessThanOrEqual(10_000)
    expect(server.requestTimeout).toBeLessThanOrEqual(30_000)
    // The same guard, with less patience than it has for real callers.
    server.headersTimeout = 50
    server.requestTimeout = 50
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    slowPort = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  it.each([
    ['its head', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{'],
  ])('is told so, and its connection is closed: %s', async (_name, start) => {
    const { answers, closed } = await sendRaw(slowPort, [start], { expected: 2 })
    expectRefusal(answers[0], 408, 'request_timeout')
    expect(closed).toBe(true)
  })
})
