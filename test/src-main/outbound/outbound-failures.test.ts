import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../src-main/tool-kit/tool-context.ts'
import { rawReceiver, receiver } from '../../support/network/receiver.ts'
import { send, sendTo, signal } from '../../support/network/outbound-send.ts'
import { SENDS } from '../../../src-main/outbound/guarded-outbound.ts'
import type { Lookup } from '../../../src-main/outbound/resolve-once.ts'
import { FairShare } from '../../../src-main/shares/fair-share.ts'
import { testOutbound } from '../../support/network/test-outbound.ts'

describe('a request that fails', () => {
  it('gives up on a receiver that never answers, and hangs up', async () => {
    const hungUp = Promise.withResolvers<void>()
    let isHeard = false
    // A busy machine may use the whole of a short deadline up before it has connected.
    for (let deadlineMs = 100; !isHeard; deadlineMs *= 2) {
      const sending = sendTo(
        ({ socket }) => {
          isHeard = true
          socket.on('close', () => hungUp.resolve())
        },
        { deadlineMs },
      )
      await expect(sending).rejects.toThrow(`did not answer completely within ${deadlineMs / 1000} seconds`)
    }
    await hungUp.promise
  })

  it('gives up on a body that never ends', async () => {
    const sending = sendTo(
      (_, response) => {
        response.write('x')
        const drip = setInterval(() => response.write('x'), 10)
        response.on('close', () => clearInterval(drip))
      },
      { deadlineMs: 150 },
    )
    await expect(sending).rejects.toThrow('did not answer completely')
  })

  it('counts the lookup towards the deadline', async () => {
    const lookup: Lookup = (_name, { signal: ending }) =>
      new Promise((_resolve, reject) => ending.addEventListener('abort', () => reject(new Error('ended'))))
    await expect(send('http://example.com/', { lookup, deadlineMs: 50 })).rejects.toThrow(
      'within 0.05 seconds',
    )
  })

  it('counts the wait for a slot towards the deadline', async () => {
    const { origin } = await receiver(() => {})
    const outbound = testOutbound({
      allowedOrigins: new Set([origin]),
      deadlineMs: 100,
      sends: new FairShare({ ...SENDS, limit: 1, perKey: 1, reserve: 0 }),
    })
    const sends = [1, 2, 3].map(() => outbound.send({ url: origin, method: 'POST', signal }))
    const outcomes = await Promise.allSettled(sends)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('stops when the caller has left, with the reason the caller gave', async () => {
    const caller = new AbortController()
    const sending = sendTo(() => caller.abort(new Error('caller gone')), {}, { signal: caller.signal })
    await expect(sending).rejects.toThrow('caller gone')
  })

  it('says in plain words that nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    await new Promise((resolve) => server.close(resolve))
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const failed = send(origin, { allowedOrigins: new Set([origin]) })
    await expect(failed).rejects.toThrow(
      /^Nothing came back from 127\.0\.0\.1:\d+: it refused the connection;/,
    )
    await expect(failed).rejects.not.toBeInstanceOf(InvalidInput)
  })

  it('says in plain words that the name does not exist', async () => {
    const lookup = () =>
      Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
    await expect(send('http://nobody.example/', { lookup })).rejects.toThrow(
      'Nothing came back from nobody.example: its name could not be resolved; check the spelling',
    )
  })

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'it did not answer in HTTP'],
    ['nothing', '', 'it closed the connection without answering'],
    [
      'half a body',
      'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort',
      'it closed the connection without answering',
    ],
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      'its answer has another length than its Content-Length header',
    ],
    ['a NUL in a header', 'HTTP/1.1 200 OK\r\nX\0: d\r\n\r\n', 'it did not answer in HTTP'],
    [
      'an upgrade that nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'it closed the connection',
    ],
    [
      'endless headers',
      `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`,
      'more than 16 KiB of headers',
    ],
  ])('says in plain words that the receiver writes %s', async (_, bytes, words) => {
    const { origin } = await rawReceiver(bytes)
    await expect(send(origin, { allowedOrigins: new Set([origin]) })).rejects.toThrow(words)
  })

  it('says in plain words that a plain HTTP port was spoken to in TLS', async () => {
    const { port } = await receiver((_, response) => response.end())
    const origin = `https://127.0.0.1:${port}`
    await expect(send(origin, { allowedOrigins: new Set([origin]) })).rejects.toThrow(
      'no secure connection',
    )
  })
})
