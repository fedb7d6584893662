import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createInstance } from '../../../src-main/instance/create-instance.ts'
import { listen } from '../../../src-main/gateway/door/listen.ts'
import { SOCKETS } from '../../../src-main/gateway/door/socket-places.ts'
import { leaveAfter } from '../../support/network/raw-http.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TEST_FILES } from '../../support/gateway/test-gateway.ts'

let silent: Server
let reached: Promise<void>
beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  reached = promise
  silent = createServer(() => resolve())
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
})
afterEach(() => {
  silent.closeAllConnections()
  silent.close()
})

it.each(['/v1/webhook-send', '/v1/stream/webhook-send', '/v1/batch'])(
  'calls that a shutdown cuts off after their request has left are charged before the ledger closes: %s',
  async (path) => {
    // A server that listens has an address with a port.
    const target = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const bugs: unknown[] = []
    const options = {
      ...TEST_FILES,
      dataDir: makeTempDir(),
      ownerKey: OWNER_KEY,
      allowedOrigins: [target],
      reportBug: (error: unknown) => bugs.push(error),
    }
    const instance = await createInstance(options)
    const listener = await listen(instance.app, '127.0.0.1', 0, instance.services.shares.open(SOCKETS))
    instance.boundTo(listener.port)
    const owner = instance.services.keys.find(OWNER_KEY)!
    const input = { url: target }
    const body = path === '/v1/batch' ? { calls: [{ slug: 'webhook-send', input }] } : input
    const answer = fetch(`http://127.0.0.1:${listener.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((response) => response.text())
    const ended = answer.catch(() => 'cut off')
    await reached
    expect(instance.services.ledger.lastKnown(owner.id).reserved).toBe(5)
    // Half a request, which is cut off too.
    await leaveAfter(listener.port, `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${listener.port}\r\n`)

    await listener.close(0)
    await instance.close()
    expect(await ended).toBe('cut off')

    const again = await createInstance(options)
    const entries = await again.services.ledger.entries(owner.id, { limit: 3 })
    await again.close()
    // Not `killed`: that would be the next start, which found what this one had not written.
    expect(entries.map(({ kind, unanswered }) => [kind, unanswered])).toEqual([
      ['charge', 'left'],
      ['grant', null],
    ])
    expect(bugs).toEqual([])
  },
)
